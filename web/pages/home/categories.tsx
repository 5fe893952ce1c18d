import { useRevalidator } from 'react-router'
import type { Category } from '#web/lib/bike.ts'
import type { Loaded } from '#web/context/display-error.ts'
import { Heading } from '#web/ui/heading.tsx'
import { FailedNote } from '#web/ui/note.tsx'
import { WhenHere, type Coming } from '#web/ui/await.tsx'
import { useWords } from '#web/context/app-context.ts'
import { CardBones } from './card-skeletons.tsx'
import { CategoryCard } from './category-card.tsx'

const List = ({ list }: { list: Loaded<Category[]> }) => {
  const { home, lists } = useWords()
  const { revalidate } = useRevalidator()
  const { failed, empty } = home.categories
  if (!list.ok) {
    return <FailedNote message={`${failed} ${list.message}`} retry={lists.retry} onRetry={() => void revalidate()} />
  }
  if (list.value.length === 0) return <p>{empty}</p>
  return (
    <ul className="grid-cards grid-cards--three">
      {list.value.map((category) => (
        <li key={category._id}>
          <CategoryCard category={category} />
        </li>
      ))}
    </ul>
  )
}

/** "Our Products": the makers. */
export const Categories = ({ data }: { data: Coming<Loaded<Category[]>> }) => {
  const { categories } = useWords().home
  return (
    <section className="section" id="products">
      <div className="wrap">
        <Heading lead={categories.lead}>{categories.heading}</Heading>
        <WhenHere data={data} waiting={<CardBones />}>
          {(list) => <List list={list} />}
        </WhenHere>
      </div>
    </section>
  )
}
