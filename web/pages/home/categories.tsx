import { useRevalidator } from 'react-router'
import { homeMessages } from '#web/i18n/en/home.ts'
import type { LoadResult } from '#web/context/display-error.ts'
import { Heading } from '#web/ui/heading.tsx'
import { ErrorNote } from '#web/ui/note.tsx'
import { Await, type Deferred } from '#web/ui/await.tsx'
import { useMessages } from '#web/context/app-context.ts'
import { CardSkeletons } from './card-skeletons.tsx'
import { CategoryCard, type CategoryText } from './category-card.tsx'
import { type BrandCount, OtherBrands } from './other-brands.tsx'

const List = ({ list }: { list: LoadResult<CategoryText[]> }) => {
  const { errorPage } = useMessages()
  const home = useMessages(homeMessages)
  const { revalidate } = useRevalidator()
  const { failed, empty } = home.categories
  if (!list.ok) {
    return <ErrorNote message={`${failed} ${list.message}`} retry={errorPage.retry} onRetry={() => void revalidate()} />
  }
  if (list.value.length === 0) return <p>{empty}</p>
  return (
    <ul className="grid-cards grid-cards--three">
      {list.value.map((category) => (
        <li key={category.name}>
          <CategoryCard category={category} />
        </li>
      ))}
    </ul>
  )
}

type Props = { data: Deferred<LoadResult<CategoryText[]>>; brands: Deferred<LoadResult<BrandCount[]>> }

/** "Our Products": the three cards, and the other brands as links to the search. */
export const Categories = ({ data, brands }: Props) => {
  const { categories } = useMessages(homeMessages)
  return (
    <section className="section" id="products">
      <div className="wrap">
        <Heading lead={categories.lead}>{categories.heading}</Heading>
        <Await data={data} fallback={<CardSkeletons />}>
          {(list) => <List list={list} />}
        </Await>
        <Await data={brands} fallback={null}>
          {(list) => <OtherBrands list={list} />}
        </Await>
      </div>
    </section>
  )
}
