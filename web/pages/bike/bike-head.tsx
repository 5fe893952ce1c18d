import type { z } from 'zod'
import type { BikePage } from '#contract/bike-page.ts'
import { toLanguagePath } from '#web/i18n/language.ts'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { searchMessages } from '#web/i18n/en/search.ts'
import { useMessages, useFormat, useApp } from '#web/context/app-context.ts'
import { toBreadcrumbList, toJsonLd, toMotorcycle } from './structured-data.ts'

type BikeDetails = z.output<typeof BikePage>

// Size of the Open Graph image, so that apps can reserve its space.
const shareImage = { widthPx: 1200, heightPx: 630 }

/** The absolute URL of a bike's page in the language of the page. */
export const useBikeUrl = (slug: string): string => {
  const { shopUrl, language } = useApp()
  return shopUrl + toLanguagePath(language.code, `/bikes/${slug}`)
}

/** Title and description for tabs, search engines and link previews. */
export const useBikeTexts = (bike: BikeDetails) => {
  const messages = useMessages(bikePageMessages)
  const { card } = useMessages()
  const { kmValue } = useMessages(searchMessages)
  const { taka, digits, count } = useFormat()
  const { productName, soldAt, kilometres } = bike
  if (soldAt !== null)
    return { title: messages.titleSold(productName), description: messages.descriptionSold(productName) }
  const facts = [
    productName,
    digits(bike.registrationYear ?? bike.purchaseTime),
    kilometres === null ? null : kmValue(count(kilometres)),
    card.conditions[bike.condition],
    bike.location,
    taka(bike.salePrice),
  ].filter((fact) => fact !== null)
  return {
    title: messages.title(productName, taka(bike.salePrice)),
    description: messages.description(facts.join(', ')),
  }
}

const OpenGraphTags = ({ bike, title, description }: { bike: BikeDetails; title: string; description: string }) => {
  const { shopUrl, language } = useApp()
  const { shop } = useMessages()
  const imageUrl = `${shopUrl}/share/${bike.slug}.jpg`
  return (
    <>
      <meta property="og:type" content="product" />
      <meta property="og:site_name" content={shop} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={useBikeUrl(bike.slug)} />
      <meta property="og:locale" content={language.code === 'bn' ? 'bn_BD' : 'en_GB'} />
      <meta property="og:image" content={imageUrl} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content={String(shareImage.widthPx)} />
      <meta property="og:image:height" content={String(shareImage.heightPx)} />
      <meta property="og:image:alt" content={bike.productName} />
      <meta property="product:price:amount" content={String(bike.salePrice)} />
      <meta property="product:price:currency" content="BDT" />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={imageUrl} />
    </>
  )
}

/** Structured data for search engines. Browsers do not execute it, so the Content-Security-Policy need not allow it. */
const JsonLd = ({ data }: { data: object }) => (
  <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: toJsonLd(data) }} />
)

/** Title, description, Open Graph tags and structured data of the page. */
export const BikeHead = ({ bike }: { bike: BikeDetails }) => {
  const { shopUrl, language } = useApp()
  const { title: formatTitle, topBar } = useMessages()
  const { bikes } = useMessages(bikePageMessages)
  const { title, description } = useBikeTexts(bike)
  const pageUrl = useBikeUrl(bike.slug)
  const breadcrumbs = [
    { name: topBar.home, url: shopUrl + toLanguagePath(language.code, '/') },
    { name: bikes, url: shopUrl + toLanguagePath(language.code, '/bikes') },
    { name: bike.productName, url: pageUrl },
  ]
  return (
    <>
      <title>{formatTitle(title)}</title>
      <meta name="description" content={description} />
      <OpenGraphTags bike={bike} title={title} description={description} />
      <JsonLd data={toMotorcycle(bike, { shopUrl, pageUrl })} />
      <JsonLd data={toBreadcrumbList(breadcrumbs)} />
    </>
  )
}
