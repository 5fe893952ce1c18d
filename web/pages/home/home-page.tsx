import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { Advertisement } from './advertisement.tsx'
import { Carousel } from './carousel.tsx'
import { Categories } from './categories.tsx'
import { fetchAdvertisedBikes } from './advertised-bikes.ts'
import { toLoadResult } from '#web/context/display-error.ts'
import { createLazyPart } from '#web/ui/hydration/lazy-hydration.tsx'
import { defer } from '#web/ui/await.tsx'
import { useMessages, appContext } from '#web/context/app-context.ts'

const loadBelowTheFold = async () => (await import('./below-the-fold.tsx')).BelowTheFold
const belowTheFold = createLazyPart({
  load: loadBelowTheFold,
  ssrComponent: import.meta.env.SSR ? await loadBelowTheFold() : null,
  fallback: null,
})

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  // In the browser this loader runs only after a client-side navigation, where no server HTML exists.
  void belowTheFold.hydrateNow().catch(() => {})
  const [categories, brands, bikes] = await Promise.all([
    defer(toLoadResult(client('GET /category', {}, { as: 'anyone' }))),
    defer(toLoadResult(client('GET /bikes/brands', {}, { as: 'anyone' }))),
    defer(toLoadResult(fetchAdvertisedBikes(client))),
  ])
  return { categories: categories.data, brands: brands.data, bikes: bikes.data }
}

export default function Home() {
  const { categories, brands, bikes } = useLoaderData<typeof loader>()
  const { home, title } = useMessages()
  return (
    <>
      <title>{title(home.title)}</title>
      <meta name="description" content={home.description} />
      <h1 className="sr-only">{home.heading}</h1>
      <Link className="valuebar" to="/valuation">
        <b>{home.valuation}</b> <span>{home.valuationLead}</span>
      </Link>
      <Carousel />
      <Categories data={categories} brands={brands} />
      <Advertisement data={bikes} />
      <belowTheFold.Part />
    </>
  )
}
