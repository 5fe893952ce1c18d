import { ChevronLeft } from 'lucide'
import { Link, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router'
import type { Client } from '#contract/client.ts'
import { isBikeSlug } from '#contract/slugs.ts'
import { CompareStyles } from '#web/layout/page-styles.tsx'
import { maxCompared } from '#web/lib/compare-paths.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { isApiResponseError, toLoadResult } from '#web/context/display-error.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'
import { comparisonMessages } from '#web/i18n/en/comparison.ts'
import { searchMessages } from '#web/i18n/en/search.ts'
import { useMessages, appContext } from '#web/context/app-context.ts'
import { ComparisonTable } from './comparison-table.tsx'
import type { ComparedBike, ComparedPrice } from './use-rows.ts'

/** What is said of the price of a bike on sale; null when it is unavailable. */
const fetchPriceEstimate = async (client: Client, productId: string): Promise<ComparedPrice | null> => {
  const priceEstimate = await toLoadResult(client('GET /worth/:productId', { params: { productId } }, { as: 'anyone' }))
  if (!priceEstimate.ok) return null
  const { verdict, isFarBelow, compared, range } = priceEstimate.value
  return { badge: { verdict, isFarBelow, compared }, middle: range?.middle ?? null }
}

/** Fetches one bike; null when it no longer exists. */
const fetchBike = async (client: Client, slug: string): Promise<ComparedBike | null> => {
  if (!isBikeSlug(slug)) return null
  try {
    const bike = await client('GET /bikes/:slug', { params: { slug } }, { as: 'anyone' })
    return { ...bike, priceEstimate: bike.soldAt === null ? await fetchPriceEstimate(client, bike._id) : null }
  } catch (error) {
    if (isApiResponseError(error) && error.status < 500) return null
    throw error
  }
}

/** Loads the bikes of the URL: `ids=one,two`, or repeated `ids` as checkboxes submit them. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const requestedSlugs = new URL(request.url).searchParams.getAll('ids').flatMap((ids) => ids.split(','))
  const slugs = [...new Set(requestedSlugs.filter((slug) => slug !== ''))].slice(0, maxCompared)
  const found = await Promise.all(slugs.map((slug) => fetchBike(client, slug)))
  return { bikes: found.filter((bike) => bike !== null), isBikeMissing: found.includes(null) }
}

/** The way back to the results that the bikes were ticked in, or to all bikes. */
const BackLink = () => {
  const { back } = useMessages(comparisonMessages)
  const navigate = useNavigate()
  return (
    <p className="crumb">
      <Link
        to="/bikes"
        onClick={(event) => {
          // React Router counts the pages of this visit.
          const { idx }: { idx?: number } = history.state ?? {}
          if (idx === undefined || idx === 0) return
          event.preventDefault()
          void navigate(-1)
        }}
      >
        <Icon of={ChevronLeft} size={18} />
        {back}
      </Link>
    </p>
  )
}

/** Two to four bikes side by side. */
export default function Compare() {
  const { bikes, isBikeMissing } = useLoaderData<typeof loader>()
  const { compare, emptyAction } = useMessages(searchMessages)
  const comparison = useMessages(comparisonMessages)
  const { title } = useMessages()
  const action = (
    <Link className="btn btn--primary" to="/bikes">
      {emptyAction}
    </Link>
  )
  return (
    <div className="wrap comparison">
      <CompareStyles />
      <title>{title(compare.title)}</title>
      <meta name="description" content={comparison.description} />
      <meta name="robots" content="noindex, follow" />
      <BackLink />
      <h1 className="bike__title">{comparison.heading}</h1>
      {bikes.length === 1 && <p className="hint">{compare.oneMore}</p>}
      {isBikeMissing && <Note>{comparison.missing}</Note>}
      {bikes.length > 0 ? (
        <ComparisonTable bikes={bikes} />
      ) : (
        <EmptyState heading={comparison.emptyHeading} action={action}>
          {comparison.emptyText}
        </EmptyState>
      )}
    </div>
  )
}
