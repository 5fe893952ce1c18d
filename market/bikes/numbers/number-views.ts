// The seller's number on request: counted, and limited for each member and day.
import { maxNumbersPerDay, maxNumbersPerDayUnproven } from '#contract/limits.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { toReason } from '#contract/errors/reasons.ts'
import { formatTelephone } from '#contract/text.ts'
import type { Database } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { bikeNumberViews } from '#market/schema/bikes/number-views.ts'

type NumberDeps = { db: Database; now: () => Date }

const numberColumns = {
  id: bikes.id,
  sellerId: bikes.sellerId,
  contactNumber: bikes.contactNumber,
  advertisedAt: bikes.advertisedAt,
  soldAt: bikes.soldAt,
  reservedAt: bikes.reservedAt,
}

type NumberedBike = { id: string; sellerId: string; advertisedAt: Date | null }

/** Everybody reads the number of an advertised bike; the seller, an admin and a buyer with an agreed deal read any. */
const needsNoCount = async (db: Database, bike: NumberedBike, me: Member): Promise<boolean> => {
  if (bike.advertisedAt !== null || bike.sellerId === me.id || me.role === 'Admin') return true
  // By name, because the module of deals imports this one.
  const { rows } = await db.execute(sql`select 1 from deals
    where bike_id = ${bike.id} and buyer_id = ${me.id} and accepted_at is not null and closed_at is null`)
  return rows.length > 0
}

/** Records the first showing; throws `too_many_numbers` at the limit of the day. */
const countView = ({ db, now }: NumberDeps, bikeId: string, me: Member): Promise<void> =>
  db.transaction(async (tx) => {
    const at = now()
    const day = getDhakaDay(at)
    // One at a time for each member, so that concurrent requests cannot pass the limit.
    const [viewer] = await tx
      .select({ isProven: members.emailVerified })
      .from(members)
      .where(eq(members.id, me.id))
      .for('no key update')
    const isOwn = eq(bikeNumberViews.memberId, me.id)
    if ((await tx.$count(bikeNumberViews, and(isOwn, eq(bikeNumberViews.bikeId, bikeId)))) > 0) return
    const seen = await tx.$count(bikeNumberViews, and(isOwn, eq(bikeNumberViews.day, day)))
    const isProven = viewer?.isProven === true
    if (seen >= (isProven ? maxNumbersPerDay : maxNumbersPerDayUnproven))
      throw new ApiError('too_many_numbers', { ...(!isProven && { reason: toReason('prove_address_for_numbers') }) })
    await tx.insert(bikeNumberViews).values({ bikeId, memberId: me.id, day, place: seen + 1, shownAt: at })
  })

/** The seller's number in full. A sold or reserved bike has none. */
export const showNumber = async (deps: NumberDeps, slug: string, me: Member): Promise<string> => {
  const [bike] = await deps.db
    .select(numberColumns)
    .from(bikes)
    .where(and(eq(bikes.slug, slug), isNull(bikes.withdrawnAt), isNull(bikes.hiddenAt)))
  if (!bike) throw new ApiError('not_found')
  if (bike.soldAt) throw new ApiError('bike_sold')
  if (bike.reservedAt) throw new ApiError('number_hidden')
  if (!(await needsNoCount(deps.db, bike, me))) await countView(deps, bike.id, me)
  return formatTelephone(bike.contactNumber)
}

/** SQL: how many members have asked for the number of a bike of the query. */
export const numberRequests = sql<number>`(select count(*)::int from ${bikeNumberViews}
  where ${bikeNumberViews.bikeId} = ${bikes.id})`
