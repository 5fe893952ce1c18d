import { lazy, Suspense, useRef } from 'react'
import { Link } from 'react-router'
import { ordersPath } from '#web/components/deals/deal-paths.ts'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { DepositPaid } from '#web/components/deals/payment-proofs.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { PriceTag } from '#web/ui/price-tag.tsx'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import { PayChoice, type PayOptions } from './pay-choice.tsx'
import { PayForm } from './pay-form.tsx'
import { PriceChangeNotice } from './payment-notes.tsx'
import { PaymentMessage, Receipt } from './payment-result.tsx'
import { isInProgress } from './payment-stage.ts'
import type { Purchase } from '#web/lib/purchase.ts'
import { WalletForm } from './wallet-form.tsx'
import { WayTabs, type WayOption } from './way-tabs.tsx'
import { useCheckout, type Checkout as CheckoutState } from './use-checkout.ts'
import { useRefused } from './use-refused.ts'
import { useStayOnPage } from './use-stay-on-page.ts'
import { useFormat } from '#web/context/app-context.ts'
import { LoadingPart } from '#web/ui/loading-part.tsx'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { PaymentStyles } from './payment-styles.tsx'

// Only who may not pay now needs the sentences of deals.
const RefusedPayment = lazy(async () => ({ default: (await import('./refused-payment.tsx')).RefusedPayment }))

const Breadcrumbs = ({ from }: { from: Purchase['from'] }) => {
  const { payment, dashboard } = useBuyerMessages()
  const isOrder = from === 'order'
  return (
    <nav className="crumb" aria-label={payment.breadcrumb}>
      <Link to={isOrder ? ordersPath : '/dashboard/wishlist'}>{isOrder ? dashboard.orders : dashboard.wishlist}</Link>
      <span aria-hidden>/</span>
      {payment.title}
    </nav>
  )
}

type HeadProps = { purchase: Purchase; priceTaka: number; isRefused: boolean }

/** The bike and its price; without the price for a buyer who cannot pay it now. */
const Head = ({ purchase, priceTaka, isRefused }: HeadProps) => {
  const { payment } = useBuyerMessages()
  const { taka } = useFormat()
  return (
    <>
      <Breadcrumbs from={purchase.from} />
      <h1 className="bike__title">
        <SentenceWithName text={payment.heading(purchase.productName)} name={purchase.productName} />
      </h1>
      <span className="heading__rule" aria-hidden />
      {!isRefused && (
        <div className="pay__what">
          <Picture className="thumb" src={purchase.image} alt="" sizes="100px" isFirst />
          <PriceTag label={payment.price} price={taka(priceTaka)} />
        </div>
      )}
    </>
  )
}

const PaymentPending = ({ checkout, intentId }: { checkout: CheckoutState; intentId: string }) => {
  const { payment } = useBuyerMessages()
  const retryButton = (
    <button className="btn btn--line" type="button" onClick={() => checkout.retryRecording(intentId)}>
      {payment.retryRecord}
    </button>
  )
  return (
    <PaymentMessage heading={payment.pendingHeading} isNew action={retryButton}>
      {payment.pendingText} {payment.transactionId}{' '}
      <span className="pay__id" translate="no">
        {intentId}
      </span>
    </PaymentMessage>
  )
}

type CheckoutProps = { purchase: Purchase; options: PayOptions | null; ways: readonly WayOption[] }

type BodyProps = CheckoutProps & { checkout: CheckoutState; onRetry: () => void }

/** The form of the chosen way while there is something to pay, and the result. */
const Body = ({ checkout, purchase, options, ways, onRetry }: BodyProps) => {
  const { payment } = useBuyerMessages()
  const { stage } = checkout
  if (stage.at === 'paid') return <Receipt stage={stage} purchase={purchase} options={options} />
  if (stage.at === 'pending') return <PaymentPending checkout={checkout} intentId={stage.intentId} />
  if (stage.at === 'refused') {
    return (
      <Suspense fallback={<LoadingPart />}>
        <RefusedPayment
          {...{ purchase, options, onRetry }}
          obstacle={stage.obstacle}
          isNew={purchase.payObstacle === null}
        />
      </Suspense>
    )
  }
  if (stage.at === 'refunded') {
    return (
      <PaymentMessage heading={payment.refundHeading} isNew={stage.message !== null}>
        {stage.message ?? payment.refundText}
      </PaymentMessage>
    )
  }
  if (stage.at === 'gone') {
    const isSold = stage.reason === 'sold'
    return (
      <PaymentMessage heading={isSold ? payment.soldHeading : payment.withdrawnHeading} isNew={false}>
        {isSold ? payment.sold : payment.withdrawn}
      </PaymentMessage>
    )
  }
  const { way, priceTaka, purpose } = checkout
  const max = ways.find((one) => one.way === way)?.max ?? 0
  return (
    <WayTabs ways={ways} chosen={way} isBusy={isInProgress(stage)} onChoose={checkout.chooseWay}>
      {way === 'card' ? (
        <PayForm checkout={checkout} options={options} />
      ) : stage.at === 'price_changed' ? (
        <div className="panel form">
          <PriceChangeNotice checkout={checkout} options={options} />
        </div>
      ) : (
        <WalletForm
          {...{ way, purchase, options, purpose, priceTaka, max }}
          onChoosePurpose={checkout.choose}
          onChanged={checkout.readAgain}
        />
      )}
    </WayTabs>
  )
}

/** The checkout of one order or wishlist item, from card to receipt. */
export const Checkout = ({ purchase, options, ways }: CheckoutProps) => {
  const { payment } = useBuyerMessages()
  const checkout = useCheckout(purchase, options, ways)
  const form = useRef<HTMLDivElement>(null)
  const { stage } = checkout
  const isBusy = isInProgress(stage)
  const isRefused = stage.at === 'refused'
  const hasEnded = isRefused || ['paid', 'pending', 'refunded', 'gone'].includes(stage.at)
  const retryRefused = useRefused({
    isRefused,
    payObstacle: purchase.payObstacle,
    start: checkout.start,
    readAgain: checkout.readAgain,
  })
  useStayOnPage(isBusy, payment.confirmLeave)
  return (
    <div className="pay">
      <DealStyles />
      <PaymentStyles />
      {/* A changed price is the one that the table below counts with, also before the buyer has agreed to it. */}
      <Head
        {...{ purchase, isRefused }}
        priceTaka={stage.at === 'price_changed' ? stage.priceTaka : checkout.priceTaka}
      />
      {!hasEnded && purchase.rest > 0 && (
        <p className="deal__say">
          <DepositPaid payments={purchase.payments} rest={purchase.rest} />
          <br />
          {payment.restHere}
        </p>
      )}
      {options && !hasEnded && (
        <PayChoice
          {...{ purchase, options, isBusy }}
          chosen={checkout.purpose}
          onChoose={checkout.choose}
          onContinue={() => {
            form.current?.scrollIntoView()
            form.current?.focus({ preventScroll: true })
          }}
        />
      )}
      <div className="pay__form" ref={form} tabIndex={-1}>
        <Body {...{ checkout, purchase, options, ways }} onRetry={retryRefused} />
      </div>
    </div>
  )
}
