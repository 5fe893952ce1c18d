// Why a deal was declined or cancelled, as the other side reads it: what was chosen from a list was not written.
import { type Deal, toFirstName, toMessageSide } from '#web/components/deals/describe-deal.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

type Ended = Pick<Deal, 'side' | 'otherName' | 'closeReason' | 'closeChoice' | 'closeNote' | 'steps'>
export type ReasonLine = { label: string; words: string; isOwn: boolean }

const sideByReason: Readonly<Record<string, 'buyer' | 'seller'>> = {
  declined: 'seller',
  cancelled_by_seller: 'seller',
  cancelled_by_buyer: 'buyer',
}

/** Who ended the deal: by the reason, or who wrote the words about a meeting without a deal. */
const findEndedBy = ({ closeReason, closeNote, steps }: Ended) =>
  sideByReason[closeReason ?? ''] ?? steps.filter(({ note }) => note !== null && note === closeNote).at(-1)?.actor

/** The lines about it; none for the side that ended the deal, and where neither side did. */
export const listReasons = (deal: Ended, messages: Namespaces['dealReasons']): ReasonLine[] => {
  const { side, otherName, closeChoice, closeNote } = deal
  const endedBy = findEndedBy(deal)
  if ((endedBy !== 'buyer' && endedBy !== 'seller') || endedBy === toMessageSide(side)) return []
  const name = toFirstName(otherName)
  const choices: Readonly<Record<string, string>> = messages.choices[endedBy]
  const chosen = closeChoice === null ? undefined : choices[closeChoice]
  return [
    ...(chosen === undefined ? [] : [{ label: messages.chose(name), words: chosen, isOwn: false }]),
    ...(closeNote === null ? [] : [{ label: messages.wrote(name), words: closeNote, isOwn: true }]),
  ]
}
