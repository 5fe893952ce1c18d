// English messages of the comparison of bikes.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  description: 'Used motorbikes side by side.',
  heading: 'Side by side',
  back: 'Back to the bikes',
  onlyDifferent: 'Only what differs',
  against: 'Against similar bikes',
  less: (price: string) => `${price} less`,
  more: (price: string) => `${price} more`,
  equal: 'the same',
  notAllPapers: 'Not all checked',
  inspection: 'Inspection',
  notInspected: 'None yet',
  seller: 'Seller',
  notVerified: 'Not verified yet',
  best: {
    price: 'Lowest',
    against: 'Best value',
    kilometres: 'Fewest',
    registered: 'Newest',
    owners: 'Fewest',
  },
  property: 'Detail',
  unknown: 'Not given',
  removeLabel: (bike: string) => `Remove ${bike}`,
  missing: 'One of these bikes is no longer here.',
  emptyHeading: 'Nothing to compare yet',
  emptyText: 'Tick “Compare” on two to four bikes to see them side by side.',
}

export const comparisonMessages = createNamespace('comparison', en)
