import { memo, Suspense, useEffect } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Client } from '#contract/client.ts'
import { isSlug } from '#web/lib/bike.ts'
import { LoadingPage } from '#web/ui/loading-screen.tsx'
import { toLoadResult } from '#web/context/display-error.ts'
import { lazyClassName, lazyOnInteraction } from '#web/ui/hydration/lazy-on-interaction.ts'
import { useSession, appContext } from '#web/context/app-context.ts'

const loadBody = async () => (await import('./bike-body.tsx')).BikeBody
// Most people read the page of a bike and go on: its program comes when somebody reaches for something on it.
const lazyBody = import.meta.env.SSR
  ? { Component: await loadBody(), hydrateNow: () => {} }
  : lazyOnInteraction(loadBody)

/** Whether the price is fair; null when that cannot be told now, and of a bike that is sold. */
const fetchPriceEstimate = async (
  client: Client,
  { _id: productId, soldAt }: { _id: string; soldAt: string | null },
) => {
  if (soldAt !== null) return null
  const priceEstimate = await toLoadResult(client('GET /worth/:productId', { params: { productId } }, { as: 'anyone' }))
  return priceEstimate.ok ? priceEstimate.value : null
}

/** The bike of the address, with its contact number for whoever is signed in. */
export const loader = async ({ context, params: { slug = '' } }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  if (!isSlug(slug)) throw new Response(null, { status: 404 })
  // Runs in the browser only for somebody who comes from another screen, where nothing was written by the server.
  lazyBody.hydrateNow()
  const bike = await client('GET /bikes/:slug', { params: { slug } })
  return { bike, priceEstimate: await fetchPriceEstimate(client, bike) }
}

/** Members are told the contact number, which does not stand in a page that is the same for everybody. */
const HydrateForMembers = () => {
  const { state } = useSession()
  useEffect(() => {
    if (state === 'member') lazyBody.hydrateNow()
  }, [state])
  return null
}

type Data = Awaited<ReturnType<typeof loader>>

// What the server wrote may stand only as long as nothing above it is drawn anew: hence the memo, and nothing else in here.
const BikePageBody = ({ bike, priceEstimate }: Data) => (
  <div className={lazyClassName}>
    <Suspense fallback={<LoadingPage />}>
      <lazyBody.Component bike={bike} priceEstimate={priceEstimate} />
    </Suspense>
  </div>
)
const Page = memo(BikePageBody)

/** The page of one bike. */
export default function Bike() {
  const { bike, priceEstimate } = useLoaderData<typeof loader>()
  return (
    <>
      <HydrateForMembers />
      <Page bike={bike} priceEstimate={priceEstimate} />
    </>
  )
}
