import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { MemberStyles } from '#web/layout/page-styles.tsx'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { fetchPeople } from './fetch-people.ts'
import { PeopleSearch, PeopleTable, type PeopleKind } from './people-table.tsx'
import { adminMessages } from '#web/i18n/en/admin.ts'
import { useMessages } from '#web/context/app-context.ts'

export const loader = (args: LoaderFunctionArgs) => fetchPeople(args, 'GET /buyers')

/** The admin's list of buyers. */
export default function Buyers() {
  const { title } = useMessages()
  const { buyers: messages } = useMessages(adminMessages)
  const people = useLoaderData<typeof loader>()
  const kind: PeopleKind = { messages, isVerifiable: false }
  return (
    <>
      <MemberStyles />
      <title>{title(messages.title)}</title>
      <DashboardHead aside={<PeopleSearch position={people.position} />}>
        {messages.heading(people.total)}
      </DashboardHead>
      <PeopleTable people={people} kind={kind} />
    </>
  )
}
