import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { Client } from '#contract/client.ts'
import type { adminDealCalls } from '#contract/admin/deals.ts'
import type { inspectionCalls } from '#contract/inspections/inspection-calls.ts'
import { toOwnInspectionPath } from '#web/components/inspections/inspection-paths.ts'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { toDisplayError, toLoadResult } from '#web/context/display-error.ts'
import { adminListMessages } from '#web/i18n/en/admin-lists.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'
import { Entries, Fact } from './ledger-entry.tsx'
import { RecordPage } from './page-frames.tsx'

type Deal = CallResponse<(typeof adminDealCalls)['GET /alldeals/:id']>

type Inspections = CallResponse<(typeof inspectionCalls)['GET /bikes/:slug/inspections']>['inspections']

/** The signed inspections of a deal, which the admin reads where there was a problem. */
const fetchInspections = async (client: Client, { _id: id, slug }: Deal): Promise<Inspections> => {
  const found = await toLoadResult(client('GET /bikes/:slug/inspections', { params: { slug } }))
  return found.ok ? found.value.inspections.filter(({ dealId }) => dealId === id) : []
}

/** Loads one deal with all that happened in it. */
export const loader = ({ context, params: { id = '' } }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const load = async () => {
    const deal = await client('GET /alldeals/:id', { params: { id } })
    return { ...deal, inspections: await fetchInspections(client, deal) }
  }
  return toPageResult(load())
}

const Person = ({ name, email }: { name: string; email: string }) => (
  <>
    {name}
    <br />
    <Link to={`/dashboard/alldeals?${new URLSearchParams({ email })}`}>{email}</Link>
  </>
)

/** Opens the handover code of a deal again that was closed after 30 wrong ones; asks before. */
const OpenCode = ({ dealId }: { dealId: string }) => {
  const { code } = useMessages(adminListMessages).deals
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  const open = async () => {
    try {
      await client('PUT /deals/:id/code', { params: { id: dealId }, body: { open: true } })
      toast.success(code.done)
      await revalidate()
    } catch (error) {
      toast.error(toDisplayError(error).message)
    }
  }
  return (
    <>
      <button className="btn btn--line" type="button" onClick={() => setIsAsking(true)}>
        {code.open}
      </button>
      {isAsking && (
        <Confirm
          heading={code.heading}
          text={code.ask}
          labels={{ confirm: code.open, busy: code.busy, cancel: code.cancel }}
          onConfirm={open}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

const Facts = ({ deal }: { deal: Deal }) => {
  const { deals, closeReasons, closeChoices } = useMessages(adminListMessages)
  const { taka, moment } = useFormat()
  const { columns, states } = deals
  const reason = deal.closeReason === null ? '' : ` · ${closeReasons[deal.closeReason] ?? deal.closeReason}`
  return (
    <dl className="one-record__facts">
      <Fact name={columns.state}>
        {states[deal.state]}
        {reason}
      </Fact>
      <Fact name={columns.price}>{taka(deal.price)}</Fact>
      <Fact name={columns.held}>{taka(deal.held)}</Fact>
      <Fact name={columns.buyer}>
        <Person name={deal.buyerName} email={deal.buyerEmail} />
      </Fact>
      <Fact name={columns.seller}>
        <Person name={deal.sellerName} email={deal.sellerEmail} />
      </Fact>
      <Fact name={deals.bike}>
        <Link to={`/dashboard/bike/${deal.slug}`} translate="no">
          {deal.productName}
        </Link>
        <br />
        <Link to={`/dashboard/alldeals?productId=${deal.productId}`}>{deals.dealsOfBike}</Link>
      </Fact>
      <Fact name={columns.requested}>{moment(deal.requestedAt)}</Fact>
      <Fact name={deals.meeting}>
        {deal.meetAt === null ? deals.noTime : moment(deal.meetAt)}
        {deal.meetPlace !== null && <> · {deal.meetPlace}</>}
      </Fact>
      <Fact name={deals.next}>{deal.dueAt === null ? '–' : moment(deal.dueAt)}</Fact>
      {deal.codeClosedAt !== null && (
        <Fact name={deals.code.closed}>
          {deals.code.text(moment(deal.codeClosedAt))}
          <br />
          <OpenCode dealId={deal._id} />
        </Fact>
      )}
      {deal.closedAt !== null && <Fact name={deals.closed}>{moment(deal.closedAt)}</Fact>}
      {deal.closeChoice !== null && <Fact name={deals.chosen}>{closeChoices[deal.closeChoice]}</Fact>}
      {deal.closeNote !== null && <Fact name={deals.note}>{deal.closeNote}</Fact>}
    </dl>
  )
}

const Steps = ({ steps }: Pick<Deal, 'steps'>) => {
  const { deals, steps: names, actors } = useMessages(adminListMessages)
  const { taka, moment } = useFormat()
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">{deals.steps}</h2>
      <ol className="one-record__list">
        {steps.map(({ kind, actor, taka: amount, note, at }, index) => (
          <li key={`${at} ${kind} ${String(index)}`}>
            <b>{names[kind] ?? kind}</b>
            {amount !== null && <> · {taka(amount)}</>}
            {note !== null && <span dir="auto"> · {note}</span>}
            <small>
              {actors[actor]} · <time dateTime={at}>{moment(at)}</time>
            </small>
          </li>
        ))}
      </ol>
    </section>
  )
}

const Payments = ({ payments }: Pick<Deal, 'payments'>) => {
  const { deals, paymentStates } = useMessages(adminListMessages)
  const { taka, moment } = useFormat()
  return (
    <section aria-labelledby="payments">
      <h2 id="payments">{deals.payments}</h2>
      {payments.length === 0 && <p>{deals.noPayments}</p>}
      <ul className="one-record__list">
        {payments.map(({ _id, amount, state, transactionId, createdAt }) => (
          <li key={_id}>
            <Link to={`/dashboard/allpayments/${_id}`}>{taka(amount)}</Link> · {paymentStates[state] ?? state}
            <small>
              <time dateTime={createdAt}>{moment(createdAt)}</time>
              {transactionId !== null && (
                <>
                  {' '}
                  · <span translate="no">{transactionId}</span>
                </>
              )}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What buyer and mechanic found at the bike; nothing where nobody signed an inspection. */
const InspectionList = ({ inspections }: { inspections: Inspections }) => {
  const { deals } = useMessages(adminListMessages)
  const { moment } = useFormat()
  if (inspections.length === 0) return null
  return (
    <section aria-labelledby="inspections">
      <h2 id="inspections">{deals.inspections}</h2>
      <ul className="one-record__list">
        {inspections.map(({ _id, kind, by, signedAt }) => (
          <li key={_id}>
            <Link to={toOwnInspectionPath(_id)}>{deals.inspection[kind]}</Link>
            {by !== null && <span translate="no"> · {by}</span>}
            {signedAt !== null && (
              <small>
                <time dateTime={signedAt}>{moment(signedAt)}</time>
              </small>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One deal with its steps and its money, to read; only a closed handover code can be opened here. */
export default function OneDeal() {
  const { deals } = useMessages(adminListMessages)
  const result = useLoaderData<typeof loader>()
  const heading = result.ok ? deals.dealHeading(result.value.productName) : deals.title
  return (
    <RecordPage
      heading={heading}
      bikeName={result.ok ? result.value.productName : undefined}
      aside={
        <Link className="btn btn--line" to="/dashboard/alldeals">
          {deals.back}
        </Link>
      }
      result={result}
    >
      {(deal) => (
        <>
          <Facts deal={deal} />
          <Steps steps={deal.steps} />
          <InspectionList inspections={deal.inspections} />
          <Payments payments={deal.payments} />
          <Entries entries={deal.entries} />
        </>
      )}
    </RecordPage>
  )
}
