// The papers of a bike as its seller sees them; `shownPapers` of market/bikes/bike-page/routes.ts is what everybody sees.
import { asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Paper } from '#contract/papers/paper-calls.ts'
import { paperKinds } from '#contract/papers/paper-kinds.ts'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import type { Transaction } from '#platform/database/database.ts'
import { type BikePaper, bikePapers } from '#market/schema/bikes/papers.ts'

/** From when a paper is in its state. */
const getSince = ({ state, saidAt, shownAt, checkedAt }: BikePaper): Date => {
  if (state === 'checked') return checkedAt ?? saidAt
  return state === 'shown' ? (shownAt ?? saidAt) : saidAt
}

const toPaper = (paper: BikePaper): z.input<typeof Paper> => ({
  kind: paper.kind,
  said: paper.said,
  state: paper.state,
  validUntil: paper.validUntil,
  since: getDhakaDay(getSince(paper)),
})

/** The papers of a seller's own bike, in their order. */
export const listOwnPapers = async (tx: Pick<Transaction, 'select'>, bikeId: string) => {
  const rows = await tx
    .select()
    .from(bikePapers)
    .where(eq(bikePapers.bikeId, bikeId))
    .orderBy(asc(bikePapers.saidAt))
    .limit(paperKinds.length)
  return rows
    .toSorted((a, b) => paperKinds.indexOf(a.kind) - paperKinds.indexOf(b.kind))
    .map((paper) => ({ ...toPaper(paper), fileId: paper.fileId, refusedFor: paper.refusedFor }))
}
