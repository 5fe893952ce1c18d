// The endpoints of papers.
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { z } from 'zod'
import type { paperCalls } from '#contract/papers/paper-calls.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import type { Member } from '#market/schema/people/members.ts'
import { type OpeningDeps, decidePaper, listWaitingPapers, openPaper } from './checking.ts'
import { lockBikesWithPhoto, type PhotoReviewDeps, reviewBikesWithPhoto } from './copied-photos.ts'
import { type PaperFileDeps, type PaperReadingDeps, readPaperFile, receivePaperFile } from './files/routes.ts'
import { changePaper, type SaidPaper } from './said-papers.ts'
import { bikePapers, paperFiles } from '#market/schema/bikes/papers.ts'
import { stolenBikes } from '#market/schema/bikes/stolen-bikes.ts'
import { listOwnPapers } from './views.ts'

export type PaperDeps = PaperFileDeps & PaperReadingDeps & OpeningDeps & PhotoReviewDeps

type Body = z.output<(typeof paperCalls)['PUT /allbikes/myproduct/:id/papers']['body']>

// Also a hidden one: a seller may have to show its papers first.
const isOwnUnsold = (me: Member, id: string) =>
  and(eq(bikes.id, id), eq(bikes.sellerId, me.id), isNull(bikes.soldAt), isNull(bikes.withdrawnAt))

/** The papers of an own bike; throws `not_found` for others. */
const getOwnPapers = async (tx: Pick<Transaction, 'select'>, me: Member, id: string) => {
  const [bike] = await tx
    .select({ productName: bikes.name, level: bikes.papersLevel })
    .from(bikes)
    .where(isOwnUnsold(me, id))
  if (!bike) throw new ApiError('not_found')
  return { ...bike, papers: await listOwnPapers(tx, id) }
}

/** Throws unless the seller uploaded this photo, it is still there, and no other paper has it. */
const assertOwnFile = async (tx: Transaction, me: Member, { fileId, paperId }: { fileId: string; paperId: string }) => {
  const [file] = await tx
    .select({ id: paperFiles.id })
    .from(paperFiles)
    .where(and(eq(paperFiles.id, fileId), eq(paperFiles.ownerId, me.id), isNull(paperFiles.erasedAt)))
    .for('update')
  const isUsed = and(eq(bikePapers.fileId, fileId), ne(bikePapers.id, paperId))
  const isReported = eq(stolenBikes.fileId, fileId)
  const uses = (await tx.$count(bikePapers, isUsed)) + (await tx.$count(stolenBikes, isReported))
  if (!file || uses > 0) throw new ApiError('paper_file_missing')
}

/**
 * Says what one paper is. Locks the bike before its papers, as every change of them does. A bike with a photo that another
 * seller shows waits for a moderator, as that one does.
 */
const savePaper = (deps: PaperDeps, me: Member, { id, body }: { id: string; body: Body }) =>
  deps.db.transaction(async (tx) => {
    const copies = await lockBikesWithPhoto(tx, { bikeId: id, sellerId: me.id, fileId: body.fileId ?? null })
    const [bike] = await tx.select({ id: bikes.id }).from(bikes).where(isOwnUnsold(me, id))
    if (!bike) throw new ApiError('not_found')
    const isThis = and(eq(bikePapers.bikeId, id), eq(bikePapers.kind, body.kind))
    const [old] = await tx.select().from(bikePapers).where(isThis).for('update')
    const { kind, said, validUntil = null } = body
    const fileId = body.fileId === undefined ? (old?.fileId ?? null) : body.fileId
    const changed: SaidPaper = { kind, said, validUntil, fileId }
    const row = changePaper(old ?? null, changed, deps.now())
    if (row) {
      const paperId = old?.id ?? deps.createId()
      if (fileId !== null && fileId !== old?.fileId) await assertOwnFile(tx, me, { fileId, paperId })
      await tx
        .insert(bikePapers)
        .values({ ...row, id: paperId, bikeId: id })
        .onConflictDoUpdate({ target: bikePapers.id, set: row })
      if (copies.length > 0) await reviewBikesWithPhoto(deps, tx, [id, ...copies])
    }
    return getOwnPapers(tx, me, id)
  })

/** The handlers of papers. */
export const paperRoutes = (deps: PaperDeps): Handlers<typeof paperCalls, Member> => ({
  'GET /allbikes/myproduct/:id/papers': ({ params, me }) => getOwnPapers(deps.db, me, params.id),
  'PUT /allbikes/myproduct/:id/papers': ({ params, me, body }) => savePaper(deps, me, { id: params.id, body }),
  'POST /papers/files': ({ me, request }) => receivePaperFile(deps, request, me.id),
  'GET /papers/files/:id': ({ me, params, reply }) => {
    void reply.header('content-security-policy', "default-src 'none'; sandbox")
    return readPaperFile(deps, me, params.id)
  },
  'GET /papers/queue': ({ me, query }) => listWaitingPapers(deps, me.id, query),
  'POST /papers/:id/openings': ({ me, params }) => openPaper(deps, { paperId: params.id, moderatorId: me.id }),
  'PUT /papers/:id': async ({ me, params, body }) => ({
    modifiedCount: await decidePaper(deps, { paperId: params.id, moderatorId: me.id, ...body }),
  }),
})
