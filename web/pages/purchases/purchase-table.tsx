import { Check } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PaidInRow, PaymentProofs } from '#web/components/deals/payment-proofs.tsx'
import { Note } from '#web/ui/note.tsx'
import { PictureLink } from '#web/components/picture-link.tsx'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import { useFormat } from '#web/context/app-context.ts'
import { toPayPath, getPurchaseState, type Purchase } from '#web/lib/purchase.ts'
import type { WholeList } from '#web/components/whole-list.ts'
import { Icon } from '#web/ui/icon.tsx'

/** A plain link: only a newly loaded document has the Content-Security-Policy that allows Stripe. */
const PayLink = ({ item, isNext }: { item: Purchase; isNext: boolean }) => {
  const { purchases } = useBuyerMessages()
  return (
    <>
      {item.refunded && <span className="badge badge--info">{purchases.refunded}</span>}
      <Link className={`btn ${isNext ? 'btn--primary' : 'btn--line'} btn--pay`} to={toPayPath(item)} reloadDocument>
        {purchases.pay}
      </Link>
    </>
  )
}

/** Why there is nothing to pay. The sentence of the deal beside it says more. */
const RefusedBadge = ({ item: { payObstacle } }: { item: Purchase }) => {
  const { obstacles } = useBuyerMessages().purchases
  if (payObstacle === null || payObstacle === 'another_buyer_paying') return null
  return (
    <span className={`badge ${payObstacle === 'deal_closed' ? 'badge--stop' : 'badge--info'}`}>
      {obstacles[payObstacle]}
    </span>
  )
}

/** Whether the row has a link to the payment. */
const hasPayLink = (item: Purchase): boolean => {
  const state = getPurchaseState(item)
  // Another buyer who pays may give up at any moment; the page of the payment says so, and begins by itself then.
  return state === 'payable' || (state === 'refused' && item.payObstacle === 'another_buyer_paying')
}

const PaymentCell = ({ item, isPayNext }: { item: Purchase; isPayNext: boolean }) => {
  const { purchases } = useBuyerMessages()
  const state = getPurchaseState(item)
  if (state === 'payable' || hasPayLink(item)) return <PayLink item={item} isNext={isPayNext && state === 'payable'} />
  if (state === 'refused') return <RefusedBadge item={item} />
  if (state === 'paid') {
    return (
      <span className="badge badge--good">
        <Icon of={Check} size={16} />
        <span>{purchases.paid}</span>
        {item.rest > 0 && purchases.ofDeposit}
      </span>
    )
  }
  // Sold for cash, to this buyer: the line of the row says so.
  if (item.isBought) return null
  const badgeClass = state === 'refunded' ? 'badge--info' : 'badge--stop'
  return <span className={`badge ${badgeClass}`}>{purchases[state]}</span>
}

const Head = () => {
  const { columns } = useBuyerMessages().purchases
  return (
    <thead>
      <tr>
        <th scope="col" className="no">
          {columns.number}
        </th>
        <th scope="col">{columns.image}</th>
        <th scope="col">{columns.name}</th>
        <th scope="col">{columns.price}</th>
        <th scope="col" className="end">
          {columns.payment}
        </th>
      </tr>
    </thead>
  )
}

/** Shows how the price has changed, as long as the bike can be bought. */
const PriceChangeBadge = ({ item }: { item: Purchase }) => {
  const { purchases } = useBuyerMessages()
  const { taka } = useFormat()
  const { priceChange = 0 } = item
  if (priceChange === 0 || getPurchaseState(item) !== 'payable') return null
  const [className, toText] =
    priceChange < 0 ? (['badge--good', purchases.cheaper] as const) : (['badge--plain', purchases.dearer] as const)
  return <span className={`badge ${className}`}>{toText(taka(Math.abs(priceChange)))}</span>
}

/** Year, kilometres and place of a saved bike. */
const Facts = ({ facts: { year, kilometres, location } }: { facts: NonNullable<Purchase['facts']> }) => {
  const { purchases } = useBuyerMessages()
  const { count, digits } = useFormat()
  const parts = [digits(year), kilometres === null ? null : purchases.kilometres(count(kilometres))]
  return (
    <p className="state">
      {parts.filter((part) => part !== null).join(' · ')}
      <br />
      {location}
    </p>
  )
}

/** What a list adds to its rows. */
type Extras = {
  /** A line below the name. */
  renderState?: (item: Purchase) => ReactNode
  /** Further controls beside the payment. */
  renderActs?: (item: Purchase) => ReactNode
  /** The page of the row: the order, or the bike of a wish; null without one. */
  toPath: (item: Purchase) => string | null
  /** Whether paying is what comes first; otherwise another control is the main one. */
  isPayNext: (item: Purchase) => boolean
}

const Row = ({
  item,
  number,
  toPath,
  renderState,
  renderActs,
  isPayNext,
}: Extras & { item: Purchase; number: number }) => {
  const { digits, taka } = useFormat()
  const path = toPath(item)
  const isPayLast = hasPayLink(item) && !isPayNext(item)
  return (
    <tr>
      <td className="no">{digits(number)}</td>
      <td className="pic">
        <PictureLink path={path} src={item.image} />
      </td>
      <td className="name">
        {path === null ? (
          <span translate="no">{item.productName}</span>
        ) : (
          <Link to={path} translate="no">
            {item.productName}
          </Link>
        )}
        {item.facts && <Facts facts={item.facts} />}
        {renderState?.(item)}
        <PaidInRow item={item} />
        {item.from === 'order' && <PaymentProofs payments={item.payments} isInRow />}
      </td>
      <td className="price num">
        {taka(item.salePrice)} <PriceChangeBadge item={item} />
      </td>
      <td className="act end">
        {/* The main button stands first: where that is not Pay, Pay stands last. */}
        {isPayLast ? renderActs?.(item) : null}
        <PaymentCell item={item} isPayNext={isPayNext(item)} />
        {isPayLast ? null : renderActs?.(item)}
      </td>
    </tr>
  )
}

/** Orders or wishlist items: a table, and cards below breakpoint md. */
export const PurchaseTable = ({
  list,
  caption,
  isWishlist = false,
  ...extras
}: Extras & { list: WholeList<Purchase>; caption: string; isWishlist?: boolean }) => {
  const { purchases } = useBuyerMessages()
  return (
    <>
      <table className={`records records--purchases${isWishlist ? ' records--wishes' : ''}`}>
        <caption className="sr-only">{caption}</caption>
        <Head />
        <tbody>
          {list.items.map((item, index) => (
            <Row key={item._id} item={item} number={index + 1} {...extras} />
          ))}
        </tbody>
      </table>
      {!list.isWhole && <Note>{purchases.onlyNewest(list.items.length)}</Note>}
    </>
  )
}

/** The count for the heading; a truncated list is marked. */
export const formatCount = ({ items, isWhole }: WholeList<Purchase>): string => `${items.length}${isWhole ? '' : '+'}`
