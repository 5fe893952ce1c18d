import { expect, test } from 'vitest'
import { assertSameSite, sanitizeNewMember, toApiError } from './request-checks.ts'

const publicUrl = 'https://motohaat.example'
const isAccepted = (source: { origin?: string; fetchSite?: string }): boolean => {
  try {
    assertSameSite({ origin: source.origin, fetchSite: source.fetchSite }, publicUrl)
    return true
  } catch {
    return false
  }
}

test.each([
  {},
  { origin: publicUrl },
  { origin: publicUrl, fetchSite: 'same-origin' },
  { fetchSite: 'same-origin' },
  { fetchSite: 'none' },
])('our own pages and programs are accepted: %j', (source) => expect(isAccepted(source)).toBe(true))

test.each([
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { origin: 'http://motohaat.example' },
  { origin: 'https://motohaat.example:8443' },
  { origin: 'https://motohaat.example.evil.example' },
  { fetchSite: 'cross-site' },
  { fetchSite: 'same-site' },
  { origin: publicUrl, fetchSite: 'cross-site' },
  { fetchSite: 'something new' },
])('another site and a sibling subdomain are refused: %j', (source) => expect(isAccepted(source)).toBe(false))

test.each([
  [422, 'USER_ALREADY_EXISTS', { code: 'email_taken' }],
  [401, 'INVALID_EMAIL_OR_PASSWORD', { code: 'wrong_login' }],
  [400, 'INVALID_PASSWORD', { code: 'wrong_password', details: { field: 'password' } }],
  [401, 'INVALID_CODE', { code: 'wrong_code', details: { field: 'code' } }],
  [401, 'INVALID_BACKUP_CODE', { code: 'wrong_backup_code', details: { field: 'code' } }],
  [403, 'ACCOUNT_REMOVED', { code: 'account_removed' }],
  [400, 'FIELD_NOT_ALLOWED', { code: 'bad_request' }],
  [401, undefined, { code: 'not_signed_in' }],
  [403, 'INVALID_ORIGIN', { code: 'foreign_site' }],
  [409, undefined, { code: 'login_expired' }],
  [429, undefined, { code: 'too_many_requests' }],
])('better-auth’s %i %s is told by its code, or else by its status', (status, code, expected) =>
  expect(toApiError(status, code)).toMatchObject(expected),
)

test.each([402, 404, 500])('better-auth’s %i without a known code is unexpected', (status) =>
  expect(() => toApiError(status, 'SOMETHING_NEW')).toThrow(`better-auth returned status ${status}`),
)

test.each([
  ['Nila Das', 'nila@example.com', 'Nila Das'],
  ['Official', 'nila@example.com', 'nila'],
  ['Nila 01712345678', 'nila@example.com', 'nila'],
  ['01712345678', '01712345678@example.com', 'Member'],
])('who comes as %s from the social provider, with %s, is called %s', (name, email, expected) =>
  expect(sanitizeNewMember({ name, email })).toMatchObject({ name: expected }),
)
