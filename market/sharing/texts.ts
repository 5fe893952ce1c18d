// Pure. The texts of the Open Graph image, and the XML of sitemaps.
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { PapersLevel } from '#contract/papers/paper-kinds.ts'
import type { PriceVerdict } from '#contract/price-estimates.ts'
import { escapeHtml } from '#contract/text.ts'

/** The data of the image; `version` grows with every edit of the bike. */
export type SharedBike = {
  name: string
  salePriceTaka: number
  location: string
  picture: string
  isVerified: boolean
  papersLevel: PapersLevel
  isInspected: boolean
  soldAt: Date | null
  year: number
  kilometres: number | null
  priceVerdict: z.output<typeof PriceVerdict>
}

// Increase this after a change of the design, so that caches fetch the images again.
const imageVersion = 3

/** The ETag of an image; changes with its content. */
export const computeEtag = (bike: SharedBike): string =>
  `"${createHash('sha256')
    .update(JSON.stringify([imageVersion, bike]))
    .digest('base64url')
    .slice(0, 22)}"`

const takaFormat = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
const maxNameLength = 70

const verdictTexts = { great: 'Great price', good: 'Good price', fair: 'Fair price' } as const

/** A verdict that a seller may show around; a high price is for the page to say. */
const getSharedVerdict = ({ priceVerdict, soldAt }: SharedBike): keyof typeof verdictTexts | null =>
  soldAt === null && (priceVerdict === 'great' || priceVerdict === 'good' || priceVerdict === 'fair')
    ? priceVerdict
    : null

const levelTexts: Partial<Record<PapersLevel, string>> = { complete: 'Papers complete', unregistered: 'Unregistered' }

/** What the photo says of a bike on sale, as its card does. */
const listMarks = ({ papersLevel, isInspected, soldAt }: SharedBike): string[] =>
  soldAt === null ? [levelTexts[papersLevel] ?? [], isInspected ? 'Inspected' : []].flat() : []

/** The texts of the image: few, in English with Latin digits, because recipients read any language. */
export const toImageText = (bike: SharedBike) => {
  const { name, salePriceTaka, location, isVerified, soldAt, year, kilometres } = bike
  const verdict = getSharedVerdict(bike)
  const facts = [String(year), kilometres === null ? null : `${takaFormat.format(kilometres)} km`]
  const seller = isVerified ? 'Verified seller' : null
  const badge = [verdict && verdictTexts[verdict], seller].filter((text) => text !== null).join(' · ')
  return {
    name: name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name,
    facts: facts.filter((fact) => fact !== null).join(' · '),
    price: soldAt === null ? `৳${takaFormat.format(salePriceTaka)}` : 'Sold',
    location,
    marks: listMarks(bike).join(' · '),
    badge: badge === '' ? 'Used motorbike' : badge,
    verdict,
    isSold: soldAt !== null,
  }
}

/** A page of a sitemap: its path without the language prefix, and its last change if known. */
export type SitemapPage = { path: string; changedAt?: Date | null }

const toBanglaPath = (path: string): string => (path === '/' ? '/bn' : `/bn${path}`)

const toUrlEntry = (publicUrl: string, { path, changedAt }: SitemapPage): string => {
  const [english, bangla] = [publicUrl + path, publicUrl + toBanglaPath(path)].map(escapeHtml)
  const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  const alternates = `<xhtml:link rel="alternate" hreflang="en" href="${english}"/><xhtml:link rel="alternate" hreflang="bn" href="${bangla}"/>`
  return [english, bangla].map((url) => `<url><loc>${url}</loc>${lastmod}${alternates}</url>`).join('\n')
}

/** Formats a sitemap with each page in both languages, linked by hreflang. */
export const createSitemap = (publicUrl: string, pages: readonly SitemapPage[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${pages.map((page) => toUrlEntry(publicUrl, page)).join('\n')}
</urlset>
`

/** Formats the sitemap index. */
export const createSitemapIndex = (publicUrl: string, paths: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `<sitemap><loc>${escapeHtml(publicUrl + path)}</loc></sitemap>`).join('\n')}
</sitemapindex>
`
