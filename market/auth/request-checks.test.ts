import { expect, test } from 'vitest'
import { assertSameSite } from './request-checks.ts'

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
