// Pure. Who sees the seller's number and e-mail address, and what others see instead.
import { maskContactDetails } from '#platform/contact-details/masking.ts'
import { formatTelephone, maskTelephone } from '#contract/text.ts'
import type { Role } from '#market/schema/people/members.ts'

/** Who reads a bike; null is a visitor. */
export type Reader = { email: string; role: Role } | null

type Contact = { contactNumber: string; advertise: 'on' | 'off' }

/** The privacy rule for the seller's number: advertised bikes show it to everybody, others to the seller and an admin. */
const maySeeContactNumber = (isTrusted: boolean, { advertise }: Contact): boolean => isTrusted || advertise === 'on'

/** The seller's number as it is shown: 01712-345678, or masked as 01712-••••••. */
const toContactNumber = (isTrusted: boolean, bike: Contact): string =>
  maySeeContactNumber(isTrusted, bike) ? formatTelephone(bike.contactNumber) : maskTelephone(bike.contactNumber)

/** The bike as this reader sees it. The seller's e-mail address is only for the seller and an admin (record 0073). */
export const toViewFor =
  (me: Reader) =>
  <Bike extends Contact & { email?: string }>({ email, ...bike }: Bike) => {
    const isTrusted = me !== null && (me.role === 'Admin' || (email !== undefined && email === me.email))
    const contactNumber = toContactNumber(isTrusted, bike)
    return isTrusted ? { ...bike, email, contactNumber } : { ...bike, contactNumber }
  }

/** The bike as its own seller sees it. */
export const toOwnView = <Bike extends Contact>(bike: Bike): Bike => ({
  ...bike,
  contactNumber: formatTelephone(bike.contactNumber),
})

// A Bangladeshi mobile number in Latin or Bangla digits, with separators.
// `search_words` of migrations/schema/18-search.sql removes the same numbers.
const phoneNumberPattern = /(?:[+＋]?[8৮][8৮][\s.‐‑–—-]*)?[0০][\s.‐‑–—-]*[1১](?:[\s.()‐‑–—-]*[0-9০-৯]){9}/g

/** Masks the last digits of each telephone number in a text. */
export const maskPhoneNumbers = (text: string): string =>
  text.replace(phoneNumberPattern, (number) => `${number.slice(0, 5)}-••••••`)

type PageBike = Contact & { soldAt: Date | null; status: string; description: string | null }

/**
 * A bike for its own page. A sold or reserved bike has no number. Where the number is masked, contact details in the description
 * are masked too, a number with its first five digits.
 * @param isTrusted the reader is the seller or an admin
 */
export const toPageView = <Bike extends PageBike>(bike: Bike, isTrusted: boolean) => {
  const { description, soldAt, status } = bike
  const hasNumber = soldAt === null && status !== 'reserved'
  const isNumberVisible = hasNumber && maySeeContactNumber(isTrusted, bike)
  return {
    ...bike,
    contactNumber: hasNumber ? toContactNumber(isTrusted, bike) : null,
    description:
      isNumberVisible || description === null ? description : maskContactDetails(maskPhoneNumbers(description)),
    soldAt: soldAt?.toISOString() ?? null,
  }
}
