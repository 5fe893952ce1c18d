import { lazy } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { Advertisement } from './advertisement.tsx'
import { Carousel } from './carousel.tsx'
import { Categories } from './categories.tsx'
import { fetchAdvertisedBikes } from './advertised-bikes.ts'
import { toLoadResult } from '#web/context/display-error.ts'
import { HydrateOnInteraction } from '#web/ui/hydration/hydrate-on-interaction.tsx'
import { defer } from '#web/ui/await.tsx'
import { useMessages, appContext } from '#web/context/app-context.ts'

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const [categories, bikes] = await Promise.all([
    defer(toLoadResult(client('GET /category', {}, { as: 'anyone' }))),
    defer(toLoadResult(fetchAdvertisedBikes(client))),
  ])
  return { categories: categories.data, bikes: bikes.data }
}

const loadBelowTheFold = async () => (await import('./below-the-fold.tsx')).BelowTheFold
// The server imports it directly; the browser loads it after a client-side navigation.
const BelowTheFold = import.meta.env.SSR
  ? await loadBelowTheFold()
  : lazy(async () => ({ default: await loadBelowTheFold() }))

export default function Home() {
  const { categories, bikes } = useLoaderData<typeof loader>()
  const { home, title } = useMessages()
  return (
    <>
      <title>{title(home.title)}</title>
      <meta name="description" content={home.description} />
      <h1 className="sr-only">{home.heading}</h1>
      <Carousel />
      <Categories data={categories} />
      <Advertisement data={bikes} />
      <HydrateOnInteraction load={loadBelowTheFold}>
        <BelowTheFold />
      </HydrateOnInteraction>
    </>
  )
}
