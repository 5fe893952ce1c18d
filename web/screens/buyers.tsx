import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { DashboardHead } from '#web/parts/dashboard-head.tsx'
import { fetchPeople } from '#web/parts/people-list.ts'
import { PeopleSearch, PeopleTable, type Kind } from '#web/parts/people-table.tsx'
import { desk } from '#web/words/desk.ts'
import { useChapter, useWords } from '#web/world.ts'

export const loader = (args: LoaderFunctionArgs) => fetchPeople(args, 'GET /buyers')

/** Everybody who buys here, for the admin. */
export default function Buyers() {
  const { title } = useWords()
  const { buyers: words } = useChapter(desk)
  const people = useLoaderData<typeof loader>()
  const kind: Kind = { words, isVerifiable: false }
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
