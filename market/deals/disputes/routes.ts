// Disputes: what both sides say and show, and what the admin decides.
import { addMs, minuteMs } from '#contract/time/durations.ts'
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '#contract/errors/api-errors.ts'
import { maxEvidenceOfSide } from '#contract/limits.ts'
import type { moneyCalls } from '#contract/deals/money-calls.ts'
import { formatTelephone } from '#contract/text.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import type { Handlers } from '#platform/http/router.ts'
import { bikePictures, bikes } from '#market/schema/bikes/bikes.ts'
import { getSide } from '#market/deals/sides.ts'
import { actOnDeal, type DealsDeps, recordSteps } from '#market/deals/actions.ts'
import { decide } from '#market/deals/endings.ts'
import { reloadPages } from '#market/notifications/notify.ts'
import { deals } from '#market/schema/deals/deals.ts'
import type { Side } from '#market/deals/transitions.ts'
import type { Member } from '#market/schema/people/members.ts'
import { saidBy } from './dispute-answers.ts'
import { disputeEvidence, disputes } from '#market/schema/deals/disputes.ts'

/** Stores and reads pictures that only some people may see. */
type PrivatePictures = {
  receive: (request: FastifyRequest, id: string) => Promise<string>
  read: (name: string) => Promise<Buffer | null>
}

export type DisputeDeps = DealsDeps & {
  privatePictures: PrivatePictures
  /** Whether the member acts as the admin; throws for an admin who still has to set up a second factor. */
  isAdmin: (me: Member) => boolean
}

type DisputeCalls = Pick<
  typeof moneyCalls,
  | 'GET /deals/:id/dispute'
  | 'POST /deals/:id/evidence'
  | 'POST /deals/:id/evidence/picture'
  | 'GET /evidence/:id'
  | 'GET /disputes'
  | 'PUT /disputes/:id'
>

const refuse = (code: ConstructorParameters<typeof ApiError>[0]): never => {
  throw new ApiError(code)
}

const disputeColumns = {
  dispute: disputes,
  deal: deals,
  productName: bikes.name,
  saidBy,
  pictures: sql<string[]>`${bikes.picture} || array(select picture from ${bikePictures}
    where bike_id = ${bikes.id} order by position)`,
  advertisement: {
    condition: bikes.condition,
    purchaseTime: bikes.boughtInYear,
    kilometres: bikes.kilometres,
    description: bikes.description,
  },
  sellerNumber: bikes.contactNumber,
  buyerName: sql<string>`(select name from members where members.id = ${deals.buyerId})`,
  sellerName: sql<string>`(select name from members where members.id = ${deals.sellerId})`,
  paid: sql<string>`(select coalesce(sum(amount_taka), 0) from payments where payments.deal_id = ${deals.id}
    and state in ('succeeded', 'refund_due', 'refunded'))`,
  held: sql<number>`(select coalesce(-sum(poisha), 0) / 100 from ledger_lines where account = 'held:' || ${deals.id})::int`,
}

const selectDisputes = (db: Database) =>
  db
    .select(disputeColumns)
    .from(disputes)
    .innerJoin(deals, eq(deals.id, disputes.dealId))
    .innerJoin(bikes, eq(bikes.id, deals.bikeId))

type DisputeRow = Awaited<ReturnType<typeof selectDisputes>>[number]

const toDto = ({ dispute, deal, paid, sellerNumber: _, ...names }: DisputeRow) => ({
  ...names,
  dealId: deal.id,
  price: deal.priceTaka,
  paid: Number(paid),
  cash: deal.cashTaka,
  // A decision for the seller sets the handover of a bike that was not handed over.
  isHandedOver: deal.handedOverAt !== null && deal.handedOverAt <= dispute.openedAt,
  openedBy: dispute.openedBy,
  reason: dispute.reason,
  note: dispute.note,
  openedAt: dispute.openedAt.toISOString(),
  evidenceUntil: dispute.evidenceUntil.toISOString(),
  decideUntil: dispute.decideUntil.toISOString(),
  decidedAt: dispute.decidedAt?.toISOString() ?? null,
  decision: dispute.decision,
  takaToBuyer: dispute.takaToBuyer,
  decisionNote: dispute.decisionNote,
})

const toPhone = (number: string | null): string | null => number && formatTelephone(number)

/** With the numbers of both while a decision is due. */
const toListed = (row: DisputeRow) => {
  const isDecided = row.dispute.decidedAt !== null || row.deal.closedAt !== null
  return {
    ...toDto(row),
    buyerPhone: isDecided ? null : toPhone(row.deal.buyerNumber),
    sellerPhone: isDecided ? null : toPhone(row.sellerNumber),
  }
}

const getDispute = async ({ db, isAdmin }: DisputeDeps, dealId: string, me: Member) => {
  const [row] = await selectDisputes(db).where(eq(disputes.dealId, dealId))
  if (!row || (getSide(row.deal, me.id) === null && !isAdmin(me))) return refuse('not_found')
  const evidence = await db
    .select()
    .from(disputeEvidence)
    .where(eq(disputeEvidence.dealId, dealId))
    .orderBy(asc(disputeEvidence.id))
    .limit(maxEvidenceOfSide * 2)
  return {
    ...toDto(row),
    evidence: evidence.map(({ id, memberId, note, picture, addedAt }) => ({
      _id: id,
      by: getSide(row.deal, memberId) ?? ('admin' as const),
      note,
      picture: picture === null ? null : `/api/evidence/${id}`,
      addedAt: addedAt.toISOString(),
    })),
  }
}

/** Pictures of a report are sent after it, one by one. */
const reportMs = 10 * minuteMs

/** Whether what a side adds belongs to its own report, which the other side has just been told of. */
const isWithReport = (
  { openedBy }: Pick<typeof disputes.$inferSelect, 'openedBy'>,
  side: Side,
  disputedAt: Date,
  now: Date,
): boolean => openedBy === side && now < addMs(disputedAt, reportMs)

/** Locks the open dispute of a deal; throws why its side may not add to it now. */
const lockOpenDispute = async (tx: Transaction, deps: DisputeDeps, dealId: string, me: Member) => {
  const [deal] = await tx.select().from(deals).where(eq(deals.id, dealId)).for('key share')
  const side = deal && getSide(deal, me.id)
  if (!deal || !side) return refuse('not_found')
  const [dispute] = await tx
    .select()
    .from(disputes)
    .where(and(eq(disputes.dealId, dealId), isNull(disputes.decidedAt)))
    .for('update')
  if (!dispute || deal.disputedAt === null || deal.closedAt !== null) return refuse('no_dispute')
  if (deps.now() > dispute.evidenceUntil) refuse('evidence_time_over')
  const ownCount = await tx.$count(
    disputeEvidence,
    and(eq(disputeEvidence.dealId, dealId), eq(disputeEvidence.memberId, me.id)),
  )
  if (ownCount >= maxEvidenceOfSide) refuse('too_much_evidence')
  return { deal, side, isWithReport: isWithReport(dispute, side, deal.disputedAt, deps.now()) }
}

type Evidence = { id: string; note?: string; picture?: string }

const addEvidence = (deps: DisputeDeps, dealId: string, me: Member, evidence: Evidence) =>
  deps.db.transaction(async (tx) => {
    const { deal, side, isWithReport } = await lockOpenDispute(tx, deps, dealId, me)
    await tx.insert(disputeEvidence).values({ ...evidence, dealId, memberId: me.id, addedAt: deps.now() })
    await recordSteps(tx, deps, deal, [{ kind: isWithReport ? 'evidence_with_report' : 'evidence_added', actor: side }])
    if (isWithReport) await reloadPages(tx, [side === 'buyer' ? deal.sellerId : deal.buyerId])
    return { insertedId: evidence.id }
  })

type PageQuery = { limit?: string | undefined; cursor?: string | undefined }

/** Undecided disputes first, each part with the newest deal first. */
const listDisputes = async ({ db }: DisputeDeps, query: PageQuery) => {
  const limit = parseLimit(query)
  const isEnded = sql<number>`(${disputes.decidedAt} is not null or ${deals.closedAt} is not null)::int`
  const after = query.cursor === undefined ? null : parseCursorId(query.cursor)
  const [last] = after === null ? [] : await selectDisputes(db).where(eq(disputes.dealId, after))
  const lastEnded = last && (last.dispute.decidedAt ?? last.deal.closedAt) ? 1 : 0
  const rows = await selectDisputes(db)
    .where(after === null ? undefined : sql`(${isEnded}, ${after}::uuid) > (${lastEnded}, ${disputes.dealId})`)
    .orderBy(asc(isEnded), desc(disputes.dealId))
    .limit(limit + 1)
  return toPage(rows.map(toListed), limit, ({ dealId }) => dealId)
}

/** The admin decides. Who decided is written in the same transaction as the decision, for the audit log. */
const decideDispute = async (
  deps: DisputeDeps,
  { dealId, adminId }: { dealId: string; adminId: string },
  { takaToBuyer, note }: { takaToBuyer: number; note?: string | undefined },
): Promise<void> => {
  await actOnDeal(deps, dealId, async (ctx, _bike, tx) => {
    if (getSide(ctx.deal, adminId) !== null) return refuse('own_deal')
    const effects = decide(ctx, takaToBuyer, note)
    const isOpen = and(eq(disputes.dealId, dealId), isNull(disputes.decidedAt))
    await tx.update(disputes).set({ decidedBy: adminId }).where(isOpen)
    return effects
  })
}

/** The picture for the two sides and the admin; to others it does not exist. */
const readPicture = async ({ db, privatePictures, isAdmin }: DisputeDeps, id: string, me: Member): Promise<Buffer> => {
  const [row] = await db
    .select({ picture: disputeEvidence.picture, deal: deals })
    .from(disputeEvidence)
    .innerJoin(deals, eq(deals.id, disputeEvidence.dealId))
    .where(eq(disputeEvidence.id, id))
  if (!row?.picture) return refuse('not_found')
  if (getSide(row.deal, me.id) === null && !isAdmin(me)) return refuse('not_found')
  return (await privatePictures.read(row.picture)) ?? refuse('not_found')
}

/** The handlers of disputes. */
export const disputeRoutes = (deps: DisputeDeps): Handlers<DisputeCalls, Member> => ({
  'GET /deals/:id/dispute': ({ params, me }) => getDispute(deps, params.id, me),
  'POST /deals/:id/evidence': ({ params, me, body }) =>
    addEvidence(deps, params.id, me, { id: deps.createId(), note: body.note }),
  'POST /deals/:id/evidence/picture': async ({ params, me, request }) => {
    // Before the picture is received, so that nobody else's upload is stored.
    await deps.db.transaction((tx) => lockOpenDispute(tx, deps, params.id, me))
    const id = deps.createId()
    const picture = await deps.privatePictures.receive(request, id)
    return addEvidence(deps, params.id, me, { id, picture })
  },
  'GET /evidence/:id': ({ params, me, reply }) => {
    void reply.header('content-security-policy', "default-src 'none'; sandbox")
    return readPicture(deps, params.id, me)
  },
  'GET /disputes': ({ query }) => listDisputes(deps, query),
  'PUT /disputes/:id': async ({ params, me, body }) => {
    await decideDispute(deps, { dealId: params.id, adminId: me.id }, body)
    return { modifiedCount: 1 }
  },
})
