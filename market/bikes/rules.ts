// What may be shown of a bike, and where a list of bikes goes on.
import { telephoneMasked, telephoneShown } from '../../contract/text.ts'
import { Refused } from '../../contract/refusals.ts'
import { idOfCursor } from '../../platform/paging.ts'

/** What a seller says of a bike's age. */
type Age = { boughtInYear: number; yearsUsed: number }

const yearInDhaka = (now: Date): number =>
  Number(new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Asia/Dhaka' }).format(now))

/**
 * The refusal of offering a bike of this age, or null. One year more than the calendar says is let through: who bought
 * in December and sells in January counts two years.
 */
export const mayOffer = ({ boughtInYear, yearsUsed }: Age, now: Date): Refused | null => {
  const yearsSince = yearInDhaka(now) - boughtInYear
  if (yearsSince < 0) {
    const message = 'The year of purchase is still to come.'
    return new Refused('bad_request', { field: 'purchaseTime', message })
  }
  if (yearsUsed <= yearsSince + 1) return null
  const most = yearsSince + 1
  const message = `A bike bought in ${boughtInYear} was used for ${most} ${most === 1 ? 'year' : 'years'} at most.`
  return new Refused('bad_request', { field: 'usedTime', message })
}

type Found = { soldAt: Date | null; withdrawnAt: Date | null } | undefined

/** Why a bike of the seller's could not be advertised: it is not there, sold or taken off; null when it already is. */
export const mayAdvertise = (bike: Found): Refused | null => {
  if (!bike) return new Refused('not_found')
  if (bike.soldAt) return new Refused('bike_sold')
  return bike.withdrawnAt ? new Refused('bike_withdrawn') : null
}

/** Why a bike of the seller's could not be taken off: what was taken off before is not there any more. */
export const whyNotWithdrawn = (bike: Found): Refused => new Refused(bike?.soldAt ? 'bike_sold' : 'not_found')

type Shown = { email: string; contactNumber: string; advertise: 'on' | 'off' }

/** A bike as a signed-in person sees it: with the seller's e-mail and telephone number. */
export const forMembers = <Bike extends Shown>(bike: Bike): Bike => ({
  ...bike,
  contactNumber: telephoneShown(bike.contactNumber),
})

/** A bike as everybody sees it: no e-mail, and the number only where the seller asked for attention by advertising. */
export const forVisitors = <Bike extends Shown>({ email: _, ...bike }: Bike): Omit<Bike, 'email'> => ({
  ...bike,
  contactNumber: bike.advertise === 'on' ? telephoneShown(bike.contactNumber) : telephoneMasked(bike.contactNumber),
})

export type Place = { advertised: boolean; id: string }

/** Where the next page begins after this bike: advertised ones come first, then the newest. */
export const cursorAfter = (bike: { _id: string; advertise: 'on' | 'off' }): string =>
  `${bike.advertise === 'on' ? 'a' : 'n'}${bike._id}`

/** Reads a cursor back; refuses one that is not ours. */
export const placeOf = (cursor: string): Place => {
  if (!/^[an]/.test(cursor)) throw new Refused('bad_request', { field: 'cursor' })
  return { advertised: cursor.startsWith('a'), id: idOfCursor(cursor.slice(1)) }
}
