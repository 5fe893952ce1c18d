// What the first visit of a screen may cost. A change that needs more says why, here.
import type { CastKey } from '#seed/fixtures.ts'
import type { Kind } from '#benchmarks/pages/page-weight.ts'

export type Budget = {
  path: string
  who: CastKey | 'visitor'
  /** Bytes as they travel, most. */
  bytes: Record<Kind, number>
  /** Files and calls, most. */
  requests: number
}

// The two Latin fonts are preloaded on English pages, the two Bangla ones on the others, which fetch the Latin ones late. A
// seller's own words may be in Bangla on an English page.
const [latin, latinAndBangla] = [36_500, 144_500]
// The looks of the search and of a bike's page travel with every page, since there is one style sheet.
const style = 18_000
const few = { style, font: latin, picture: 7_000, html: 3_500, other: 1_000 }
const list = { style, font: latinAndBangla, picture: 130_000, html: 3_000, other: 14_000 }

export const budgets: Budget[] = [
  // The home page: at most 100 KB of script (102,400 bytes), 350 KB in all, 20 requests. The way to the search stands in its
  // bar and at its foot, and the search's screens in its table of routes; 700 bytes answer until the rest is here.
  {
    path: '/',
    who: 'visitor',
    bytes: { script: 101_100, style, font: latin, picture: 120_000, html: 8_500, other: 1_000 },
    requests: 18,
  },
  {
    path: '/bn',
    who: 'visitor',
    bytes: { script: 114_500, style, font: latinAndBangla, picture: 120_000, html: 9_500, other: 1_000 },
    requests: 20,
  },
  // Its four essays are code and prose: they come as script so that a click opens them without the shop.
  { path: '/blog', who: 'visitor', bytes: { ...few, script: 109_000, html: 8_500 }, requests: 15 },
  // Its filters answer at once, so their program comes with it. The cheapest first: what other journeys offer is dearer, and
  // has whatever photo they took.
  {
    path: '/bikes?sort=price',
    who: 'visitor',
    bytes: { ...list, script: 109_500, html: 22_000, other: 1_500 },
    requests: 30,
  },
  { path: '/login', who: 'visitor', bytes: { ...few, script: 104_000 }, requests: 16 },
  { path: '/register', who: 'visitor', bytes: { ...few, script: 103_000 }, requests: 16 },
  { path: '/nowhere', who: 'visitor', bytes: { ...few, script: 100_000 }, requests: 13 },
  { path: '/categoryDetails/Yamaha', who: 'karim', bytes: { ...list, script: 103_000 }, requests: 25 },
  { path: '/dashboard', who: 'karim', bytes: { ...list, script: 106_000 }, requests: 36 },
  { path: '/dashboard/myproducts', who: 'rahim', bytes: { ...list, script: 108_000 }, requests: 35 },
]
