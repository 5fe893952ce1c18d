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
  farBelow: 'Very low price',
  /** On the page of the bike, where there is room. */
  checkFirst: 'Compare the papers and the chassis number first.',
  comparedWith: (count: string) => `compared with ${count} similar bikes`,
}

export const priceBadgeMessages = createNamespace('priceBadge', en)
