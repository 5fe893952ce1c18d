import { ChevronDown, Phone } from 'lucide'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { Client } from '#contract/client.ts'
import type { moneyCalls } from '#contract/deals/money-calls.ts'
import { AsyncForm } from '#web/components/async-form.tsx'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealReasonMessages } from '#web/i18n/en/deal-reasons.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { toTelephoneUrl } from '#web/lib/bike.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { parseWholeNumber } from '#web/lib/parse-whole-number.ts'
import { Field, TextField } from '#web/ui/forms/field.tsx'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ErrorNote, Note } from '#web/ui/note.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Evidence } from '#web/components/evidence/evidence.tsx'
import { ListedPictures } from '#web/components/evidence/listed-pictures.tsx'
import { Presets, Sums } from './amount-presets.tsx'
import { type ChosenDecision, ConfirmDecision } from './confirm-decision.tsx'
import { Decision } from './decision.tsx'
import { getGiveText } from './get-give-text.ts'
import { DisputeAdvertisement } from './dispute-advertisement.tsx'

/** What both sides say is loaded with so many open disputes; with further ones on request. */
const maxWholeDisputes = 20

const fetchDisputes = async (client: Client) => {
  const listed = await client('GET /disputes', { query: { limit: '100' } })
  const open = listed.filter(({ decidedAt }) => decidedAt === null).slice(0, maxWholeDisputes)
  const whole = await Promise.all(open.map(({ dealId: id }) => client('GET /deals/:id/dispute', { params: { id } })))
  const evidence = new Map(whole.map((dispute) => [dispute.dealId, dispute.evidence]))
  const disputes = listed.map((dispute) => ({ ...dispute, evidence: evidence.get(dispute.dealId) ?? null }))
  return { disputes, nowMs: Date.now() }
}

/** Loads all disputes, undecided ones first, with what both sides say. */
export const loader = ({ context }: LoaderFunctionArgs) => toPageResult(fetchDisputes(context.get(appContext).client))

type Dispute = Extract<Awaited<ReturnType<typeof loader>>, { ok: true }>['value']['disputes'][number]
const DecideForm = ({ dispute, nowMs }: { dispute: Dispute; nowMs: number }) => {
  const { disputes } = useMessages(moneyMessages)
  const { problem } = useMessages(dealReasonMessages)
  const { taka } = useFormat()
  const [typed, setTyped] = useState('')
  const [decision, setDecision] = useState<ChosenDecision>()
  const [isTooMuch, setIsTooMuch] = useState(false)
  const choose = (chosenTaka: number) => {
    setTyped(String(chosenTaka))
    setIsTooMuch(false)
  }
  const typedTaka = parseWholeNumber(typed)
  const takaToBuyer = typedTaka !== null && typedTaka <= dispute.held ? typedTaka : null
  const submit =
    takaToBuyer === null ? disputes.submit : getGiveText({ takaToBuyer, heldTaka: dispute.held, taka }, disputes)
  const ask = async (form: FormData) => {
    setIsTooMuch(takaToBuyer === null)
    if (takaToBuyer !== null) setDecision({ takaToBuyer, note: getFormText(form, 'note') })
  }
  return (
    <>
      <AsyncForm messages={{ ...disputes, submit }} fields={['takaToBuyer', 'note']} onSend={ask}>
        {(problems) => (
          <>
            <Presets typed={typed} dispute={dispute} takaToBuyer={takaToBuyer} onChoose={choose} />
            <Field
              id={`to-buyer-${dispute.dealId}`}
              name="takaToBuyer"
              label={disputes.toBuyer}
              type="text"
              inputMode="numeric"
              maxLength={20}
              value={typed}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value)
                setIsTooMuch(false)
              }}
              hint={
                takaToBuyer === null
                  ? problem.sellerGetsRest(taka(dispute.held))
                  : disputes.toSeller(taka(dispute.held - takaToBuyer))
              }
              problem={problems['takaToBuyer'] ?? (isTooMuch ? disputes.tooMuch(taka(dispute.held)) : undefined)}
            />
            <TextField
              id={`note-${dispute.dealId}`}
              name="note"
              label={disputes.note}
              rows={3}
              maxLength={1_000}
              problem={problems['note']}
            />
            <Sums dispute={dispute} takaToBuyer={takaToBuyer} />
          </>
        )}
      </AsyncForm>
      {decision && (
        <ConfirmDecision dispute={dispute} decision={decision} nowMs={nowMs} onClose={() => setDecision(undefined)} />
      )}
    </>
  )
}

/** Calls one side of a problem: the admin may ask both before deciding. */
const CallSide = ({ name, phone }: { name: string; phone: string }) => {
  const { disputes } = useMessages(moneyMessages)
  const { digits } = useFormat()
  return (
    <p className="acts">
      <a className="btn btn--line" href={toTelephoneUrl(phone)} aria-label={disputes.callLabel(digits(phone), name)}>
        <Icon of={Phone} size={18} />
        <span className="num">{disputes.call(digits(phone))}</span>
      </a>
    </p>
  )
}

/** The way to call both, below their names; no number is shown once it is decided. */
const toCalls = ({ buyerName, buyerPhone, sellerName, sellerPhone }: Dispute) => ({
  buyer: buyerPhone !== null && <CallSide name={buyerName} phone={buyerPhone} />,
  seller: sellerPhone !== null && <CallSide name={sellerName} phone={sellerPhone} />,
})

/** What both sides say and show, on request. */
const BothSides = ({ dispute }: { dispute: Dispute }) => {
  const { dealId, saidBy } = dispute
  const { disputes } = useMessages(moneyMessages)
  const { client } = useApp()
  const [shown, setShown] = useState<CallResponse<(typeof moneyCalls)['GET /deals/:id/dispute']>>()
  const [isBusy, run] = useAction()
  const show = () => run(async () => setShown(await client('GET /deals/:id/dispute', { params: { id: dealId } })))
  return (
    <>
      <div className="acts">
        <button
          className="btn btn--line"
          type="button"
          aria-expanded={shown !== undefined}
          aria-busy={isBusy}
          onClick={() => (shown ? setShown(undefined) : show())}
        >
          {isBusy && <Spinner size={18} className="wheel-in" />}
          {shown ? disputes.lookAway : saidBy.length > 1 ? disputes.lookBoth : disputes.look}
        </button>
      </div>
      {shown && <Evidence dispute={shown} below={toCalls(dispute)} />}
    </>
  )
}

/** Who the two are and what the report says, and on request what both sides say. */
const Report = ({ dispute }: { dispute: Dispute }) => {
  const { problem } = useMessages(moneyMessages)
  const { buyerName, sellerName, openedBy, note } = dispute
  return (
    <>
      <p>
        {problem.buyer}: {buyerName}
        <br />
        {problem.seller}: {sellerName}
      </p>
      {note !== null && (
        <p dir="auto">
          {openedBy === 'seller' ? problem.seller : problem.buyer}: {note}
        </p>
      )}
      <BothSides dispute={dispute} />
    </>
  )
}

/** What both sides say and show, the report first, and that who reported it has sent no picture. */
const Said = ({ dispute }: { dispute: Dispute }) => {
  const { noPictures } = useMessages(moneyMessages).disputes
  const { evidence, openedBy } = dispute
  if (evidence === null) return <Report dispute={dispute} />
  const reporter = openedBy === 'seller' ? 'seller' : 'buyer'
  const hasPicture = evidence.some(({ by, picture }) => by === reporter && picture !== null)
  return (
    <>
      {!hasPicture && <p>{noPictures[reporter]}</p>}
      <Evidence dispute={{ ...dispute, evidence }} below={toCalls(dispute)} />
    </>
  )
}

/** What was paid here, the price where it is another amount, and the cash. */
const Amounts = ({ dispute: { paid, held, price, cash, decidedAt } }: { dispute: Dispute }) => {
  const { disputes } = useMessages(moneyMessages)
  const { taka } = useFormat()
  // Nothing is held after the decision.
  const isPriceOther = price !== (decidedAt === null ? held : paid)
  return (
    <p>
      {disputes.paid} <b className="num">{taka(paid)}</b>
      {isPriceOther && ` · ${disputes.price(taka(price))}`}
      {cash !== null && ` · ${disputes.cash(taka(cash))}`}
    </p>
  )
}

type CardProps = { dispute: Dispute; nowMs: number }

/** Names each side that has not answered the report, and until when it may. */
const Unanswered = ({ dispute: { saidBy, buyerName, sellerName, evidenceUntil }, nowMs }: CardProps) => {
  const { mayAnswerUntil, notAnswered } = useMessages(dealReasonMessages).problem
  const { times } = useMessages(dealMessages)
  const isOver = new Date(evidenceUntil).getTime() < nowMs
  const names = { buyer: buyerName, seller: sellerName }
  return (['buyer', 'seller'] as const)
    .filter((side) => !saidBy.includes(side))
    .map((side) => (
      <Note key={side}>{isOver ? notAnswered(names[side]) : mayAnswerUntil(names[side], times.at(evidenceUntil))}</Note>
    ))
}

const DisputeCard = ({ dispute, nowMs }: CardProps) => {
  const { disputes, problem } = useMessages(moneyMessages)
  const { times } = useMessages(dealMessages)
  const isOpen = dispute.decidedAt === null
  const reasonTexts: Readonly<Record<string, string>> = problem.reasons
  return (
    <li className="panel case">
      <div className="case__top">
        <h2 translate="no">{dispute.productName}</h2>
        <Link
          className="link"
          to={`/dashboard/alldeals/${dispute.dealId}`}
          aria-label={disputes.toDealLabel(dispute.productName)}
        >
          {disputes.toDeal}
        </Link>
      </div>
      <Amounts dispute={dispute} />
      {dispute.decidedAt === null ? (
        <p>
          <span className="badge badge--warn">{disputes.dueBy(times.at(dispute.decideUntil))}</span>
        </p>
      ) : (
        <Decision dispute={dispute} decidedAt={dispute.decidedAt} />
      )}
      {isOpen && <Unanswered dispute={dispute} nowMs={nowMs} />}
      <p>
        <b>{reasonTexts[dispute.reason]}</b>
      </p>
      <Said dispute={dispute} />
      {isOpen && (
        <DisputeAdvertisement
          advertisement={dispute.advertisement}
          isUnfolded={dispute.reason === 'not_as_described'}
        />
      )}
      <ListedPictures pictures={dispute.pictures} bikeName={dispute.productName} />
      {isOpen && <DecideForm dispute={dispute} nowMs={nowMs} />}
    </li>
  )
}

/** When a dispute was decided, as a number; 0 while it is open. */
const getDecidedMs = ({ decidedAt }: Dispute): number => (decidedAt === null ? 0 : new Date(decidedAt).getTime())

/** The open disputes, and folded below them the decided ones, the newest decision first. */
const DisputeList = ({ disputes, nowMs }: { disputes: readonly Dispute[]; nowMs: number }) => {
  const { disputes: messages } = useMessages(moneyMessages)
  const { count } = useFormat()
  const open = disputes.filter(({ decidedAt }) => decidedAt === null)
  const decided = disputes.filter(({ decidedAt }) => decidedAt !== null)
  decided.sort((a, b) => getDecidedMs(b) - getDecidedMs(a))
  const toCards = (list: readonly Dispute[]) =>
    list.map((dispute) => <DisputeCard key={dispute.dealId} dispute={dispute} nowMs={nowMs} />)
  return (
    <div className="deal__main">
      {open.length === 0 ? (
        <EmptyState heading={messages.none} action={null}>
          {messages.noneText}
        </EmptyState>
      ) : (
        <ul className="dl">{toCards(open)}</ul>
      )}
      {decided.length > 0 && (
        <details className="folded">
          <summary>
            <b>{messages.decidedOnes}</b> <span className="num">{count(decided.length)}</span>
            <Icon of={ChevronDown} size={20} />
          </summary>
          <ul className="dl">{toCards(decided)}</ul>
        </details>
      )}
    </div>
  )
}

export default function Disputes() {
  const { title } = useMessages()
  const { disputes, money } = useMessages(moneyMessages)
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  return (
    <>
      <title>{title(disputes.title)}</title>
      <DealStyles />
      <DashboardHead>{disputes.title}</DashboardHead>
      {!result.ok && <ErrorNote message={result.message} retry={money.retry} onRetry={() => void revalidate()} />}
      {result.ok && <DisputeList {...result.value} />}
    </>
  )
}
