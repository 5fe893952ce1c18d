import { homeMessages } from '#web/i18n/en/home.ts'
import type { AppContext } from '#web/context/app-context.ts'
import { toLoadResult } from '#web/context/display-error.ts'
import { defer } from '#web/ui/await.tsx'
import { truncate, type Category } from '#web/lib/bike.ts'
import type { CategoryText } from './category-card.tsx'
import { fetchAdvertisedBikes } from './advertised-bikes.ts'
import { fetchNewestBikes } from './newest-bikes.ts'
import { toOtherBrands } from './other-brands.tsx'

/** Spec §9: category description cut at 100 characters. */
const maxDescriptionLength = 100

/** The categories with the descriptions of their cards, in the language of the page. */
const toCards = (categories: Category[], descriptions: Record<string, string>): CategoryText[] =>
  categories.map(({ name, img, description }) => ({
    name,
    img,
    description: truncate(descriptions[name] ?? description, maxDescriptionLength),
  }))

/** Everything that the home page shows; a list that fails does not fail the page. */
export const fetchHomeData = async ({ client, language }: AppContext) => {
  const { descriptions } = (language.namespaces?.home ?? homeMessages.en).categories
  const [newest, categories, brands, bikes] = await Promise.all([
    defer(fetchNewestBikes(client, language.code)),
    defer(
      toLoadResult(
        client('GET /category', {}, { as: 'anyone' }).then((categories) => toCards(categories, descriptions)),
      ),
    ),
    defer(toLoadResult(client('GET /bikes/brands', {}, { as: 'anyone' }).then(toOtherBrands))),
    defer(toLoadResult(fetchAdvertisedBikes(client))),
  ])
  return { newest: newest.data, categories: categories.data, brands: brands.data, bikes: bikes.data }
}
