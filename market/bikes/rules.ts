// What may be shown of a bike, and where a list of bikes goes on.
import { telephoneMasked, telephoneShown } from '../../contract/text.ts'
import { Refused } from '../../contract/refusals.ts'
import { idOfCursor } from '../../platform/paging.ts'

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
