// What an advertisement said before its seller changed it, and the bike whose picture it also has: for the moderator of a case.
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { caseCalls } from '#contract/cases/case-calls.ts'
import { dayMs } from '#contract/time/durations.ts'
import { earlierAdvertisementDays } from '#contract/time/lifetimes.ts'
import type { Database } from '#platform/database/database.ts'
import { selectAlikePictures } from '#market/schema/bikes/alike-pictures.ts'
import { earlierAdvertisements } from '#market/schema/bikes/earlier-advertisements.ts'
import { cases, isOpen } from '#market/schema/people/cases.ts'
import { firedRules } from '#market/schema/bikes/publishing.ts'

type CaseDetail = z.input<(typeof caseCalls)['GET /cases/:id']['response']>

const maxEarlier = 10

/** What the advertisement said before its last changes, the newest first. */
export const listEarlierAdvertisements = async (
  db: Pick<Database, 'select'>,
  bikeId: string,
): Promise<CaseDetail['earlierAdvertisements']> => {
  const rows = await db
    .select()
    .from(earlierAdvertisements)
    .where(eq(earlierAdvertisements.bikeId, bikeId))
    .orderBy(desc(earlierAdvertisements.id))
    .limit(maxEarlier)
  return rows.map(({ until, name, description, location, priceTaka }) => ({
    until: until.toISOString(),
    productName: name,
    description,
    location,
    price: priceTaka,
  }))
}

/** The picture of the bike that an older bike of another member has too, beside that one; null where the rule did not fire. */
export const findSamePicture = async (
  db: Pick<Database, 'select' | 'execute'>,
  bike: { id: string; sellerId: string },
): Promise<CaseDetail['samePicture']> => {
  const hasFired = and(eq(firedRules.bikeId, bike.id), eq(firedRules.rule, 'same_picture'))
  const [fired] = await db.select({ rule: firedRules.rule }).from(firedRules).where(hasFired)
  if (!fired) return null
  type Found = { own: string; other: string; productName: string; sellerId: string; sellerName: string }
  const { rows } = await db.execute<Found>(sql`
    select own, other, other_bike.name as "productName", members.id as "sellerId", members.name as "sellerName"
    from (${selectAlikePictures(bike)}) as alike join bikes as other_bike on other_bike.id = other_bike_id
    join members on members.id = other_bike.seller_id`)
  return rows[0] ?? null
}

/** Deletes what is too old, once; while a case about the bike is open it stays. */
export const deleteEarlierAdvertisements = async ({
  db,
  now,
}: {
  db: Pick<Database, 'delete'>
  now: () => Date
}): Promise<void> => {
  const isOld = lt(earlierAdvertisements.until, new Date(now().getTime() - earlierAdvertisementDays * dayMs))
  const isInCase = sql`exists (select from ${cases} where ${cases.bikeId} = ${earlierAdvertisements.bikeId} and ${isOpen})`
  await db.delete(earlierAdvertisements).where(and(isOld, sql`not ${isInCase}`))
}
