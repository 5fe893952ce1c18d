import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { fetchPeople } from './fetch-people.ts'
import { PeopleSearch, PeopleTable, type Kind } from './people-table.tsx'
import { desk } from '#web/i18n/en/admin.ts'
import { useChapter, useWords } from '#web/context/app-context.ts'

export const loader = (args: LoaderFunctionArgs) => fetchPeople(args, 'GET /sellers')

/** Everybody who sells here, for the admin. */
export default function Sellers() {
  const { title } = useWords()
  const { sellers: words } = useChapter(desk)
  const people = useLoaderData<typeof loader>()
  const kind: Kind = { words, isVerifiable: true }
  return (
    <>
      <title>{title(words.title)}</title>
      <DashboardHead aside={<PeopleSearch search={people.place.search} />}>
        {words.heading(people.page.total)}
      </DashboardHead>
      <PeopleTable people={people} kind={kind} />
    </>
  )
}
