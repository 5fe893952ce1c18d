// Hides bikes and shows them again.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import { type Transaction, violates } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { members } from '#market/schema/people/members.ts'
import { closeOffersOfBike } from '#market/deals/closed-offers.ts'
import { firedRules } from '#market/schema/bikes/publishing.ts'

/** The bike is hidden until a moderator has seen it: three people or more, with a weight of 3 together. */
export const mustHide = ({ reporters, score }: { reporters: number; score: number }): boolean =>
  reporters >= 3 && score >= 30

type HiddenBy = 'reports' | 'rules' | 'moderator' | 'suspension'

export const isForSale = and(isNull(bikes.soldAt), isNull(bikes.withdrawnAt))

/** Hides the bike and closes its open offers; one that is hidden already has another cause then, but what a moderator hid stays so. */
export const hideBike = async (
  tx: Transaction,
  deps: { now: () => Date; createId: () => string },
  bikeId: string,
  hiddenBy: HiddenBy,
): Promise<void> => {
  await tx
    .update(bikes)
    .set({ hiddenAt: sql`coalesce(${bikes.hiddenAt}, ${deps.now()})`, hiddenBy })
    .where(and(eq(bikes.id, bikeId), isForSale, sql`${bikes.hiddenBy} is distinct from 'moderator'`))
  await closeOffersOfBike(tx, deps, { bikeId })
}

const isOfSuspended = sql`exists (select from ${members}
  where ${members.id} = ${bikes.sellerId} and ${members.suspendedUntil} is not null)`

/** Shows a bike that was hidden for this reason; that of a suspended member stays hidden until the suspension ends. */
export const showBike = async (tx: Transaction, bikeId: string, hiddenBy: HiddenBy) =>
  tx
    .update(bikes)
    .set({
      hiddenAt: sql`case when ${isOfSuspended} then ${bikes.hiddenAt} end`,
      hiddenBy: sql`case when ${isOfSuspended} then 'suspension' end`,
    })
    .where(and(eq(bikes.id, bikeId), eq(bikes.hiddenBy, hiddenBy)))
    .returning({ hiddenAt: bikes.hiddenAt })
    .catch((error: unknown) => {
      if (violates(error, 'stolen_is_hidden')) throw new ApiError('number_stolen')
      throw violates(error, 'one_live_number') ? new ApiError('number_on_sale') : error
    })

/** Whether the bike waits for a moderator. */
export const isWaiting = async (tx: Transaction, bikeId: string): Promise<boolean> =>
  (await tx.$count(bikes, and(eq(bikes.id, bikeId), inArray(bikes.hiddenBy, ['rules', 'reports'])))) > 0

/** What a moderator has looked at does not make the bike wait again. */
export const clearRules = async (tx: Transaction, bikeId: string, at: Date): Promise<void> => {
  await tx
    .update(firedRules)
    .set({ clearedAt: at })
    .where(and(eq(firedRules.bikeId, bikeId), isNull(firedRules.clearedAt)))
}
