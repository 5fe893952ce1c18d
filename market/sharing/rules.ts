// What a shared picture says of a bike, and how a list of addresses is written for search engines.
import { createHash } from 'node:crypto'

/** What the picture shows; `version` grows with every change of the bike. */
export type Shared = {
  name: string
  salePriceTaka: number
  location: string
  picture: string
  isVerified: boolean
  soldAt: Date | null
}

// A new way of drawing makes every picture another one.
const drawnLike = 1

/** The tag of a bike's picture: the same as long as the picture would be. */
export const tagOf = (bike: Shared): string =>
  `"${createHash('sha256')
    .update(JSON.stringify([drawnLike, bike]))
    .digest('base64url')
    .slice(0, 22)}"`

const lakh = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
const namesLongest = 70

/** The words of the picture. Friends read them in any language, so they are few, and the figures are Latin. */
export const wordsOn = ({ name, salePriceTaka, location, isVerified, soldAt }: Shared) => ({
  name: name.length > namesLongest ? `${name.slice(0, namesLongest)}…` : name,
  price: soldAt === null ? `৳${lakh.format(salePriceTaka)}` : 'Sold',
  place: location,
  badge: isVerified ? 'Verified seller' : 'Used motorbike',
  isSold: soldAt !== null,
})

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A page of the shop: its path without a language, and when it changed last, as far as that is known. */
export type Listed = { path: string; changedAt?: Date | null }

const inBangla = (path: string): string => (path === '/' ? '/bn' : `/bn${path}`)

const urlOf = (publicUrl: string, { path, changedAt }: Listed): string => {
  const [english, bangla] = [publicUrl + path, publicUrl + inBangla(path)].map(escaped)
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  const others = `<xhtml:link rel="alternate" hreflang="en" href="${english}"/><xhtml:link rel="alternate" hreflang="bn" href="${bangla}"/>`
  return [english, bangla].map((url) => `<url><loc>${url}</loc>${changed}${others}</url>`).join('\n')
}

/** A sitemap of these pages, each in both languages, which know of each other. */
export const sitemap = (publicUrl: string, pages: readonly Listed[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${pages.map((page) => urlOf(publicUrl, page)).join('\n')}
</urlset>
`

/** The list of sitemaps, by their paths. */
export const sitemapIndex = (publicUrl: string, paths: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `<sitemap><loc>${escaped(publicUrl + path)}</loc></sitemap>`).join('\n')}
</sitemapindex>
`
