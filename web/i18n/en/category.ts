// English messages of the page of a category.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  other: 'Other brands',
  lead: (isWhole: boolean, count: number) =>
    `${isWhole ? `${count} ${count === 1 ? 'bike' : 'bikes'}: advertised` : 'Advertised'} ones first, then the newest. Sold bikes are not shown.`,
  shown: (count: number) => `${count} bikes are shown.`,
  emptyHeading: (name: string) => `No ${name} is on sale right now`,
  emptyText: 'Bikes sell fast here. Look again tomorrow, or see the other brands.',
  emptyAction: 'See the other brands',
  chips: {
    label: 'Sort and filter',
    cheapest: 'Lowest price first',
    fewestKilometres: 'Fewest kilometres first',
    under: (price: string, _lakhs: string) => `Under ${price}`,
    dhaka: 'Dhaka',
    all: 'All filters',
  },
}

export const categoryMessages = createNamespace('category', en)
