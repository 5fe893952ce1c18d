import { Search } from 'lucide'
import { Form, Link } from 'react-router'
import { adminMessages } from '#web/i18n/en/admin.ts'
import { useMessages, useFormat } from '#web/context/app-context.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { toPagePath } from '#web/components/list-position.ts'
import { Pagination } from '#web/components/pagination.tsx'
import type { People, Person, Seller } from './fetch-people.ts'
import { DeletePersonButton } from './delete-person-button.tsx'
import { isToVerify } from './sellers/has-facts-to-verify.ts'
import { SellerFacts } from './sellers/seller-facts.tsx'
import { SellerVerification } from './sellers/verify-seller.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** The differences between the sellers' and the buyers' screen. */
export type PeopleKind = {
  messages: { caption: string; deleteText: string; deleteSuccess: string; emptyHeading: string; emptyText: string }
  /** Whether the table has a column "Verify". */
  isVerifiable: boolean
}

/**
 * Searches by part of a name or e-mail address; the query is in the page's URL. It stays among the sellers of a group only if the
 * URL asks for these.
 */
export const PeopleSearch = ({ position: { search, verified } }: Pick<People, 'position'>) => {
  const { people } = useMessages(adminMessages)
  return (
    <Form className="people-search" role="search">
      {verified !== undefined && verified !== 'all' && <input type="hidden" name="verified" value={verified} />}
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
        {people.searchSubmit}
      </button>
    </Form>
  )
}

/** The groups of sellers without a badge, or all sellers. */
export const SellerViews = ({ view, counts }: Pick<People, 'view' | 'counts'>) => {
  const { views, title } = useMessages(adminMessages).sellers
  const { digits } = useFormat()
  if (counts === null) return null
  const links = [
    ['ready', views.ready(digits(counts.ready))],
    ['asked', views.asked(digits(counts.asked))],
    ['empty', views.empty(digits(counts.empty))],
    ['all', views.all],
  ] as const
  return (
    <nav className="views views--top" aria-label={title}>
      {links.map(([one, text]) => (
        <Link key={one} to={`?verified=${one}`} aria-current={one === view ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  )
}

const Empty = ({ position, kind }: Pick<People, 'position'> & { kind: PeopleKind }) => {
  const { people, home, sellers } = useMessages(adminMessages)
  const { messages } = kind
  const { search, verified } = position
  if (search === '' && verified !== undefined && verified !== 'all') {
    const everybody = (
      <Link className="btn btn--primary" to="?verified=all">
        {people.searchReset}
      </Link>
    )
    return (
      <EmptyState heading={sellers.nobody[verified].heading} action={everybody}>
        {sellers.nobody[verified].text}
      </EmptyState>
    )
  }
  if (search === '') {
    const action = (
      <Link className="btn btn--primary" to="/">
        {home}
      </Link>
    )
    return (
      <EmptyState heading={messages.emptyHeading} action={action}>
        {messages.emptyText}
      </EmptyState>
    )
  }
  const all = (
    <Link
      className="btn btn--primary"
      to={kind.isVerifiable ? '?verified=all' : toPagePath({ ...position, search: '' })}
    >
      {people.searchReset}
    </Link>
  )
  return (
    <EmptyState heading={people.nobodyFound(search)} action={all}>
      {people.nobodyFoundText}
    </EmptyState>
  )
}

const Head = ({ hasVerify }: { hasVerify: boolean }) => {
  const { columns } = useMessages(adminMessages).people
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

type RowProps = { person: Person | Seller; number: number; kind: PeopleKind; today: string }

const Row = ({ person, number, kind, today }: RowProps) => {
  const { digits } = useFormat()
  const { sellers } = useMessages(adminMessages)
  return (
    <tr className={'phone' in person && !isToVerify(person) ? 'quiet' : undefined}>
      <td className="no">{digits(number)}</td>
      <td className="name">{'registeredOn' in person ? <SellerFacts seller={person} today={today} /> : person.name}</td>
      <td className="mail">
        {person.email}
        {'isEmailProven' in person && !person.isEmailProven && (
          <>
            {' · '}
            <span className="unverified">{sellers.facts.emailNotProven}</span>
          </>
        )}
      </td>
      {kind.isVerifiable && (
        <td className="half">
          <SellerVerification person={person} />
        </td>
      )}
      <td className="half end">
        <DeletePersonButton person={person} messages={kind.messages} />
      </td>
    </tr>
  )
}

/** Sellers or buyers: a table, and cards below breakpoint md. */
export const PeopleTable = ({
  people: { position, page, view, today },
  kind,
}: {
  people: People
  kind: PeopleKind
}) => {
  // A later page whose last row was deleted still shows the link to the first page.
  if (page.items.length === 0 && position.cursor === undefined) return <Empty position={position} kind={kind} />
  return (
    <>
      <table className={`records records--people${kind.isVerifiable ? ' records--sellers' : ''}`}>
        <caption className="sr-only">{kind.messages.caption}</caption>
        <Head hasVerify={kind.isVerifiable} />
        <tbody>
          {page.items.map((person, index) => (
            <Row key={person._id} person={person} number={position.first + index} kind={kind} today={today} />
          ))}
        </tbody>
      </table>
      <Pagination
        position={view === null || view === 'all' ? position : { ...position, verified: view }}
        shown={page.items.length}
        total={page.total}
        next={page.next}
      />
    </>
  )
}
