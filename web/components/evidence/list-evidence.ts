// What both sides of a problem said, beginning with the words of the report.
import type { z } from 'zod'
import type { Dispute as DisputeShape } from '#contract/deals/money-calls.ts'

type Dispute = z.output<typeof DisputeShape>
type Item = Dispute['evidence'][number]

/** The words of the report under the side that reported, then what was added; nobody reports what the system opened. */
export const listEvidence = ({
  dealId,
  openedBy,
  note,
  openedAt,
  evidence,
}: Pick<Dispute, 'dealId' | 'openedBy' | 'note' | 'openedAt' | 'evidence'>): Item[] =>
  note === null || openedBy === 'system'
    ? evidence
    : [{ _id: dealId, by: openedBy, note, picture: null, addedAt: openedAt }, ...evidence]
