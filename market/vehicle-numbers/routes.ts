// The numbers that a seller enters, and what happens when another seller advertises one of them.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { papersRules } from '#contract/cases/publishing-rules.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { vehicleNumberCalls } from '#contract/vehicle-numbers/vehicle-number-calls.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { getSaleError } from '#market/bikes/listing-checks.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import type { Member } from '#market/schema/people/members.ts'
import { firedRules } from '#market/schema/bikes/publishing.ts'
import {
  listBikesWithFingerprints,
  listWithoutAppeal,
  lockBikes,
  lockedColumns,
  lockFingerprints,
} from './collisions.ts'
import { encryptNumbers, type Fingerprint, listFingerprints, type Numbers } from './encryption.ts'
import { findOwnNumbers } from './stored-numbers.ts'
import { vehicleFingerprints, vehicleNumbers } from '#market/schema/bikes/vehicle-numbers.ts'

export type VehicleNumberDeps = {
  db: Database
  now: () => Date
  secret: string
  /** Creates 256 random bits in base64url. */
  createToken: () => string
  /** Scores the advertisement again, and publishes it or makes it wait. */
  reviews: { review: (tx: Transaction, bikeId: string) => Promise<void> }
}

/** SQL: a moderator still has to look at the papers of a bike of this seller. */
const papersAreChecked = (sellerId: string) => sql<boolean>`exists (select from ${firedRules}
  join bikes as checked on checked.id = ${firedRules.bikeId}
  where checked.seller_id = ${sellerId} and checked.withdrawn_at is null and checked.sold_at is null
    and ${firedRules.clearedAt} is null and ${inArray(firedRules.rule, papersRules)})`

const getNumbers = async ({ db, secret }: VehicleNumberDeps, id: string, me: Member) => {
  const [bike] = await db
    .select({ ...lockedColumns, isChecked: papersAreChecked(me.id) })
    .from(bikes)
    .where(and(eq(bikes.id, id), eq(bikes.sellerId, me.id), isNull(bikes.withdrawnAt)))
  if (!bike) throw new ApiError('not_found')
  const { changedAt, ...numbers } = await findOwnNumbers(db, secret, id)
  return {
    productName: bike.name,
    ...numbers,
    changedAt: changedAt?.toISOString() ?? null,
    mayChange: !bike.isChecked && getSaleError(bike) === null,
  }
}

const storeNumbers = async (
  tx: Transaction,
  { now, secret, createToken }: VehicleNumberDeps,
  { id, numbers, fingerprints }: { id: string; numbers: Numbers; fingerprints: readonly Fingerprint[] },
): Promise<void> => {
  if (fingerprints.length === 0) {
    await tx.delete(vehicleNumbers).where(eq(vehicleNumbers.bikeId, id))
    return
  }
  const createRandom = () => Buffer.from(createToken(), 'base64url')
  const row = { ...encryptNumbers(secret, { ownerId: id, numbers, createRandom }), changedAt: now() }
  await tx
    .insert(vehicleNumbers)
    .values({ bikeId: id, enteredAt: row.changedAt, ...row })
    .onConflictDoUpdate({ target: vehicleNumbers.bikeId, set: row })
  await tx.delete(vehicleFingerprints).where(eq(vehicleFingerprints.bikeId, id))
  // Live only after the review: the bike may have to wait.
  await tx.insert(vehicleFingerprints).values(fingerprints.map((one) => ({ ...one, bikeId: id, isLive: false })))
}

const setLive = async (tx: Transaction, id: string): Promise<void> => {
  const isSeen = sql`(select sold_at is null and withdrawn_at is null and hidden_at is null from bikes where bikes.id = ${id})`
  await tx.update(vehicleFingerprints).set({ isLive: isSeen }).where(eq(vehicleFingerprints.bikeId, id))
}

/** Locks the bike and all that have one of its numbers; returns those of others. */
const lockAll = async (tx: Transaction, id: string, fingerprints: readonly Fingerprint[]) => {
  const found = await listBikesWithFingerprints(tx, fingerprints)
  const locked = await lockBikes(tx, [id, ...found.map((one) => one.id)])
  return {
    bike: locked.find((one) => one.id === id),
    others: locked.filter((one) => one.id !== id && one.soldAt === null && one.withdrawnAt === null),
  }
}

const isSame = (numbers: Numbers, stored: Numbers): boolean =>
  numbers.registration === stored.registration && numbers.engine === stored.engine && numbers.chassis === stored.chassis

/** Stores the numbers. A bike with a number that another seller advertises waits for a moderator, as that one does. */
const changeNumbers = (deps: VehicleNumberDeps, id: string, { numbers, me }: { numbers: Numbers; me: Member }) =>
  deps.db.transaction(async (tx): Promise<number> => {
    const fingerprints = listFingerprints(deps.secret, numbers)
    await lockFingerprints(tx, fingerprints)
    const { bike, others } = await lockAll(tx, id, fingerprints)
    if (!bike || bike.sellerId !== me.id) throw new ApiError('not_found')
    const apiError = getSaleError(bike)
    if (apiError) throw apiError
    if (isSame(numbers, await findOwnNumbers(tx, deps.secret, id))) return 0
    const [checked] = await tx
      .select({ isChecked: papersAreChecked(me.id) })
      .from(bikes)
      .where(eq(bikes.id, id))
    if (checked?.isChecked) throw new ApiError('papers_being_checked')
    if (others.some(({ sellerId }) => sellerId === me.id)) throw new ApiError('number_in_own_advertisement')
    await storeNumbers(tx, deps, { id, numbers, fingerprints })
    await deps.reviews.review(tx, id)
    const otherIds = others.map((one) => one.id)
    for (const otherId of await listWithoutAppeal(tx, otherIds)) await deps.reviews.review(tx, otherId)
    await setLive(tx, id)
    return 1
  })

/** The endpoints of the numbers of bikes. */
export const vehicleNumberRoutes = (
  deps: VehicleNumberDeps,
): Handlers<
  Pick<typeof vehicleNumberCalls, 'GET /allbikes/myproduct/:id/numbers' | 'PUT /allbikes/myproduct/:id/numbers'>,
  Member
> => ({
  'GET /allbikes/myproduct/:id/numbers': ({ me, params }) => getNumbers(deps, params.id, me),
  'PUT /allbikes/myproduct/:id/numbers': async ({ me, params, body }) => ({
    modifiedCount: await changeNumbers(deps, params.id, { numbers: body, me }),
  }),
})
