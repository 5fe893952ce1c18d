import { X } from 'lucide'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { BikePage } from '#contract/bike-page.ts'
import type { Client } from '#contract/client.ts'
import { isBikeSlug } from '#contract/slugs.ts'
import { maxCompared, toComparePath } from '#web/components/compare-choice.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { VerifiedBadge } from '#web/components/product-facts.tsx'
import { useSpecs } from '#web/components/bike-specs.tsx'
import { isApiResponseError } from '#web/context/display-error.ts'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { saveList } from '#web/lib/local-storage-lists.ts'
import { comparisonMessages } from '#web/i18n/en/comparison.ts'
import { searchMessages } from '#web/i18n/en/search.ts'
import { useMessages, useFormat, appContext } from '#web/context/app-context.ts'

type ComparedBike = z.output<typeof BikePage>

/** Fetches one bike; null when it no longer exists. */
const fetchBike = async (client: Client, slug: string): Promise<ComparedBike | null> => {
  if (!isBikeSlug(slug)) return null
  try {
    return await client('GET /bikes/:slug', { params: { slug } }, { as: 'anyone' })
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

const HeadCell = ({ bike, others }: { bike: ComparedBike; others: string[] }) => {
  const comparison = useMessages(comparisonMessages)
  const { card } = useMessages()
  return (
    <th scope="col">
      <Picture src={bike.image} alt="" sizes="(min-width: 48rem) 18rem, 10rem" />
      <Link className="link" to={`/bikes/${bike.slug}`}>
        {bike.productName}
      </Link>
      {bike.soldAt !== null && <span className="badge badge--stop">{card.sold}</span>}
      <Link
        className="btn btn--quiet"
        to={toComparePath(others)}
        aria-label={comparison.removeLabel(bike.productName)}
        onClick={() => saveList('compare', others.join(','))}
      >
        <Icon of={X} size={16} />
        {comparison.removeShort}
      </Link>
    </th>
  )
}

/** The price rows, which only the comparison shows, before the other facts. */
const usePriceRows = () => {
  const { card } = useMessages()
  const { taka } = useFormat()
  return ({ salePrice, originalPrice, location }: ComparedBike) => [
    { name: card.resalePrice, value: taka(salePrice) },
    { name: card.originalPrice, value: taka(originalPrice) },
    { name: card.location, value: location },
  ]
}

const Table = ({ bikes }: { bikes: ComparedBike[] }) => {
  const { compare } = useMessages(searchMessages)
  const comparison = useMessages(comparisonMessages)
  const { card } = useMessages()
  const [prices, specs] = [usePriceRows(), useSpecs()]
  const columns = bikes.map((bike) => [...prices(bike), ...specs(bike)])
  const names = [...new Set(columns.flat().map(({ name }) => name))]
  return (
    // Focusable, so that the keyboard can scroll a table wider than the screen.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="compare" tabIndex={0} role="region" aria-label={compare.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{comparison.property}</span>
            </th>
            {bikes.map((bike) => (
              <HeadCell
                key={bike.slug}
                bike={bike}
                others={bikes.flatMap(({ slug }) => (slug === bike.slug ? [] : [slug]))}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {columns.map((column, index) => (
                <td key={bikes[index]?.slug} className="num">
                  {column.find((one) => one.name === name)?.value ?? <span className="hint">{comparison.unknown}</span>}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{card.verified}</th>
            {bikes.map((bike) => (
              <td key={bike.slug}>
                <VerifiedBadge isVerified={bike.verification} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
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
    <div className="wrap section section--page">
      <title>{title(compare.title)}</title>
      <meta name="description" content={comparison.description} />
      <meta name="robots" content="noindex, follow" />
      <Heading level="h1" lead={comparison.lead}>
        {comparison.heading}
      </Heading>
      {isBikeMissing && <Note>{comparison.missing}</Note>}
      {bikes.length > 0 ? (
        <Table bikes={bikes} />
      ) : (
        <EmptyState heading={comparison.emptyHeading} action={action}>
          {comparison.emptyText}
        </EmptyState>
      )}
    </div>
  )
}
