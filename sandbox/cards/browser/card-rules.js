// What a card field knows without asking anybody: grouping of digits, brands, and when a field is wrong or unfinished.

const brands = [
  { name: 'visa', begins: /^4/, length: 16 },
  { name: 'mastercard', begins: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, length: 16 },
  { name: 'amex', begins: /^3[47]/, length: 15 },
  { name: 'discover', begins: /^6(011|4[4-9]|5)/, length: 16 },
  { name: 'diners', begins: /^3(0|6|8|9)/, length: 14 },
  { name: 'jcb', begins: /^35/, length: 16 },
  { name: 'unionpay', begins: /^62/, length: 16 },
]
const unknownBrand = { name: 'unknown', begins: /^/, length: 16 }

const bengaliZero = 0x09e6

/** The digits of a text, as ASCII: people in Bangladesh may paste ৪২৪২ as well as 4242. */
export function digitsOf(text) {
  const latin = text.replaceAll(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - bengaliZero))
  return latin.replaceAll(/\D/g, '')
}

/** The digits of an expiry: a month of one digit before a slash, as in 1/29, gets its zero. */
export function expiryDigitsOf(text) {
  return digitsOf(text.replace(/^\s*([\d০-৯])\s*[/-]/, '0$1/'))
}

export function brandOf(number) {
  return brands.find((brand) => brand.begins.test(number)) ?? unknownBrand
}

/** A diners number that begins with 30 has 16 digits; the others have 14. */
function numberLength(number) {
  return number.startsWith('30') ? 16 : brandOf(number).length
}

export function cvcLength(number) {
  return brandOf(number).name === 'amex' ? 4 : 3
}

export function formatNumber(digits) {
  const kept = digits.slice(0, numberLength(digits))
  const groups = brandOf(kept).name === 'amex' ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?$/ : /(\d{1,4})/g
  if (!groups.global) return kept.replace(groups, (_, ...parts) => parts.slice(0, 3).filter(Boolean).join(' '))
  return (kept.match(groups) ?? []).join(' ')
}

/** `1234` as `12 / 34`; while a person deletes, the slash does not come back by itself. */
export function formatExpiry(digits, { isDeleting = false } = {}) {
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits
  // Autofill and paste may write the year in full: 12 / 2034.
  const short = /^\d{2}20\d{2}$/.test(padded) ? padded.slice(0, 2) + padded.slice(4) : padded
  const [month, year] = [short.slice(0, 2), short.slice(2, 4)]
  if (month.length < 2 || (isDeleting && year === '')) return month
  return `${month} / ${year}`
}

export function formatCvc(digits, number) {
  return digits.slice(0, cvcLength(number))
}

function wrong(code, message) {
  return { type: 'validation_error', code, message }
}

function passesCheckDigit(number) {
  const sum = number
    .split('')
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

/** What is wrong with a number: nothing, or an error in Stripe's words. `isDone` says that the person has left it. */
export function numberError(digits, isDone) {
  if (digits.length < numberLength(digits)) {
    return isDone ? wrong('incomplete_number', 'Your card number is incomplete.') : undefined
  }
  return passesCheckDigit(digits) ? undefined : wrong('invalid_number', 'Your card number is invalid.')
}

/** What is wrong with an expiry of up to four digits, MMYY, on the day `now`. */
export function expiryError(digits, isDone, now) {
  const month = Number(digits.slice(0, 2))
  if (digits.length >= 2 && (month < 1 || month > 12)) {
    return wrong('invalid_expiry_month', "Your card's expiration month is invalid.")
  }
  if (digits.length < 4) {
    return isDone ? wrong('incomplete_expiry', "Your card's expiration date is incomplete.") : undefined
  }
  const year = 2000 + Number(digits.slice(2, 4))
  if (year < now.getFullYear()) return wrong('invalid_expiry_year_past', "Your card's expiration year is in the past.")
  if (year > now.getFullYear() + 50) return wrong('invalid_expiry_year', "Your card's expiration year is invalid.")
  if (year === now.getFullYear() && month < now.getMonth() + 1) {
    return wrong('invalid_expiry_month_past', "Your card's expiration date is in the past.")
  }
  return undefined
}

export function cvcError(digits, isDone, number) {
  if (digits.length >= cvcLength(number) || !isDone) return undefined
  return wrong('incomplete_cvc', "Your card's security code is incomplete.")
}
