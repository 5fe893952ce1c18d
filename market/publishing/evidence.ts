// What the rules of publishing look up about an advertisement.
import { dayMs } from '#contract/time/durations.ts'
import { eq, sql } from 'drizzle-orm'
import { getDhakaYear } from '#contract/time/dhaka.ts'
import type { District } from '#contract/districts.ts'
import type { Transaction } from '#platform/database/database.ts'
import { selectAlikePictures } from '#market/schema/bikes/alike-pictures.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { brands, models } from '#market/schema/bikes/catalogue.ts'
import { comparison, estimatePrice, getSlopes } from '#market/price-estimates/estimate.ts'
import { estimateInputColumns, listComparableBikes } from '#market/price-estimates/comparable-bikes.ts'
import { getPricesByAge } from '#market/price-estimates/retained-value/shares.ts'
import { findRetainedValue } from '#market/schema/bikes/retained-value.ts'
import type { Evidence } from './fraud-rules.ts'
import { isNumberOfRemoved, type NumberKeyDeps } from '#market/members/removed-numbers.ts'
import { findNumberOfAnother, findStolenReport } from '#market/vehicle-numbers/collisions.ts'
import { getDistancesKm, getDistrictNumber } from '#market/search/places.ts'

// Who joined longer ago is known, also without an advertisement.
const newAccountDays = 7
type Bike = typeof bikes.$inferSelect

/** The usual price of the bike in Taka: the middle of the range of similar bikes, or what bikes of its age cost. */
const findUsualPrice = async (tx: Transaction, id: string, now: Date): Promise<number | null> => {
  const [bike] = await tx
    .select({ ...estimateInputColumns, brand: brands.name })
    .from(bikes)
    .leftJoin(models, eq(models.id, bikes.modelId))
    .leftJoin(brands, eq(brands.id, models.brandId))
    .where(eq(bikes.id, id))
  if (!bike) return null
  const { modelId, engineCc, year } = bike
  const thisYear = getDhakaYear(now)
  if (modelId !== null && engineCc !== null) {
    const years = { from: year - comparison.maxYearsApart, until: year + comparison.maxYearsApart }
    const comparable = await listComparableBikes(tx, { modelId, ...years, now })
    const estimate = estimatePrice({ ...bike, modelId, engineCc }, comparable, getSlopes(bike.brand ?? '', thisYear))
    if (estimate) return estimate.midTaka
  }
  const retained = await findRetainedValue(tx, Math.max(0, thisYear - year))
  return retained && getPricesByAge(bike.originalPriceTaka, retained)[1]
}

/** SQL: whether an older bike of another member has this description. */
const isTextOfAnother = ({ id, sellerId, description }: Bike) => sql<boolean>`exists (
  select from bikes as other where text_fingerprint(other.description) = text_fingerprint(${description}::text)
    and other.seller_id <> ${sellerId} and other.id < ${id})`

const isFirst = ({ id, sellerId }: Bike, now: Date) => sql<boolean>`(
  not exists (select from bikes as other where other.seller_id = ${sellerId} and other.id <> ${id})
  and exists (select from members where id = ${sellerId}
    and created_at > ${new Date(now.getTime() - newAccountDays * dayMs).toISOString()}::timestamptz))`

const isMechanicSeller = ({ id }: Bike) => sql<boolean>`exists (
  select from inspections where bike_id = ${id} and suspicion is not null)`

/** SQL: the SHA-256 of a photo that another seller shows too, or did: another photo does not end a case. */
const paperOfAnother = ({ id, sellerId }: Bike) => sql<string | null>`coalesce(
  (select min(mine.sha256) from bike_papers join paper_files as mine on mine.id = bike_papers.file_id
    where bike_papers.bike_id = ${id} and exists (select from paper_files as theirs
      join bike_papers as paper on paper.file_id = theirs.id join bikes as other on other.id = paper.bike_id
      where theirs.sha256 = mine.sha256 and other.seller_id <> ${sellerId} and other.sold_at is null
        and other.withdrawn_at is null and other.hidden_by is distinct from 'moderator')),
  (select quote from fired_rules where bike_id = ${id} and rule = 'paper_of_another'))`

type Found = { isText: boolean; picture: string | null; isFirst: boolean; isMechanic: boolean; paper: string | null }

const getDistanceKm = (from: District | null, to: District | null): number | null =>
  from === null || to === null ? null : (getDistancesKm([getDistrictNumber(from)])[getDistrictNumber(to)] ?? null)

/** Looks up what the rules need about a bike, which must be stored. */
export const findEvidence = async (
  tx: Transaction,
  deps: NumberKeyDeps & { now: () => Date },
  bike: Bike,
): Promise<Evidence> => {
  const now = deps.now()
  const { rows } = await tx.execute<Found>(
    sql`select ${isTextOfAnother(bike)} as "isText", (select own from (${selectAlikePictures(bike)}) as alike) as picture, ${isFirst(bike, now)} as "isFirst",
      ${isMechanicSeller(bike)} as "isMechanic", ${paperOfAnother(bike)} as paper`,
  )
  return {
    thisYear: getDhakaYear(now),
    usualPriceTaka: await findUsualPrice(tx, bike.id, now),
    isTextOfAnother: rows[0]?.isText === true,
    pictureOfAnother: rows[0]?.picture ?? null,
    isFirstOfNewAccount: rows[0]?.isFirst === true,
    isMechanicSeller: rows[0]?.isMechanic === true,
    isNumberOfRemoved: await isNumberOfRemoved(tx, deps, { contactNumber: bike.contactNumber, now }),
    districtsApartKm: getDistanceKm(bike.district, bike.registrationDistrict),
    numberOfAnother: await findNumberOfAnother(tx, bike),
    stolenReport: await findStolenReport(tx, { bikeId: bike.id, now }),
    paperOfAnother: rows[0]?.paper ?? null,
  }
}
