// What the first visit of a screen may cost. A change that needs more says why, here.
import type { CastKey } from '../seed/cast.ts'
import type { Kind } from '../bench/page-weight.ts'

export type Budget = {
  path: string
  who: CastKey | 'visitor'
  /** Bytes as they travel, most. */
  bytes: Record<Kind, number>
  /** Files and calls, most. */
  requests: number
}

// The two Latin fonts are preloaded on every page; a page in Bangla has two more.
const [latinFonts, banglaFonts] = [54_000, 164_000]
const style = 15_500
const few = { style, font: latinFonts, picture: 5_000, html: 5_000, other: 2_000 }
const list = { style, font: latinFonts, picture: 130_000, html: 5_000, other: 25_000 }

export const budgets: Budget[] = [
  // The bar: at most 100 KB of script, 350 KB in all, 20 requests.
  {
    path: '/',
    who: 'visitor',
    bytes: { script: 100_000, style, font: latinFonts, picture: 170_000, html: 9_000, other: 1_000 },
    requests: 20,
  },
  {
    path: '/bn',
    who: 'visitor',
    bytes: { script: 120_000, style, font: banglaFonts, picture: 170_000, html: 11_000, other: 1_000 },
    requests: 23,
  },
  // Its four essays are code and prose: they come as script so that a click opens them without the shop.
  { path: '/blog', who: 'visitor', bytes: { ...few, script: 110_000, html: 14_000 }, requests: 12 },
  { path: '/login', who: 'visitor', bytes: { ...few, script: 104_000 }, requests: 16 },
  { path: '/register', who: 'visitor', bytes: { ...few, script: 104_000 }, requests: 16 },
  { path: '/nowhere', who: 'visitor', bytes: { ...few, script: 101_000 }, requests: 12 },
  { path: '/categoryDetails/Yamaha', who: 'karim', bytes: { ...list, script: 104_000 }, requests: 26 },
  { path: '/dashboard', who: 'karim', bytes: { ...list, script: 107_000 }, requests: 26 },
  { path: '/dashboard/myproducts', who: 'rahim', bytes: { ...list, script: 110_000 }, requests: 30 },
]
