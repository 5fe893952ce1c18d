import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { SuspiciousBike as Shape } from '#contract/price-estimates.ts'
import { MemberStyles } from '#web/layout/page-styles.tsx'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { parseListPosition } from '#web/components/list-position.ts'
import { Pagination } from '#web/components/pagination.tsx'
import { toMailUrl } from '#web/lib/reply-url.ts'
import { adminMessages } from '#web/i18n/en/admin.ts'
import { useMessages, useFormat, appContext } from '#web/context/app-context.ts'

type Suspicious = z.output<typeof Shape>

const rowsPerPage = '50'

/** Fetches the page of suspicious bikes that the URL names. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const position = { ...parseListPosition(new URL(request.url).searchParams), search: '' }
  const query = { limit: rowsPerPage, cursor: position.cursor }
  return { position, page: await context.get(appContext).client.page('GET /suspicious', { query }) }
}

const Head = () => {
  const { people, suspicious } = useMessages(adminMessages)
  const { bike, price, range, seller, since } = suspicious.columns
  return (
    <thead>
      <tr>
        <th scope="col" className="no">
          {people.columns.number}
        </th>
        {[bike, price, range, seller, since].map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The usual price range of similar bikes, and how far the price is below its lower end. */
const Range = ({ bike: { price, range, compared } }: { bike: Suspicious }) => {
  const { below } = useMessages(adminMessages).suspicious
  const { taka, count } = useFormat()
  const percent = Math.round((1 - price / range.low) * 100)
  return (
    <span className="records__two">
      <span>
        {taka(range.low)}–{taka(range.high)}
      </span>
      <small>{below(count(percent), count(compared))}</small>
    </span>
  )
}

const Seller = ({ bike: { sellerName, email } }: { bike: Suspicious }) => (
  <span className="records__two">
    <span>{sellerName}</span>
    <a className="link" href={toMailUrl(email)}>
      {email}
    </a>
  </span>
)

const Row = ({ bike, number }: { bike: Suspicious; number: number }) => {
  const { columns } = useMessages(adminMessages).suspicious
  const { digits, taka, moment } = useFormat()
  return (
    <tr>
      <td className="no">{digits(number)}</td>
      <td className="name">
        <Link className="link" to={`/bikes/${bike.slug}`} translate="no">
          {bike.productName}
        </Link>
      </td>
      <td className="price num">{taka(bike.price)}</td>
      <td className="cell" data-label={columns.range}>
        <Range bike={bike} />
      </td>
      <td className="cell" data-label={columns.seller}>
        <Seller bike={bike} />
      </td>
      <td className="cell" data-label={columns.since}>
        <span className="records__two">{moment(bike.since)}</span>
      </td>
    </tr>
  )
}

const Empty = () => {
  const { suspicious, home } = useMessages(adminMessages)
  const action = (
    <Link className="btn btn--primary" to="/">
      {home}
    </Link>
  )
  return (
    <EmptyState heading={suspicious.emptyHeading} action={action}>
      {suspicious.emptyText}
    </EmptyState>
  )
}

/** The admin's list of bikes on sale whose price is suspiciously far below similar bikes. */
export default function SuspiciousBikes() {
  const { title } = useMessages()
  const { suspicious: messages } = useMessages(adminMessages)
  const { position, page } = useLoaderData<typeof loader>()
  // A later page whose last bike was removed still shows the link to the first page.
  const isEmpty = page.items.length === 0 && position.cursor === undefined
  return (
    <>
      <MemberStyles />
      <title>{title(messages.title)}</title>
      <DashboardHead>{messages.heading}</DashboardHead>
      <p className="notices__lead">{messages.lead}</p>
      {isEmpty ? (
        <Empty />
      ) : (
        <table className="records records--own">
          <caption className="sr-only">{messages.heading}</caption>
          <Head />
          <tbody>
            {page.items.map((bike, index) => (
              <Row key={bike._id} bike={bike} number={position.first + index} />
            ))}
          </tbody>
        </table>
      )}
      <Pagination position={position} shown={page.items.length} next={page.next} />
    </>
  )
}
