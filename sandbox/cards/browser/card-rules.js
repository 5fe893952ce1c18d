// Validation and formatting of the card fields: grouping of digits, brands, and when a field is invalid or incomplete.

const brands = [
  { name: 'visa', pattern: /^4/, length: 16 },
  { name: 'mastercard', pattern: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, length: 16 },
  { name: 'amex', pattern: /^3[47]/, length: 15 },
  { name: 'discover', pattern: /^6(011|4[4-9]|5)/, length: 16 },
  { name: 'diners', pattern: /^3(0|6|8|9)/, length: 14 },
  { name: 'jcb', pattern: /^35/, length: 16 },
  { name: 'unionpay', pattern: /^62/, length: 16 },
]
const unknownBrand = { name: 'unknown', pattern: /^/, length: 16 }

const bengaliZero = 0x09e6

/** Returns the digits of a text as ASCII: people in Bangladesh may paste ৪২৪২ as well as 4242. */
export function toDigits(text) {
  const latin = text.replaceAll(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - bengaliZero))
  return latin.replaceAll(/\D/g, '')
}

/** Returns the digits of an expiry; pads a month of one digit before a slash, as in 1/29, with a zero. */
export function toExpiryDigits(text) {
  return toDigits(text.replace(/^\s*([\d০-৯])\s*[/-]/, '0$1/'))
}

export function findBrand(number) {
  return brands.find((brand) => brand.pattern.test(number)) ?? unknownBrand
}

// A Diners number that begins with 30 has 16 digits; the others have 14.
function getNumberLength(number) {
  return number.startsWith('30') ? 16 : findBrand(number).length
}

export function getCvcLength(number) {
  return findBrand(number).name === 'amex' ? 4 : 3
}

export function formatNumber(digits) {
  const limited = digits.slice(0, getNumberLength(digits))
  const groups = findBrand(limited).name === 'amex' ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?$/ : /(\d{1,4})/g
  if (!groups.global) return limited.replace(groups, (_, ...parts) => parts.slice(0, 3).filter(Boolean).join(' '))
  return (limited.match(groups) ?? []).join(' ')
}

/** Formats `1234` as `12 / 34`; does not add the slash again while a person deletes. */
export function formatExpiry(digits, { isDeleting = false } = {}) {
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits
  // Autofill and paste may give a year of four digits: 12 / 2034.
  const shortened = /^\d{2}20\d{2}$/.test(padded) ? padded.slice(0, 2) + padded.slice(4) : padded
  const [month, year] = [shortened.slice(0, 2), shortened.slice(2, 4)]
  if (month.length < 2 || (isDeleting && year === '')) return month
  return `${month} / ${year}`
}

export function formatCvc(digits, number) {
  return digits.slice(0, getCvcLength(number))
}

function createFieldError(code, message) {
  return { type: 'validation_error', code, message }
}

function passesCheckDigit(number) {
  const sum = number
    .split('')
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

/** Returns Stripe's error for a number, or undefined. An incomplete number is an error only with `isDone`: the person left it. */
export function findNumberError(digits, isDone) {
  if (digits.length < getNumberLength(digits)) {
    return isDone ? createFieldError('incomplete_number', 'Your card number is incomplete.') : undefined
  }
  return passesCheckDigit(digits) ? undefined : createFieldError('invalid_number', 'Your card number is invalid.')
}

/** Returns Stripe's error for an expiry of up to four digits, MMYY, on the day `now`, or undefined. */
export function findExpiryError(digits, isDone, now) {
  const month = Number(digits.slice(0, 2))
  if (digits.length >= 2 && (month < 1 || month > 12)) {
    return createFieldError('invalid_expiry_month', "Your card's expiration month is invalid.")
  }
  if (digits.length < 4) {
    return isDone ? createFieldError('incomplete_expiry', "Your card's expiration date is incomplete.") : undefined
  }
  const year = 2000 + Number(digits.slice(2, 4))
  if (year < now.getFullYear())
    return createFieldError('invalid_expiry_year_past', "Your card's expiration year is in the past.")
  if (year > now.getFullYear() + 50)
    return createFieldError('invalid_expiry_year', "Your card's expiration year is invalid.")
  if (year === now.getFullYear() && month < now.getMonth() + 1) {
    return createFieldError('invalid_expiry_month_past', "Your card's expiration date is in the past.")
  }
  return undefined
}

export function findCvcError(digits, isDone, number) {
  if (digits.length >= getCvcLength(number) || !isDone) return undefined
  return createFieldError('incomplete_cvc', "Your card's security code is incomplete.")
}
