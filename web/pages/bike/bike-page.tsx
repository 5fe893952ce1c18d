import { useEffect } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Client } from '#contract/client.ts'
import { isBikeSlug } from '#contract/slugs.ts'
import { OneBikeStyles, preloadOneBikeStyles } from '#web/layout/page-styles.tsx'
import { LoadingPage } from '#web/ui/loading-screen.tsx'
import { toLoadResult } from '#web/context/display-error.ts'
import { createLazyPart } from '#web/ui/hydration/lazy-hydration.tsx'
import { useSession, appContext } from '#web/context/app-context.ts'

const loadBody = async () => (await import('./bike-body.tsx')).BikeBody
// Most visitors only read this page, so its code loads on the first interaction.
const lazyBody = createLazyPart({
  load: loadBody,
  ssrComponent: import.meta.env.SSR ? await loadBody() : null,
  fallback: <LoadingPage />,
})

preloadOneBikeStyles()

/** The price estimate; null when it is unavailable or the bike is sold. */
const fetchPriceEstimate = async (
  client: Client,
  { _id: productId, soldAt }: { _id: string; soldAt: string | null },
) => {
  if (soldAt !== null) return null
  const priceEstimate = await toLoadResult(client('GET /worth/:productId', { params: { productId } }, { as: 'anyone' }))
  return priceEstimate.ok ? priceEstimate.value : null
}

/** The newest report of each who looked, for everybody; none when they cannot be loaded. Most bikes have none. */
const fetchInspections = async (client: Client, { isInspected }: { isInspected: boolean }, slug: string) => {
  if (!isInspected) return []
  const found = await toLoadResult(client('GET /bikes/:slug/inspections', { params: { slug } }, { as: 'anyone' }))
  return found.ok ? found.value.inspections.filter(({ state }) => state === 'signed') : []
}

/** Loads the bike of the URL. */
export const loader = async ({ context, params: { slug = '' } }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  if (!isBikeSlug(slug)) throw new Response(null, { status: 404 })
  // In the browser this loader runs only after a client-side navigation, where no server HTML exists.
  const [bike] = await Promise.all([client('GET /bikes/:slug', { params: { slug } }), lazyBody.hydrateNow()])
  const [priceEstimate, inspections] = await Promise.all([
    fetchPriceEstimate(client, bike),
    fetchInspections(client, bike, slug),
  ])
  return { bike, inspections, priceEstimate }
}

/** Hydrates the page for members, who may ask for the number; the server HTML is the same for everybody. */
const HydrateForMembers = () => {
  const { state } = useSession()
  useEffect(() => {
    if (state === 'member') void lazyBody.hydrateNow().catch(() => {})
  }, [state])
  return null
}

export default function Bike() {
  const { bike, priceEstimate, inspections } = useLoaderData<typeof loader>()
  return (
    <>
      <OneBikeStyles />
      <HydrateForMembers />
      <lazyBody.Part bike={bike} priceEstimate={priceEstimate} inspections={inspections} />
    </>
  )
}
