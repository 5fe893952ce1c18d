// English messages of the kilometres on a card. Apart from the other words of cards, which every page loads.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  label: 'Kilometres',
  km: (count: string) => `${count}\u{a0}km`,
}

export const cardKilometresMessages = createNamespace('cardKilometres', en)
