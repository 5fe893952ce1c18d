// English messages of the way from the account page to what was decided about the member.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  heading: 'Decisions and reports',
  text: 'What we decided about you or your bikes, why, and until when it holds.',
  open: 'Read the decisions',
}

export const accountStandingMessages = createNamespace('accountStanding', en)
