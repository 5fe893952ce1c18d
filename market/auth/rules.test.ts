import { expect, test } from 'vitest'
import { refuseForeignSite } from './rules.ts'

const shop = 'https://motohaat.example'
const isLetIn = (said: { origin?: string; fetchSite?: string }): boolean => {
  try {
    refuseForeignSite({ origin: said.origin, fetchSite: said.fetchSite }, shop)
    return true
  } catch {
    return false
  }
}

test.each([
  {},
  { origin: shop },
  { origin: shop, fetchSite: 'same-origin' },
  { fetchSite: 'same-origin' },
  { fetchSite: 'none' },
])('the shop’s own pages and programs are let in: %j', (said) => expect(isLetIn(said)).toBe(true))

test.each([
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { origin: 'http://motohaat.example' },
  { origin: 'https://motohaat.example:8443' },
  { origin: 'https://motohaat.example.evil.example' },
  { fetchSite: 'cross-site' },
  { fetchSite: 'same-site' },
  { origin: shop, fetchSite: 'cross-site' },
  { fetchSite: 'something new' },
])('another site and a neighbour below the same name are not: %j', (said) => expect(isLetIn(said)).toBe(false))
