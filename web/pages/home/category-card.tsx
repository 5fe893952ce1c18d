import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { truncate, type Category } from '#web/lib/bike.ts'
import { Picture } from '#web/ui/picture.tsx'
import { useMessages } from '#web/context/app-context.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Spec §9: category description cut at 100 characters. */
const maxDescriptionLength = 100

/** One brand; the whole card links to its bikes. */
export const CategoryCard = ({ category }: { category: Category }) => {
  const { categories } = useMessages().home
  return (
    <article className="cat">
      <div className="cat__photo">
        <Picture src={category.img} alt="" />
      </div>
      <div className="cat__body">
        <h3>{category.name}</h3>
        <p>{truncate(categories.descriptions[category.name] ?? category.description, maxDescriptionLength)}</p>
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
