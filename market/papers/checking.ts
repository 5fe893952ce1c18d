// What moderators do with papers: the queue, opening a photo for 15 minutes, and the decision.
import { minuteMs } from '#contract/time/durations.ts'
import { paperOpeningMinutes } from '#contract/time/lifetimes.ts'
import { and, asc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import { numbersOnPapers, type PaperFault, type PaperKind } from '#contract/papers/paper-kinds.ts'
import type { NumberKind } from '#contract/vehicle-numbers/normalize.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import { bikes, bikeDetailsDto } from '#market/schema/bikes/bikes.ts'
import { brands, models } from '#market/schema/bikes/catalogue.ts'
import { members } from '#market/schema/people/members.ts'
import { notify } from '#market/notifications/notify.ts'
import { isExpired } from './said-papers.ts'
import { bikePapers, paperFiles, paperOpenings } from '#market/schema/bikes/papers.ts'

type CheckingDeps = { db: Database; now: () => Date; createId: () => string }
type Numbers = Record<NumberKind, string | null>
export type OpeningDeps = CheckingDeps & {
  /** Reads the numbers that the seller of a bike typed, and writes the reading to the audit log. */
  readNumbers: (tx: Transaction, reading: { bikeId: string; readerId: string }) => Promise<Numbers>
}

const notFound = (): never => {
  throw new ApiError('not_found')
}

/** Papers that wait for a check, of bikes that are not over, and not the reader's own. */
const isWaitingFor = (moderatorId: string) =>
  and(eq(bikePapers.state, 'shown'), isNull(bikes.soldAt), isNull(bikes.withdrawnAt), ne(bikes.sellerId, moderatorId))

/** Lists papers that wait for a check, the longest wait first. */
export const listWaitingPapers = async (
  { db, now }: CheckingDeps,
  moderatorId: string,
  query: { limit?: string | undefined; cursor?: string | undefined },
) => {
  const limit = parseLimit(query)
  const after =
    query.cursor === undefined
      ? undefined
      : sql`(${bikePapers.shownAt}, ${bikePapers.id}) > (select shown_at, id from bike_papers
          where id = ${parseCursorId(query.cursor)})`
  const at = now().toISOString()
  const opening = sql`from paper_openings as opening join members as reader on reader.id = opening.opened_by
    where opening.paper_id = ${bikePapers.id} and opening.file_id = ${bikePapers.fileId} and opening.closes_at > ${at}
    order by opening.closes_at desc limit 1`
  const rows = await db
    .select({
      _id: bikePapers.id,
      kind: bikePapers.kind,
      productName: bikes.name,
      sellerName: members.name,
      shownAt: sql<string>`to_char(${bikePapers.shownAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      openedBy: sql<string | null>`(select reader.name ${opening})`,
      openUntil: sql<
        string | null
      >`(select to_char(opening.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ${opening})`,
    })
    .from(bikePapers)
    .innerJoin(bikes, eq(bikes.id, bikePapers.bikeId))
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .where(and(isWaitingFor(moderatorId), after))
    .orderBy(asc(bikePapers.shownAt), asc(bikePapers.id))
    .limit(limit + 1)
  return toPage(rows, limit, ({ _id }) => _id)
}

const isPhotoOfOther = sql<boolean>`exists (select from paper_files as other
  where other.sha256 = ${paperFiles.sha256} and other.owner_id <> ${paperFiles.ownerId})`

/** What stands on this kind of paper of the numbers that the seller typed. The reading is in the audit log. */
const readComparedNumbers = async (
  tx: Transaction,
  deps: OpeningDeps,
  { kind, bikeId, readerId }: { kind: PaperKind; bikeId: string; readerId: string },
) => {
  const numbers = await deps.readNumbers(tx, { bikeId, readerId })
  return numbersOnPapers[kind].map((number) => ({ kind: number, number: numbers[number] }))
}

/** Opens the photo of a waiting paper for 15 minutes; returns what is compared with it. */
export const openPaper = (deps: OpeningDeps, { paperId, moderatorId }: { paperId: string; moderatorId: string }) =>
  deps.db.transaction(async (tx) => {
    const [paper] = await tx
      .select({
        kind: bikePapers.kind,
        said: bikePapers.said,
        validUntil: bikePapers.validUntil,
        fileId: bikePapers.fileId,
        shownAt: bikePapers.shownAt,
        productId: bikes.id,
        productName: bikes.name,
        slug: bikes.slug,
        brand: bikeDetailsDto.brand,
        model: bikeDetailsDto.model,
        engineCc: bikes.engineCc,
        registrationYear: bikes.registeredInYear,
        registrationDistrict: bikes.registrationDistrict,
        sellerId: bikes.sellerId,
        accountName: members.name,
        sellerName: bikes.sellerName,
        isPhotoOfOther,
      })
      .from(bikePapers)
      .innerJoin(bikes, eq(bikes.id, bikePapers.bikeId))
      .innerJoin(members, eq(members.id, bikes.sellerId))
      .innerJoin(paperFiles, eq(paperFiles.id, bikePapers.fileId))
      .leftJoin(brands, eq(brands.id, bikes.brandId))
      .leftJoin(models, eq(models.id, bikes.modelId))
      .where(and(eq(bikePapers.id, paperId), isWaitingFor(moderatorId)))
      .for('share', { of: bikePapers })
    if (!paper?.fileId || !paper.shownAt) return notFound()
    const openedAt = deps.now()
    const closesAt = new Date(openedAt.getTime() + paperOpeningMinutes * minuteMs)
    await tx
      .insert(paperOpenings)
      .values({ id: deps.createId(), paperId, fileId: paper.fileId, openedBy: moderatorId, openedAt, closesAt })
    return {
      ...paper,
      numbers: await readComparedNumbers(tx, deps, {
        kind: paper.kind,
        bikeId: paper.productId,
        readerId: moderatorId,
      }),
      _id: paperId,
      fileId: paper.fileId,
      shownAt: paper.shownAt.toISOString(),
      openUntil: closesAt.toISOString(),
    }
  })

/** Locks the bike of a paper and the paper, in the order in which its seller locks them. */
const lockPaper = async (tx: Transaction, paperId: string) => {
  const [found] = await tx.select({ bikeId: bikePapers.bikeId }).from(bikePapers).where(eq(bikePapers.id, paperId))
  if (!found) return undefined
  const [bike] = await tx
    .select({ id: bikes.id, sellerId: bikes.sellerId })
    .from(bikes)
    .where(and(eq(bikes.id, found.bikeId), isNull(bikes.soldAt), isNull(bikes.withdrawnAt)))
    .for('no key update')
  const [paper] = await tx.select().from(bikePapers).where(eq(bikePapers.id, paperId)).for('update')
  return bike && paper ? { bike, paper } : undefined
}

/** Whether the moderator has the photo open at this time. */
const hasOpened = async (
  tx: Transaction,
  opened: { fileId: string; moderatorId: string },
  at: Date,
): Promise<boolean> => {
  const isOpen = and(
    eq(paperOpenings.fileId, opened.fileId),
    eq(paperOpenings.openedBy, opened.moderatorId),
    gt(paperOpenings.closesAt, at),
  )
  return (await tx.$count(paperOpenings, isOpen)) > 0
}

type Decision = { paperId: string; moderatorId: string; fileId: string; decision: 'checked' | PaperFault }

/** Records what a moderator found, and tells the seller. A newer photo, or another answer, has to be looked at first. */
export const decidePaper = (
  deps: CheckingDeps,
  { paperId, moderatorId, fileId, decision }: Decision,
): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const locked = await lockPaper(tx, paperId)
    if (!locked || locked.bike.sellerId === moderatorId) return notFound()
    const { bike, paper } = locked
    const at = deps.now()
    if (paper.state !== 'shown' || paper.fileId !== fileId || isExpired(paper.validUntil, at))
      throw new ApiError('paper_changed')
    if (!(await hasOpened(tx, { fileId, moderatorId }, at))) throw new ApiError('paper_not_open')
    const decided =
      decision === 'checked'
        ? { state: 'checked' as const, checkedAt: at, checkedBy: moderatorId }
        : { state: 'said' as const, refusedFor: decision, refusedAt: at }
    await tx.update(bikePapers).set(decided).where(eq(bikePapers.id, paperId))
    const kind = `paper_${decision}` as const
    await notify(tx, deps, [{ memberId: bike.sellerId, kind, causeId: deps.createId(), bikeId: bike.id }])
    return 1
  })
