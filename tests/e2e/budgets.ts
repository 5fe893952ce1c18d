// What the first visit of a screen may cost. A change that needs more says why, here.
import type { FixtureKey } from '#seed/fixtures.ts'
import type { ResourceKind } from '#benchmarks/pages/page-weight.ts'

export type Budget = {
  path: string
  who: FixtureKey | 'visitor'
  /** Bytes as they travel, most. */
  maxBytes: Record<ResourceKind, number>
  /** Files and calls, most. */
  maxRequests: number
}

// The two Latin fonts are preloaded on English pages, the two Bangla ones on the others, which fetch the Latin ones late. A
// seller's own words may be in Bangla on an English page.
const [latin, latinAndBangla] = [36_500, 144_500]
// The looks of the search and of a bike's page travel with every page, since there is one style sheet.
const style = 18_000
const smallPage = { style, font: latin, picture: 7_000, html: 3_500, other: 1_000 }
const listPage = { style, font: latinAndBangla, picture: 130_000, html: 3_000, other: 14_000 }

export const budgets: Budget[] = [
  // The home page: at most 100 KB of script (102,400 bytes), 350 KB in all, 20 requests. The way to the search stands in its
  // bar and at its foot, and the search's screens in its table of routes; 700 bytes answer until the rest is here.
  {
    path: '/',
    who: 'visitor',
    maxBytes: { script: 101_100, style, font: latin, picture: 120_000, html: 8_500, other: 1_000 },
    maxRequests: 18,
  },
  {
    path: '/bn',
    who: 'visitor',
    maxBytes: { script: 114_500, style, font: latinAndBangla, picture: 120_000, html: 9_500, other: 1_000 },
    maxRequests: 20,
  },
  // Its four essays are code and prose: they come as script so that a click opens them without the shop.
  { path: '/blog', who: 'visitor', maxBytes: { ...smallPage, script: 109_000, html: 8_500 }, maxRequests: 15 },
  // Its filters answer at once, so their program comes with it. The cheapest first: what other journeys offer is dearer, and
  // has whatever photo they took.
  {
    path: '/bikes?sort=price',
    who: 'visitor',
    maxBytes: { ...listPage, script: 109_500, html: 22_000, other: 1_500 },
    maxRequests: 30,
  },
  { path: '/login', who: 'visitor', maxBytes: { ...smallPage, script: 104_000 }, maxRequests: 16 },
  { path: '/register', who: 'visitor', maxBytes: { ...smallPage, script: 103_000 }, maxRequests: 16 },
  { path: '/nowhere', who: 'visitor', maxBytes: { ...smallPage, script: 100_000 }, maxRequests: 13 },
  { path: '/categoryDetails/Yamaha', who: 'karim', maxBytes: { ...listPage, script: 103_000 }, maxRequests: 25 },
  { path: '/dashboard', who: 'karim', maxBytes: { ...listPage, script: 106_000 }, maxRequests: 36 },
  { path: '/dashboard/myproducts', who: 'rahim', maxBytes: { ...listPage, script: 108_000 }, maxRequests: 35 },
]
