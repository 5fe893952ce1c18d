// What a seller reads about an advertisement that waits for a moderator.
import { lookWithinHours } from '#contract/time/lifetimes.ts'
import { hourMs } from '#contract/time/durations.ts'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { getShownReason, publishingRules, type ShownReason } from '#contract/cases/publishing-rules.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { cases } from '#market/schema/people/cases.ts'
import { firedRules } from '#market/schema/bikes/publishing.ts'

type Fired = Pick<typeof firedRules.$inferSelect, 'rule' | 'quote'>

/** What the seller is told, each reason once; without the quote where it says more. */
const toShown = (fired: readonly Fired[]): { rule: ShownReason; quote: string | null }[] => {
  const told = new Map<ShownReason, string | null>()
  for (const { rule, quote } of fired) {
    const reason = getShownReason(rule)
    if (reason !== null) told.set(reason, reason === 'papers_check' ? null : quote)
  }
  return [...told].map(([rule, quote]) => ({ rule, quote }))
}

const listReasons = async (db: Database, bikeId: string) => {
  const fired = await db
    .select({ rule: firedRules.rule, quote: firedRules.quote })
    .from(firedRules)
    .where(and(eq(firedRules.bikeId, bikeId), isNull(firedRules.clearedAt)))
    .orderBy(desc(firedRules.points))
    .limit(publishingRules.length)
  return toShown(fired)
}

const isWaiting = inArray(bikes.hiddenBy, ['rules', 'reports'])

/** The waiting bike of this seller with the reasons that the seller is told; throws `not_found` if it does not wait. */
export const getWaitingBike = async (db: Database, { id, sellerId }: { id: string; sellerId: string }) => {
  const [bike] = await db
    .select({
      name: bikes.name,
      price: bikes.salePriceTaka,
      image: bikes.picture,
      hiddenBy: bikes.hiddenBy,
      hiddenAt: bikes.hiddenAt,
      openedAt: cases.openedAt,
    })
    .from(bikes)
    .innerJoin(cases, and(eq(cases.bikeId, bikes.id), isNull(cases.decidedAt), isNull(cases.mendedAt)))
    .where(and(eq(bikes.id, id), eq(bikes.sellerId, sellerId), isWaiting, isNull(bikes.withdrawnAt)))
  if (!bike?.hiddenAt) throw new ApiError('not_found')
  const isReported = bike.hiddenBy === 'reports'
  // The case of a reported bike is older: it was opened by the first report.
  const since = bike.hiddenAt > bike.openedAt ? bike.hiddenAt : bike.openedAt
  return {
    _id: id,
    productName: bike.name,
    price: bike.price,
    image: bike.image,
    because: isReported ? ('reports' as const) : ('rules' as const),
    waitsSince: since.toISOString(),
    lookBy: new Date(since.getTime() + lookWithinHours * hourMs).toISOString(),
    reasons: isReported ? [] : await listReasons(db, id),
  }
}
