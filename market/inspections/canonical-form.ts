// Pure. The canonical form of an inspection, whose SHA-256 is shown on a signed one. `inspection_canonical` of
// migrations/schema/26-inspections.sql is the same in SQL.
import { createHash } from 'node:crypto'
import { type InspectionMark, type InspectionPoint, inspectionPoints } from '#contract/inspections/points.ts'
import type { StoredInspection } from '#market/schema/bikes/inspections.ts'

export type Answer = { point: InspectionPoint; mark: InspectionMark; note: string | null }

type SignedContent = Pick<
  StoredInspection,
  'id' | 'bikeId' | 'kind' | 'memberId' | 'dealId' | 'mechanicName' | 'workshop' | 'kilometres'
> & { signedAt: Date; answers: readonly Answer[] }

// The length in bytes, a colon and the text: two different lists of fields never give the same bytes.
const toField = (text: string | number | null): string => {
  const field = text === null ? '' : String(text)
  return `${Buffer.byteLength(field)}:${field}`
}

export const sortAnswers = <One extends { point: InspectionPoint }>(answers: readonly One[]): One[] =>
  answers.toSorted((one, other) => inspectionPoints.indexOf(one.point) - inspectionPoints.indexOf(other.point))

/** The text that a signature is over: the fields, then the answers in the order of the checklist. */
export const toCanonical = (content: SignedContent): string =>
  [
    'motohaat-inspection-1',
    content.id,
    content.bikeId,
    content.kind,
    content.memberId,
    content.dealId,
    content.mechanicName,
    content.workshop,
    content.kilometres,
    content.signedAt.toISOString(),
    ...sortAnswers(content.answers).flatMap(({ point, mark, note }) => [point, mark, note]),
  ]
    .map(toField)
    .join('')

export const hashContent = (content: SignedContent): string =>
  createHash('sha256').update(toCanonical(content)).digest('hex')
