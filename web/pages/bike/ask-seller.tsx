import { Link } from 'react-router'
import { useMessages } from '#web/context/app-context.ts'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'

/** Leads to the conversation with the seller of the bike; visitors log in first. */
export const AskSeller = ({ slug }: { slug: string }) => {
  const { askSeller } = useMessages(bikePageMessages)
  return (
    <Link className="btn btn--line" to={`/dashboard/ask/${slug}`}>
      {askSeller}
    </Link>
  )
}
