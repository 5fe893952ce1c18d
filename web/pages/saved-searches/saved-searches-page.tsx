import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { EmptyStall } from '#web/components/empty-state.tsx'
import { PriceLetters } from './price-alerts.tsx'
import { SavedSearchCard } from './saved-search-card.tsx'
import { notices } from '#web/i18n/en/alerts.ts'
import { useChapter, useFigures, useWords, world } from '#web/context/app-context.ts'

/** The searches that the person keeps, and whether letters about prices come. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { client } = context.get(world)
  const [searches, prices] = await Promise.all([client('GET /searches'), client('GET /price-letters')])
  return { searches, prices }
}

const Empty = () => {
  const words = useChapter(notices)
  const way = (
    <Link className="btn btn--primary" to="/bikes">
      {words.emptyGo}
    </Link>
  )
  return (
    <EmptyStall heading={words.emptyHeading} way={way}>
      {words.emptyText}
    </EmptyStall>
  )
}

/** What the shop looks out for on the person's behalf, and the letters that come of it. */
export default function SavedSearches() {
  const { title } = useWords()
  const words = useChapter(notices)
  const { count } = useFigures()
  const { searches, prices } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{title(words.title)}</title>
      <DashboardHead>{words.heading(count(searches.length), searches.length === 1)}</DashboardHead>
      {searches.length === 0 ? <Empty /> : <p className="notices__lead">{words.lead}</p>}
      <ul className="messages">
        {searches.map((search) => (
          <SavedSearchCard key={search._id} search={search} />
        ))}
      </ul>
      <PriceLetters on={prices.on} />
    </>
  )
}
