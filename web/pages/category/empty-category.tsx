import { Link } from 'react-router'
import { EmptyState } from '#web/components/empty-state.tsx'
import { categoryMessages } from '#web/i18n/en/category.ts'
import { useMessages } from '#web/context/app-context.ts'

/** A category without a bike on sale, and the way to the others. */
export const EmptyCategory = ({ name }: { name: string }) => {
  const category = useMessages(categoryMessages)
  const action = (
    <Link className="btn btn--primary" to="/#products">
      {category.emptyAction}
    </Link>
  )
  return (
    <EmptyState heading={category.emptyHeading(name)} action={action}>
      {category.emptyText}
    </EmptyState>
  )
}
