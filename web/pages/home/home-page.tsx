import { lazy } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { Advertisement } from './advertisement.tsx'
import { Carousel } from './carousel.tsx'
import { Categories } from './categories.tsx'
import { advertisedBikes } from './advertised-bikes.ts'
import { loaded } from '#web/context/display-error.ts'
import { Asleep } from '#web/ui/hydration/hydrate-on-interaction.tsx'
import { coming } from '#web/ui/await.tsx'
import { useWords, world } from '#web/context/app-context.ts'

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { client } = context.get(world)
  const [categories, bikes] = await Promise.all([
    coming(loaded(client('GET /category', {}, { as: 'anyone' }))),
    coming(loaded(advertisedBikes(client))),
  ])
  return { categories: categories.data, bikes: bikes.data }
}

const loadBelow = async () => (await import('./below-the-fold.tsx')).HomeBelow
// The server has it at hand; a browser that comes from another screen fetches it.
const Below = import.meta.env.SSR ? await loadBelow() : lazy(async () => ({ default: await loadBelow() }))

export default function Home() {
  const { categories, bikes } = useLoaderData<typeof loader>()
  const { home, title } = useWords()
  return (
    <>
      <title>{title(home.title)}</title>
      <meta name="description" content={home.description} />
      <h1 className="sr-only">{home.heading}</h1>
      <Carousel />
      <Categories data={categories} />
      <Advertisement data={bikes} />
      <Asleep load={loadBelow}>
        <Below />
      </Asleep>
    </>
  )
}
