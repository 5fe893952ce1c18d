import { Search } from 'lucide'
import { Form, Link } from 'react-router'
import { desk } from '#web/i18n/en/admin.ts'
import { useChapter, useFigures } from '#web/context/app-context.ts'
import { EmptyStall } from '#web/components/empty-state.tsx'
import { PagesNav } from '#web/components/pagination.tsx'
import type { People, Person } from './fetch-people.ts'
import { RemovePerson } from './delete-person-button.tsx'
import { VerifySeller } from './verify-seller.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** What differs between sellers and buyers. */
export type Kind = {
  words: { caption: string; deleteText: string; deleteSuccess: string; emptyHeading: string; emptyText: string }
  /** Whether there is a column "Verify". */
  isVerifiable: boolean
}

/** Looks for a part of a name or of an address; the address of the page says what was looked for. */
export const PeopleSearch = ({ search }: { search: string }) => {
  const { people } = useChapter(desk)
  return (
    <Form className="people-search" role="search">
      <input
        key={search}
        className="input"
        type="search"
        name="search"
        maxLength={100}
        defaultValue={search}
        aria-label={people.search}
        placeholder={people.search}
      />
      <button className="btn btn--line" type="submit">
        <Icon of={Search} size={18} />
        {people.searchGo}
      </button>
    </Form>
  )
}

const Empty = ({ search, kind: { words } }: { search: string; kind: Kind }) => {
  const { people, home } = useChapter(desk)
  if (search === '') {
    const way = (
      <Link className="btn btn--primary" to="/">
        {home}
      </Link>
    )
    return (
      <EmptyStall heading={words.emptyHeading} way={way}>
        {words.emptyText}
      </EmptyStall>
    )
  }
  const all = (
    <Link className="btn btn--primary" to="?">
      {people.searchEnd}
    </Link>
  )
  return (
    <EmptyStall heading={people.nobodyFound(search)} way={all}>
      {people.nobodyFoundText}
    </EmptyStall>
  )
}

const Head = ({ hasVerify }: { hasVerify: boolean }) => {
  const { columns } = useChapter(desk).people
  return (
    <thead>
      <tr>
        <th scope="col" className="no">
          {columns.number}
        </th>
        <th scope="col">{columns.name}</th>
        <th scope="col">{columns.email}</th>
        {hasVerify && <th scope="col">{columns.verify}</th>}
        <th scope="col" className="end">
          {columns.action}
        </th>
      </tr>
    </thead>
  )
}

const Row = ({ person, number, kind }: { person: Person; number: number; kind: Kind }) => {
  const { digits } = useFigures()
  return (
    <tr>
      <td className="no">{digits(number)}</td>
      <td className="name">{person.name}</td>
      <td className="mail">{person.email}</td>
      {kind.isVerifiable && (
        <td className="half">
          <VerifySeller person={person} />
        </td>
      )}
      <td className="half end">
        <RemovePerson person={person} words={kind.words} />
      </td>
    </tr>
  )
}

/** Sellers or buyers: a table, and below md a card for each. */
export const PeopleTable = ({ people: { place, page }, kind }: { people: People; kind: Kind }) => {
  // A later page whose last row was deleted still leads back to the first one.
  if (page.items.length === 0 && place.cursor === undefined) return <Empty search={place.search} kind={kind} />
  return (
    <>
      <table className="records records--people">
        <caption className="sr-only">{kind.words.caption}</caption>
        <Head hasVerify={kind.isVerifiable} />
        <tbody>
          {page.items.map((person, at) => (
            <Row key={person._id} person={person} number={place.first + at} kind={kind} />
          ))}
        </tbody>
      </table>
      <PagesNav place={place} shown={page.items.length} total={page.total} next={page.next} />
    </>
  )
}
