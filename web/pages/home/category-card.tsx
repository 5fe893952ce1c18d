import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { homeMessages } from '#web/i18n/en/home.ts'
import type { Category } from '#web/lib/bike.ts'
import { Picture } from '#web/ui/picture.tsx'
import { useMessages } from '#web/context/app-context.ts'
import { Icon } from '#web/ui/icon.tsx'

/** What a card shows of a category, in the language of the page. */
export type CategoryText = Pick<Category, 'name' | 'img' | 'description'>

/** One brand; the whole card links to its bikes. */
export const CategoryCard = ({ category }: { category: CategoryText }) => {
  const { categories } = useMessages(homeMessages)
  return (
    <article className="cat">
      <div className="cat__photo">
        <Picture src={category.img} alt="" />
      </div>
      <div className="cat__body">
        <h3 translate="no">{category.name}</h3>
        <p>{category.description}</p>
      </div>
      <Link
        className="cat__go"
        to={`/categoryDetails/${category.name}`}
        aria-label={categories.viewAllLabel(category.name)}
      >
        {categories.viewAll}
        <Icon of={ArrowRight} size={20} />
      </Link>
    </article>
  )
}
