// The validation and formatting of the card fields, and the script that the modules are joined to.
import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { createBrowserScript } from './browser-script.ts'

type FieldError = { code: string; message: string } | undefined
type Rules = {
  toDigits(text: string): string
  toExpiryDigits(text: string): string
  formatNumber(digits: string): string
  formatExpiry(digits: string, options?: { isDeleting: boolean }): string
  findNumberError(digits: string, isDone: boolean): FieldError
  findExpiryError(digits: string, isDone: boolean, now: Date): FieldError
  findCvcError(digits: string, isDone: boolean, number: string): FieldError
}

// By URL, because the browser's files are plain JavaScript without types.
const rules: Rules = await import(new URL('browser/card-rules.js', import.meta.url).href)
const today = new Date(2026, 10, 20)

test('digits are grouped as on the card, and Bangla digits are taken', () => {
  expect(rules.formatNumber(rules.toDigits('৪২৪২ ৪২৪২ ৪২৪২ ৪২৪২ 9'))).toBe('4242 4242 4242 4242')
  expect(rules.formatNumber('378282246310005')).toBe('3782 822463 10005')
  expect(rules.formatNumber('37828')).toBe('3782 8')
})

test('an expiry gets its slash and its zero, and a year in full is shortened', () => {
  expect(rules.formatExpiry('1')).toBe('1')
  expect(rules.formatExpiry('4')).toBe('04 / ')
  expect(rules.formatExpiry('12', { isDeleting: true })).toBe('12')
  expect(rules.formatExpiry(rules.toExpiryDigits('12/2034'))).toBe('12 / 34')
  expect(rules.formatExpiry(rules.toExpiryDigits('1/34'))).toBe('01 / 34')
})

test.each([
  ['', true, 'Your card number is incomplete.'],
  ['4242', false, undefined],
  ['4242', true, 'Your card number is incomplete.'],
  ['4242424242424241', false, 'Your card number is invalid.'],
  ['4242424242424242', true, undefined],
])('the number %j, left: %j, says %j', (digits, isDone, message) => {
  expect(rules.findNumberError(digits, isDone)?.message).toBe(message)
})

test.each([
  ['12', false, undefined],
  ['12', true, "Your card's expiration date is incomplete."],
  ['13', false, "Your card's expiration month is invalid."],
  ['1225', false, "Your card's expiration year is in the past."],
  ['1026', false, "Your card's expiration date is in the past."],
  ['1126', true, undefined],
  ['1299', false, "Your card's expiration year is invalid."],
])('the expiry %j, left: %j, says %j in November 2026', (digits, isDone, message) => {
  expect(rules.findExpiryError(digits, isDone, today)?.message).toBe(message)
})

test('the security code has three digits, on an American Express card four', () => {
  expect(rules.findCvcError('12', true, '4242')?.message).toBe("Your card's security code is incomplete.")
  expect(rules.findCvcError('123', true, '4242')).toBeUndefined()
  expect(rules.findCvcError('123', true, '3782')?.code).toBe('incomplete_cvc')
})

test('the page gets one classic script', async () => {
  const text = await createBrowserScript()
  expect(() => new Script(text)).not.toThrow()
  expect(text).not.toMatch(/^\s*(import|export)\b/m)
})
