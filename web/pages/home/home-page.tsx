import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { homeMessages } from '#web/i18n/en/home.ts'
import { Carousel } from './carousel.tsx'
import { createLazyPart } from '#web/ui/hydration/lazy-hydration.tsx'
import { useMessages, appContext } from '#web/context/app-context.ts'

const loadBelowTheFold = async () => (await import('./below-the-fold.tsx')).BelowTheFold
const belowTheFold = createLazyPart({
  load: loadBelowTheFold,
  ssrComponent: import.meta.env.SSR ? await loadBelowTheFold() : null,
  fallback: null,
})

const loadFirstScreen = async () => (await import('./first-screen.tsx')).FirstScreen
const firstScreen = createLazyPart({
  load: loadFirstScreen,
  ssrComponent: import.meta.env.SSR ? await loadFirstScreen() : null,
  fallback: null,
})

// The cards are a file of their own: fetched beside the lists, not after them.
const loadBikeLists = async () =>
  (await Promise.all([import('./bike-lists.tsx'), import('#web/components/product-card/product-card.tsx')]))[0]
    .BikeLists
const bikeLists = createLazyPart({
  load: loadBikeLists,
  ssrComponent: import.meta.env.SSR ? await loadBikeLists() : null,
  fallback: null,
})

export const loader = async ({ context }: LoaderFunctionArgs) => {
  // In the browser this loader runs only after a client-side navigation, where no server HTML exists.
  for (const part of [firstScreen, bikeLists, belowTheFold]) void part.hydrateNow().catch(() => {})
  const { fetchHomeData } = await import('./fetch-home-data.ts')
  return fetchHomeData(context.get(appContext))
}

export default function Home() {
  const { newest, categories, brands, bikes } = useLoaderData<typeof loader>()
  const { title } = useMessages()
  const home = useMessages(homeMessages)
  return (
    <>
      <title>{title(home.title)}</title>
      <meta name="description" content={home.description} />
      <firstScreen.Part data={newest} />
      <Carousel />
      <bikeLists.Part data={categories} brands={brands} bikes={bikes} />
      <belowTheFold.Part />
    </>
  )
}
