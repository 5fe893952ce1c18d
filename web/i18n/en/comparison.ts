// English messages of the comparison of bikes.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  description: 'Used motorbikes side by side.',
  heading: 'Side by side',
  lead: 'Two to four bikes, with everything that their sellers say about them.',
  property: 'Detail',
  unknown: 'Not given',
  removeLabel: (bike: string) => `Remove ${bike}`,
  removeShort: 'Remove',
  missing: 'One of these bikes is no longer here.',
  emptyHeading: 'Nothing to compare yet',
  emptyText: 'Tick “Compare” on two to four bikes to see them side by side.',
}

export const comparisonMessages = createNamespace('comparison', en)
