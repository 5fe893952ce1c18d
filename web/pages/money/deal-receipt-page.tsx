import type { ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { appContext, useFormat, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { DealScreen } from './deal-screen.tsx'

export const loader = async ({ context, params: { id = '' } }: LoaderFunctionArgs) => ({
  id,
  receipt: await context.get(appContext).client('GET /deals/:id/receipt', { params: { id } }),
})

const Row = ({ label, children, isTotal = false }: { label: string; children: ReactNode; isTotal?: boolean }) => (
  <div className={isTotal ? 'total' : undefined}>
    <dt>{label}</dt>
    <dd className="num">{children}</dd>
  </div>
)

/** The receipt of a deal, numbered; it prints on one page. */
export default function DealReceipt() {
  const { receipt: messages } = useMessages(moneyMessages)
  const { taka, moment, digits } = useFormat()
  const { id, receipt } = useLoaderData<typeof loader>()
  return (
    <DealScreen dealId={id} title={messages.title} heading={messages.heading(digits(receipt.number))}>
      <dl className="sums receipt">
        <Row label={messages.issued}>{moment(receipt.issuedAt)}</Row>
        <Row label={messages.bike}>{receipt.productName}</Row>
        <Row label={messages.buyer}>{receipt.buyerName}</Row>
        <Row label={messages.seller}>{receipt.sellerName}</Row>
        <Row label={messages.price}>{taka(receipt.price)}</Row>
        <Row label={messages.online}>{taka(receipt.online)}</Row>
        {receipt.cash !== null && (
          <Row label={receipt.isCashConfirmed ? messages.cash : messages.cashOpen}>{taka(receipt.cash)}</Row>
        )}
        {receipt.refunded > 0 && <Row label={messages.refunded}>{taka(receipt.refunded)}</Row>}
        {receipt.fee > 0 && <Row label={messages.fee}>{taka(receipt.fee)}</Row>}
        {receipt.handedOverAt !== null && <Row label={messages.handedOver}>{moment(receipt.handedOverAt)}</Row>}
        {receipt.transactionIds.map((transactionId) => (
          <Row key={transactionId} label={messages.transaction}>
            <span className="pay__id">{transactionId}</span>
          </Row>
        ))}
        <Row label={messages.toSeller} isTotal>
          {taka(receipt.toSeller)}
        </Row>
      </dl>
      <div className="acts no-print">
        <button className="btn btn--line" type="button" onClick={() => print()}>
          {messages.print}
        </button>
      </div>
    </DealScreen>
  )
}
