import type { Client } from '#contract/client.ts'
import type { SearchResponseBody } from '#contract/search.ts'
import type { Badge } from '#web/components/price-estimate-badge.tsx'
import type { LanguageCode } from '#web/i18n/language.ts'
import { toLoadResult, type LoadResult } from '#web/context/display-error.ts'

/**
 * The fields of a bike that its tile shows. The district stands for the location, which may be in Bangla: one such word would
 * load the Bangla font on an English page.
 */
export type TileBike = Pick<
  SearchResponseBody['bikes'][number],
  'slug' | 'productName' | 'salePrice' | 'image' | 'year' | 'kilometres'
> & { district: string | null; badge: Omit<Badge, 'compared'> | null }

/** How many bikes are for sale, exactly or about, and the newest of them. */
export type NewestBikes = Pick<SearchResponseBody, 'total' | 'counted'> & { bikes: TileBike[] }

/** Two rows of two on a phone, one row on a wide screen. More pictures would be more requests than the budget has. */
const maxTiles = '4'

/** Fetches the newest bikes, which are the same for everybody. Without their verdicts they are shown all the same. */
export const fetchNewestBikes = (client: Client, language: LanguageCode): Promise<LoadResult<NewestBikes>> => {
  const fetchTiles = async () => {
    const found = await client('GET /bikes', { query: { limit: maxTiles } }, { as: 'anyone' })
    const ids = found.bikes.map(({ _id }) => _id).join(',')
    const badges = await toLoadResult(client('GET /worthbadges', { query: { ids } }, { as: 'anyone' }))
    const bikes = found.bikes.map(
      ({ _id, slug, productName, salePrice, image, year, kilometres, district: slugOfDistrict }): TileBike => {
        const district = found.facets.districts.find(({ slug: one }) => one === slugOfDistrict)
        const badge = badges.ok ? badges.value.find(({ productId }) => productId === _id) : undefined
        // Without a verdict and without a warning nothing is shown, so nothing is sent.
        const isShown = badge && (badge.isFarBelow || badge.verdict !== 'unknown')
        return {
          slug,
          productName,
          salePrice,
          image,
          year,
          kilometres,
          district: (language === 'bn' ? district?.nameBn : null) ?? district?.name ?? null,
          badge: isShown ? { verdict: badge.verdict, isFarBelow: badge.isFarBelow } : null,
        }
      },
    )
    return { total: found.total, counted: found.counted, bikes }
  }
  return toLoadResult(fetchTiles())
}
