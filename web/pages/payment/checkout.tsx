import { Link } from 'react-router'
import { Picture } from '#web/ui/picture.tsx'
import { PricePlate } from '#web/ui/price-tag.tsx'
import { useBuyerWords } from '#web/context/use-buyer-messages.ts'
import { PayForm } from './pay-form.tsx'
import { Ended, Paid } from './payment-result.tsx'
import { isUnderWay } from './payment-stage.ts'
import type { Purchase } from '#web/lib/purchase.ts'
import { useCheckout, type Checkout as Here } from './use-checkout.ts'
import { useStayOnPage } from './use-stay-on-page.ts'
import { useFigures } from '#web/context/app-context.ts'

const Crumb = ({ from }: { from: Purchase['from'] }) => {
  const { payment, dashboard } = useBuyerWords()
  const isOrder = from === 'order'
  return (
    <nav className="crumb" aria-label={payment.where}>
      <Link to={isOrder ? '/dashboard' : '/dashboard/wishlist'}>{isOrder ? dashboard.orders : dashboard.wishlist}</Link>
      <span aria-hidden>/</span>
      {payment.title}
    </nav>
  )
}

const Head = ({ purchase, priceTaka }: { purchase: Purchase; priceTaka: number }) => {
  const { payment } = useBuyerWords()
  const { taka } = useFigures()
  return (
    <>
      <Crumb from={purchase.from} />
      <h1 className="bike__title">{payment.heading(purchase.productName)}</h1>
      <span className="heading__rule" aria-hidden />
      <div className="pay__what">
        <Picture className="thumb" src={purchase.image} alt="" sizes="100px" isFirst />
        <PricePlate label={payment.price} price={taka(priceTaka)} />
      </div>
    </>
  )
}

const Later = ({ checkout, intentId }: { checkout: Here; intentId: string }) => {
  const { payment } = useBuyerWords()
  const again = (
    <button className="btn btn--line" type="button" onClick={() => checkout.recordAgain(intentId)}>
      {payment.recordAgain}
    </button>
  )
  return (
    <Ended heading={payment.laterHeading} isNew act={again}>
      {payment.later} {payment.transactionId} <span className="pay__id">{intentId}</span>
    </Ended>
  )
}

/** The form while there is something to pay, and the end that it came to. */
const Body = ({ checkout, purchase }: { checkout: Here; purchase: Purchase }) => {
  const { payment } = useBuyerWords()
  const { stage } = checkout
  if (stage.at === 'paid') return <Paid stage={stage} email={purchase.email} />
  if (stage.at === 'later') return <Later checkout={checkout} intentId={stage.intentId} />
  if (stage.at === 'sent_back') {
    return (
      <Ended heading={payment.sentBackHeading} isNew={stage.message !== null}>
        {stage.message ?? payment.sentBack}
      </Ended>
    )
  }
  if (stage.at === 'gone') {
    const isSold = stage.why === 'sold'
    return (
      <Ended heading={isSold ? payment.soldHeading : payment.withdrawnHeading} isNew={false}>
        {isSold ? payment.sold : payment.withdrawn}
      </Ended>
    )
  }
  return <PayForm checkout={checkout} />
}

/** Paying for one order or wishlist item, from the card to the receipt. */
export const Checkout = ({ purchase }: { purchase: Purchase }) => {
  const { payment } = useBuyerWords()
  const checkout = useCheckout(purchase)
  useStayOnPage(isUnderWay(checkout.stage), payment.leave)
  return (
    <div className="pay">
      <Head purchase={purchase} priceTaka={checkout.priceTaka} />
      <Body checkout={checkout} purchase={purchase} />
    </div>
  )
}
