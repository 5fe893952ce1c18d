import type { Person, Seller } from '../fetch-people.ts'

/** Whether there is a number to call or a bike to look at; without either there is nothing to check before giving a badge. */
export const hasFactsToVerify = (person: Person | Seller): boolean =>
  !('phone' in person) || person.phone !== null || person.bikesOnSale + person.bikesSold > 0

/** Whether verifying comes next: without a badge, and with something to check. */
export const isToVerify = (person: Person | Seller): boolean => !person.status && hasFactsToVerify(person)
