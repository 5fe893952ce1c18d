import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { Advertisement } from '../parts/advertisement.tsx'
import { Carousel } from '../parts/carousel.tsx'
import { Categories } from '../parts/categories.tsx'
import { ContactSection, sendContactForm } from '../parts/contact-section.tsx'
import { Why } from '../parts/why.tsx'
import { advertisedBikes } from '../parts/advertised-bikes.ts'
import { loaded } from '../trouble.ts'
import { coming } from '../ui/when-here.tsx'
import { useWords, world } from '../world.ts'

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { client } = context.get(world)
  const [categories, bikes] = await Promise.all([
    coming(loaded(client('GET /category', {}, { as: 'anyone' }))),
    coming(loaded(advertisedBikes(client))),
  ])
  return { categories: categories.data, bikes: bikes.data }
}

/** Sends the contact form. */
export const action = async ({ request, context }: ActionFunctionArgs) =>
  sendContactForm(context.get(world).client, await request.formData())

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
      <Why />
      <ContactSection />
    </>
  )
}
