import type { z } from 'zod'
import type { BikePage } from '#contract/bike-page.ts'
import { pathIn } from '#web/i18n/language.ts'
import { bikePage } from '#web/i18n/en/bike-page.ts'
import { finding } from '#web/i18n/en/search.ts'
import { useChapter, useFigures, useWords, useWorld } from '#web/context/app-context.ts'
import { breadcrumbs, dataBlock, motorcycle } from './structured-data.ts'

type Shown = z.output<typeof BikePage>

// As the drawing is made; who shows it keeps the place for it.
const sharePicture = { widthPx: 1200, heightPx: 630 }

/** The page's whole address in the language of the page. */
export const useBikeUrl = (slug: string): string => {
  const { shopUrl, language } = useWorld()
  return shopUrl + pathIn(language.code, `/bikes/${slug}`)
}

/** Title and description, as a tab, a search engine and a friend's telephone show them. */
export const useBikeTexts = (bike: Shown) => {
  const words = useChapter(bikePage)
  const { card } = useWords()
  const { kmOf } = useChapter(finding)
  const { taka, digits, count } = useFigures()
  const { productName, soldAt, kilometres } = bike
  if (soldAt !== null) return { title: words.titleSold(productName), description: words.descriptionSold(productName) }
  const facts = [
    productName,
    digits(bike.purchaseTime),
    kilometres === null ? null : kmOf(count(kilometres)),
    card.conditions[bike.condition],
    bike.location,
    taka(bike.salePrice),
  ].filter((fact) => fact !== null)
  return {
    title: words.title(productName, taka(bike.salePrice)),
    description: words.description(facts.join(', ')),
  }
}

const Shared = ({ bike, title, description }: { bike: Shown; title: string; description: string }) => {
  const { shopUrl, language } = useWorld()
  const { shop } = useWords()
  const picture = `${shopUrl}/share/${bike.slug}.jpg`
  return (
    <>
      <meta property="og:type" content="product" />
      <meta property="og:site_name" content={shop} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={useBikeUrl(bike.slug)} />
      <meta property="og:locale" content={language.code === 'bn' ? 'bn_BD' : 'en_GB'} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content={String(sharePicture.widthPx)} />
      <meta property="og:image:height" content={String(sharePicture.heightPx)} />
      <meta property="og:image:alt" content={bike.productName} />
      <meta property="product:price:amount" content={String(bike.salePrice)} />
      <meta property="product:price:currency" content="BDT" />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={picture} />
    </>
  )
}

/** A block of data for search engines. Browsers do not run it, so the page's policy need not allow it. */
const Data = ({ of }: { of: object }) => (
  <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: dataBlock(of) }} />
)

/** What the page tells of itself to whoever does not look at it: tabs, search engines, friends' telephones. */
export const BikeHead = ({ bike }: { bike: Shown }) => {
  const { shopUrl, language } = useWorld()
  const { title: titleOf, bar } = useWords()
  const { bikes } = useChapter(bikePage)
  const { title, description } = useBikeTexts(bike)
  const pageUrl = useBikeUrl(bike.slug)
  const steps = [
    { name: bar.home, url: shopUrl + pathIn(language.code, '/') },
    { name: bikes, url: shopUrl + pathIn(language.code, '/bikes') },
    { name: bike.productName, url: pageUrl },
  ]
  return (
    <>
      <title>{titleOf(title)}</title>
      <meta name="description" content={description} />
      <Shared bike={bike} title={title} description={description} />
      <Data of={motorcycle(bike, { shopUrl, pageUrl })} />
      <Data of={breadcrumbs(steps)} />
    </>
  )
}
