import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { adminMoneyCalls } from '#contract/admin/money.ts'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useFormat, useMessages } from '#web/context/app-context.ts'
import { adminListMessages } from '#web/i18n/en/admin-lists.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { Entries, Fact } from './ledger-entry.tsx'
import { RecordPage } from './page-frames.tsx'

type Payment = CallResponse<(typeof adminMoneyCalls)['GET /allpayments/:id']>

/** Loads one payment; whether the reader is the admin, who may open its deal. */
export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { client, session } = context.get(appContext)
  const { isAdmin } = await session.getRoles()
  return { isAdmin, result: await toPageResult(client('GET /allpayments/:id', { params: { id: params['id'] ?? '' } })) }
}

const Facts = ({ payment, isAdmin }: { payment: Payment; isAdmin: boolean }) => {
  const { payments, paymentStates, deals } = useMessages(adminListMessages)
  const { taka, moment } = useFormat()
  const { columns } = payments
  const { dealId, disputedAt, disputeOutcome } = payment
  return (
    <dl className="one-record__facts">
      <Fact name={columns.state}>{paymentStates[payment.state]}</Fact>
      <Fact name={columns.amount}>{taka(payment.amount)}</Fact>
      <Fact name={columns.buyer}>{payment.buyerName}</Fact>
      <Fact name={columns.bike}>
        <Link to={`/bikes/${payment.slug}`} translate="no">
          {payment.productName}
        </Link>
      </Fact>
      {isAdmin && dealId !== null && (
        <Fact name={payments.deal}>
          <Link to={`/dashboard/alldeals/${dealId}`}>
            <SentenceWithName text={deals.dealHeading(payment.productName)} name={payment.productName} />
          </Link>
        </Fact>
      )}
      <Fact name={columns.at}>{moment(payment.createdAt)}</Fact>
      <Fact name={columns.number}>
        <span translate="no">{payment.transactionId ?? '–'}</span>
      </Fact>
      {disputedAt !== null && (
        <Fact name={payments.disputed}>
          {moment(disputedAt)} · {payments.outcomes[disputeOutcome ?? 'open']}
        </Fact>
      )}
    </dl>
  )
}

const Refunds = ({ refunds }: Pick<Payment, 'refunds'>) => {
  const { refunds: messages, refundStates } = useMessages(adminListMessages)
  const { taka, moment } = useFormat()
  return (
    <section aria-labelledby="refunds">
      <h2 id="refunds">{messages.title}</h2>
      {refunds.length === 0 && <p>{messages.noneOfPayment}</p>}
      <ul className="one-record__list">
        {refunds.map(({ _id, amount, state, createdAt, reference, lastError }) => (
          <li key={_id}>
            <b className="num">{taka(amount)}</b> · {refundStates[state]}
            <small>
              <time dateTime={createdAt}>{moment(createdAt)}</time>
              {reference !== null && (
                <>
                  {' '}
                  · <span translate="no">{reference}</span>
                </>
              )}
              {lastError !== null && <> · {lastError}</>}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One payment with its refunds and its entries of the ledger, to read. */
export default function OnePayment() {
  const { payments } = useMessages(adminListMessages)
  const { isAdmin, result } = useLoaderData<typeof loader>()
  const heading = result.ok ? payments.paymentFor(result.value.productName) : payments.title
  return (
    <RecordPage
      heading={heading}
      bikeName={result.ok ? result.value.productName : undefined}
      aside={
        <Link className="btn btn--line" to="/dashboard/allpayments">
          {payments.back}
        </Link>
      }
      result={result}
    >
      {(payment) => (
        <>
          <Facts payment={payment} isAdmin={isAdmin} />
          <Refunds refunds={payment.refunds} />
          <Entries entries={payment.entries} />
        </>
      )}
    </RecordPage>
  )
}
