// What a shared picture says of a bike, and how a list of addresses is written for search engines.
import { createHash } from 'node:crypto'
import { escapeHtml } from '#contract/text.ts'

/** What the picture shows; `version` grows with every change of the bike. */
export type SharedBike = {
  name: string
  salePriceTaka: number
  location: string
  picture: string
  isVerified: boolean
  soldAt: Date | null
}

// A new way of drawing makes every picture another one.
const imageVersion = 1

/** The tag of a bike's picture: the same as long as the picture would be. */
export const computeEtag = (bike: SharedBike): string =>
  `"${createHash('sha256')
    .update(JSON.stringify([imageVersion, bike]))
    .digest('base64url')
    .slice(0, 22)}"`

const takaFormat = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
const maxNameLength = 70

/** The words of the picture. Friends read them in any language, so they are few, and the figures are Latin. */
export const toImageText = ({ name, salePriceTaka, location, isVerified, soldAt }: SharedBike) => ({
  name: name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name,
  price: soldAt === null ? `৳${takaFormat.format(salePriceTaka)}` : 'Sold',
  location,
  badge: isVerified ? 'Verified seller' : 'Used motorbike',
  isSold: soldAt !== null,
})

/** A page of the shop: its path without a language, and when it changed last, as far as that is known. */
export type SitemapPage = { path: string; changedAt?: Date | null }

const toBanglaPath = (path: string): string => (path === '/' ? '/bn' : `/bn${path}`)

const toUrlEntry = (publicUrl: string, { path, changedAt }: SitemapPage): string => {
  const [english, bangla] = [publicUrl + path, publicUrl + toBanglaPath(path)].map(escapeHtml)
  const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  const alternates = `<xhtml:link rel="alternate" hreflang="en" href="${english}"/><xhtml:link rel="alternate" hreflang="bn" href="${bangla}"/>`
  return [english, bangla].map((url) => `<url><loc>${url}</loc>${lastmod}${alternates}</url>`).join('\n')
}

/** A sitemap of these pages, each in both languages, which know of each other. */
export const createSitemap = (publicUrl: string, pages: readonly SitemapPage[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${pages.map((page) => toUrlEntry(publicUrl, page)).join('\n')}
</urlset>
`

/** The list of sitemaps, by their paths. */
export const createSitemapIndex = (publicUrl: string, paths: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `<sitemap><loc>${escapeHtml(publicUrl + path)}</loc></sitemap>`).join('\n')}
</sitemapindex>
`
