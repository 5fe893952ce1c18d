import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { DashboardHead } from '#web/parts/dashboard-head.tsx'
import { fetchPeople } from '#web/parts/people-list.ts'
import { PeopleSearch, PeopleTable, type Kind } from '#web/parts/people-table.tsx'
import { desk } from '#web/words/desk.ts'
import { useChapter, useWords } from '#web/world.ts'

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
