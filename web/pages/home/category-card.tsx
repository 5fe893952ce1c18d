import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { cut, type Category } from '#web/lib/bike.ts'
import { Picture } from '#web/ui/picture.tsx'
import { useWords } from '#web/context/app-context.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Spec §9: category description cut at 100 characters. */
const descriptionLongest = 100

/** One maker; the whole card leads to its bikes. */
export const CategoryCard = ({ category }: { category: Category }) => {
  const { categories } = useWords().home
  return (
    <article className="cat">
      <div className="cat__photo">
        <Picture src={category.img} alt="" />
      </div>
      <div className="cat__body">
        <h3>{category.name}</h3>
        <p>{cut(categories.descriptions[category.name] ?? category.description, descriptionLongest)}</p>
      </div>
      <Link
        className="cat__go"
        to={`/categoryDetails/${category.name}`}
        aria-label={categories.viewAllOf(category.name)}
      >
        {categories.viewAll}
        <Icon of={ArrowRight} size={20} />
      </Link>
    </article>
  )
}
