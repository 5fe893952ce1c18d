// Inspections as pages show them: just begun by a buyer, answered, and signed.
import type { CallResponse } from '#contract/call.ts'
import type { inspectionCalls } from '#contract/inspections/inspection-calls.ts'
import { inspectionPoints } from '#contract/inspections/points.ts'

type Inspection = CallResponse<(typeof inspectionCalls)['GET /inspections/:id']>

export const draft: Inspection = {
  _id: 'inspection',
  kind: 'buyer',
  state: 'draft',
  isMine: true,
  side: 'buyer',
  isPublic: false,
  dealId: 'deal',
  by: 'Karim',
  workshop: null,
  invitedBy: null,
  signedAt: null,
  good: 0,
  worn: 0,
  bad: 0,
  notLookedAt: 45,
  score: null,
  confidence: 0,
  condition: 'Excellent',
  bike: {
    slug: 'suzuki-gixxer-155',
    productName: 'Suzuki Gixxer 155',
    image: '',
    location: 'Mirpur 10',
    condition: 'Good',
  },
  kilometres: null,
  createdAt: '2026-11-27T08:00:00.000Z',
  answers: [],
  contentHash: null,
  supersededAt: null,
  supersededBy: null,
}
export const answered: Inspection = {
  ...draft,
  kilometres: 22_150,
  answers: [
    ...inspectionPoints
      .filter((point) => !['sprockets', 'fork', 'steering'].includes(point))
      .map((point) => ({ point, mark: 'good' as const, note: null })),
    { point: 'sprockets', mark: 'bad', note: 'Slips off under load' },
    { point: 'fork', mark: 'worn', note: null },
  ],
}
export const signed: Inspection = {
  ...answered,
  state: 'signed',
  good: 42,
  worn: 1,
  bad: 1,
  notLookedAt: 1,
  signedAt: '2026-11-27T10:41:00.000Z',
  contentHash: '9f2c41b077ae03d58c1e',
}
