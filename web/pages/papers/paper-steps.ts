// Which of the five papers its seller is asked about, and for which answers a photo can be shown.
import type { z } from 'zod'
import { type PaperAnswer, type PaperKind, paperKinds } from '#contract/papers/paper-kinds.ts'
import type { paperCalls } from '#contract/papers/paper-calls.ts'

export type OwnPapers = z.output<(typeof paperCalls)['GET /allbikes/myproduct/:id/papers']['response']>
export type OwnPaper = OwnPapers['papers'][number]

const isToDo = (paper: OwnPaper | undefined): boolean =>
  paper === undefined || paper.refusedFor !== null || paper.state === 'expired'

/** The next paper after this one that is not said, not accepted or at its end; null when there is none. */
export const findNextPaper = (papers: readonly OwnPaper[], after: PaperKind | null): PaperKind | null => {
  const start = after === null ? 0 : paperKinds.indexOf(after) + 1
  const order = [...paperKinds.slice(start), ...paperKinds.slice(0, start)].filter((kind) => kind !== after)
  return order.find((kind) => isToDo(papers.find((paper) => paper.kind === kind))) ?? null
}

/** What is not there cannot be shown; that there is no loan stands on the smart card. */
export const mayShow = (kind: PaperKind, said: PaperAnswer | undefined): boolean =>
  said !== undefined && (said !== 'none' || kind === 'loan')
