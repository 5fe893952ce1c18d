import { Fragment, type ReactNode } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { findDistrict } from '#contract/districts.ts'
import { toDealPath, toTransferPath } from '#web/components/deals/deal-paths.ts'
import { getUnpaidTaka } from '#web/components/deals/describe-deal.ts'
import { isApiResponseError } from '#web/context/display-error.ts'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'
import { PrintButton } from '#web/components/app-browser/print-button.tsx'
import { DealScreen } from './deal-screen.tsx'

/** Loads the receipt; null before the handover, and of a deal that ended before anything was paid. */
export const loader = async ({ context, params: { id = '' } }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const receipt = await client('GET /deals/:id/receipt', { params: { id } }).catch((error: unknown) => {
    if (isApiResponseError(error) && error.code === 'no_receipt_yet') return null
    throw error
  })
  const hasEnded = receipt === null && (await client('GET /deals/:id', { params: { id } })).closedAt !== null
  return { id, receipt, hasEnded }
}

type Receipt = NonNullable<Awaited<ReturnType<typeof loader>>['receipt']>

const Row = ({ label, children, isTotal = false }: { label: string; children: ReactNode; isTotal?: boolean }) => (
  <div className={isTotal ? 'total' : undefined}>
    <dt>{label}</dt>
    <dd className="num">{children}</dd>
  </div>
)

/** In place of a receipt: when it comes, or why none comes any more. */
const NoReceipt = ({ id, hasEnded }: { id: string; hasEnded: boolean }) => {
  const { receipt: messages } = useMessages(moneyMessages)
  return (
    <DealScreen dealId={id} title={messages.title} heading={hasEnded ? messages.none : messages.notYet}>
      <p className="deal__say">{hasEnded ? messages.noneText : messages.notYetText}</p>
      <div className="acts">
        <Link className="btn btn--primary" to={toDealPath(id)}>
          {messages.toDeal}
        </Link>
      </div>
    </DealScreen>
  )
}

type Messages = Namespaces['money']['receipt']

/** Whose word the cash amount is. */
const getCashLabel = (
  { isCashConfirmed, isCashDenied, hasEnded }: Receipt,
  messages: Messages,
  texts: Namespaces['deals']['record']['cash'],
): string => {
  if (isCashConfirmed) return messages.cash
  if (isCashDenied) return texts.receiptDenied
  return hasEnded ? texts.receiptUnanswered : messages.cashOpen
}

/** Each payment with its way, amount and time, and the number of its transaction. */
const Payments = ({ payments }: Pick<Receipt, 'payments'>) => {
  const { receipt: messages } = useMessages(moneyMessages)
  const { payment } = useBuyerMessages()
  const { times } = useMessages(dealMessages)
  const { taka } = useFormat()
  return payments.map(({ transactionId, purpose, way, amount, paidAt }) => (
    <Fragment key={transactionId}>
      <Row label={messages.paidBy}>
        {messages.ways[way]} · {payment.proof[purpose]} {taka(amount)}
        <br />
        {times.full(paidAt)}
      </Row>
      <Row label={messages.transaction}>
        <span className="pay__id" translate="no">
          {transactionId}
        </span>
      </Row>
    </Fragment>
  ))
}

/** The year and the registration of the bike, so that the receipt names one bike; what is not known is left out. */
const BikeFacts = ({ receipt: { purchaseTime, registrationDistrict, registrationYear } }: { receipt: Receipt }) => {
  const { receipt: messages } = useMessages(moneyMessages)
  const { language } = useApp()
  const { digits } = useFormat()
  const registered = [
    registrationDistrict === null ? null : findDistrict(registrationDistrict)?.[language.code],
    registrationYear === null ? null : digits(registrationYear),
  ].filter((part) => part !== null)
  return (
    <>
      <br />
      {messages.boughtIn(digits(purchaseTime))}
      {registered.length > 0 && (
        <>
          <br />
          {messages.registered(registered.join(', '))}
        </>
      )}
    </>
  )
}

/** What was decided about a problem, for ever. */
const Decision = ({ id, receipt: { decision, buyerName, sellerName } }: { id: string; receipt: Receipt }) => {
  const { decision: texts } = useMessages(dealMessages).record
  const { times } = useMessages(dealMessages)
  const { taka } = useFormat()
  if (decision === null) return null
  return (
    <>
      <h2 className="h3">{texts.heading}</h2>
      <dl className="sums receipt">
        <Row label={texts.date}>{times.full(decision.decidedAt)}</Row>
        <Row label={texts.toName(buyerName)}>{taka(decision.toBuyer)}</Row>
        <Row label={texts.toName(sellerName)}>{taka(decision.toSeller)}</Row>
      </dl>
      {decision.reason !== null && (
        <p>
          <b>{texts.reason}:</b> <span dir="auto">{decision.reason}</span>
        </p>
      )}
      <Link className="link no-print" to={toDealPath(id, 'problem')}>
        {texts.look}
      </Link>
    </>
  )
}

/** The price, what was paid of it, and whose it is. */
const Sums = ({ receipt }: { receipt: Receipt }) => {
  const { receipt: messages } = useMessages(moneyMessages)
  const {
    record: { cash: cashTexts },
    times,
  } = useMessages(dealMessages)
  const { taka } = useFormat()
  const cashTaka = receipt.cash ?? 0
  const hasCash = cashTaka > 0
  const unpaidTaka = getUnpaidTaka(receipt)
  // Between the handover and the release, or while a problem is open.
  const isHeld = receipt.toSeller + receipt.refunded + receipt.fee === 0
  return (
    <div>
      <h2 className="h3">{messages.moneyHeading}</h2>
      <dl className="sums receipt">
        <Row label={messages.price}>{taka(receipt.price)}</Row>
        <Row label={messages.online} isTotal={!hasCash}>
          {taka(receipt.online)}
        </Row>
        {hasCash && <Row label={getCashLabel(receipt, messages, cashTexts)}>{taka(cashTaka)}</Row>}
        {hasCash && (
          <Row label={messages.paidInAll} isTotal>
            {taka(receipt.online + cashTaka)}
          </Row>
        )}
        {receipt.handedOverAt !== null && unpaidTaka > 0 && <Row label={messages.notPaid}>{taka(unpaidTaka)}</Row>}
        {receipt.refunded > 0 && <Row label={messages.refunded}>{taka(receipt.refunded)}</Row>}
        {receipt.fee > 0 && <Row label={messages.fee}>{taka(receipt.fee)}</Row>}
        {/* Of cash the seller has all, and all may have gone back: no line says that the seller got nothing. */}
        {(isHeld || receipt.toSeller > 0) && (
          <Row label={isHeld ? messages.stillHeld : hasCash ? messages.toSellerOfOnline : messages.toSeller}>
            {taka(isHeld ? receipt.online : receipt.toSeller)}
            {!isHeld && receipt.payout && (
              <small>
                {receipt.payout.sentAt === null ? messages.notSent : messages.sentOn(times.full(receipt.payout.sentAt))}
              </small>
            )}
          </Row>
        )}
      </dl>
    </div>
  )
}

const ReceiptScreen = ({ id, receipt }: { id: string; receipt: Receipt }) => {
  const { receipt: messages } = useMessages(moneyMessages)
  const { times } = useMessages(dealMessages)
  const { digits } = useFormat()
  return (
    <DealScreen dealId={id} title={messages.title} heading={messages.heading(digits(receipt.number))}>
      <dl className="sums receipt">
        <Row label={messages.issuer}>{messages.shop}</Row>
        <Row label={messages.issued}>{times.full(receipt.issuedAt)}</Row>
        <Row label={messages.bike}>
          <span translate="no">{receipt.productName}</span>
          <BikeFacts receipt={receipt} />
        </Row>
        <Row label={messages.buyer}>{receipt.buyerName}</Row>
        <Row label={messages.seller}>{receipt.sellerName}</Row>
        {(receipt.handedOverAt !== null || receipt.hasEnded) && (
          <Row label={messages.handedOver}>
            {receipt.handedOverAt === null ? messages.notHandedOver : times.full(receipt.handedOverAt)}
          </Row>
        )}
      </dl>
      <Sums receipt={receipt} />
      <div>
        <h2 className="h3">{messages.paymentsHeading(receipt.payments.length)}</h2>
        <dl className="sums receipt">
          <Payments payments={receipt.payments} />
        </dl>
      </div>
      <Decision id={id} receipt={receipt} />
      {receipt.handedOverAt !== null && receipt.toSeller > 0 && (
        <p className="hint no-print">{messages.saleReceiptHint}</p>
      )}
      <div className="acts no-print">
        <PrintButton className="btn btn--line" label={messages.print} />
        {receipt.handedOverAt !== null && receipt.toSeller > 0 && (
          <Link className="btn btn--line" to={toTransferPath(id, 'receipt')}>
            {messages.saleReceipt}
          </Link>
        )}
      </div>
    </DealScreen>
  )
}

/** The receipt of a deal, numbered; it prints on one page. */
export default function DealReceipt() {
  const { id, receipt, hasEnded } = useLoaderData<typeof loader>()
  return receipt === null ? <NoReceipt id={id} hasEnded={hasEnded} /> : <ReceiptScreen id={id} receipt={receipt} />
}
