import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { MemberStyles } from '#web/layout/page-styles.tsx'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { PriceAlerts } from './price-alerts.tsx'
import { SavedSearchCard } from './saved-search-card.tsx'
import { confirmAddressMessages } from '#web/i18n/en/confirm-address.ts'
import { Note } from '#web/ui/note.tsx'
import { alertMessages } from '#web/i18n/en/alerts.ts'
import { useMessages, useFormat, useSession, appContext } from '#web/context/app-context.ts'

/** Loads the saved searches and the setting of price alerts. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const [searches, prices] = await Promise.all([client('GET /searches'), client('GET /price-alerts')])
  return { searches, prices }
}

const Empty = () => {
  const messages = useMessages(alertMessages)
  const action = (
    <Link className="btn btn--primary" to="/bikes">
      {messages.emptyAction}
    </Link>
  )
  return (
    <EmptyState heading={messages.emptyHeading} action={action}>
      {messages.emptyText}
    </EmptyState>
  )
}

export default function SavedSearches() {
  const { title } = useMessages()
  const messages = useMessages(alertMessages)
  const { count } = useFormat()
  const confirm = useMessages(confirmAddressMessages)
  const authState = useSession()
  const { searches, prices } = useLoaderData<typeof loader>()
  return (
    <>
      <MemberStyles />
      <title>{title(messages.title)}</title>
      <DashboardHead>{messages.heading(count(searches.length), searches.length === 1)}</DashboardHead>
      {authState.state === 'member' && !authState.user.emailVerified && (
        <Note>{confirm.searches(authState.user.email)}</Note>
      )}
      {searches.length === 0 ? <Empty /> : <p className="notices__lead">{messages.lead}</p>}
      <ul className="messages">
        {searches.map((search) => (
          <SavedSearchCard key={search._id} search={search} />
        ))}
      </ul>
      <PriceAlerts isEnabled={prices.on} />
    </>
  )
}
