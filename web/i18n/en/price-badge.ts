// English messages of the price badge. Loaded with the components that show it.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  verdicts: {
    great: 'Great price',
    good: 'Good price',
    fair: 'Fair price',
    high: 'High price',
    above: 'Above market',
  },
  farBelow: 'Far below market',
  comparedWith: (count: string) => `compared with ${count} similar bikes`,
}

export const priceBadgeMessages = createNamespace('priceBadge', en)
