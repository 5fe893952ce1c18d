import type { z } from 'zod'
import { Link } from 'react-router'
import type { searchCalls } from '#contract/search.ts'
import { homeMessages } from '#web/i18n/en/home.ts'
import type { LoadResult } from '#web/context/display-error.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'

export type BrandCount = Pick<
  z.output<(typeof searchCalls)['GET /bikes/brands']['response']>[number],
  'slug' | 'name' | 'count'
>

// The cards of the section lead to these.
const cards = ['yamaha', 'suzuki', 'tvs']
const maxBrands = 12

/** The brands without a card that have the most bikes on sale, with what is shown of them. */
export const toOtherBrands = (brands: BrandCount[]): BrandCount[] =>
  brands
    .filter(({ slug }) => !cards.includes(slug))
    .slice(0, maxBrands)
    .map(({ slug, name, count }) => ({ slug, name, count }))

/** Such brands as links to the search: "Bajaj 214". Nothing if there are none. */
export const OtherBrands = ({ list }: { list: LoadResult<BrandCount[]> }) => {
  const { otherBrands } = useMessages(homeMessages).categories
  const { count } = useFormat()
  const brands = list.ok ? list.value : []
  if (brands.length === 0) return null
  return (
    <ul className="chips chips--one" aria-label={otherBrands}>
      {brands.map(({ slug, name, count: bikes }) => (
        <li key={slug}>
          <Link className="chip" to={`/bikes?brand=${slug}`}>
            <span translate="no">{name}</span> <span className="num">{count(bikes)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
