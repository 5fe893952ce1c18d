import { Banknote, ChevronLeft } from 'lucide'
import { useEffect, useRef } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { Client } from '#contract/client.ts'
import { lateCancellationHours } from '#contract/deals/deadlines.ts'
import { hourMs } from '#contract/time/durations.ts'
import { ordersPath, toSimilarPath, toTransferPath } from '#web/components/deals/deal-paths.ts'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { DealTop } from '#web/components/deals/deal-top.tsx'
import {
  type Deal,
  type SituationName,
  mayPayHere,
  toFirstName,
  toMessageSide,
  useDealSentences,
} from '#web/components/deals/describe-deal.ts'
import { toPageResult } from '#web/components/load-page.ts'
import { useDealSeen, useRevalidateOnNotification } from '#web/components/notifications/use-revalidate.ts'
import { isApiResponseError } from '#web/context/display-error.ts'
import { appContext, useFormat, useMessages } from '#web/context/app-context.ts'
import { dashboardMessages } from '#web/i18n/en/dashboard.ts'
import { dealPayoutMessages } from '#web/i18n/en/deal-payout.ts'
import { dealTermMessages } from '#web/i18n/en/deal-terms.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { meetingMessages } from '#web/i18n/en/meeting.ts'
import { transferMessages } from '#web/i18n/en/transfers.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ErrorNote, Note } from '#web/ui/note.tsx'
import { CompareNumbers, type MeetingNumbers, MissingNumbers } from './compare-numbers.tsx'
import { CloseReason, OffMarket } from './close-reason.tsx'
import { DealActs } from './deal-acts.tsx'
import { DealDecision } from './deal-decision.tsx'
import { BookedPrice, DealMoney } from './deal-money.tsx'
import { type DealInspections, fetchInspections, InspectionsOfDeal } from './deal-inspections.tsx'
import { DealRatings, type LoadedRatings } from './deal-ratings.tsx'
import { BikeRule, ReportedProblem } from './reported-problem.tsx'
import { DealSteps } from './deal-steps.tsx'
import { fetchCancelTaka } from '#web/components/deals/fetch-cancel-taka.ts'
import { isUnpromised } from './list-deal-steps.ts'
import { getPayoutSentence } from './payout-sentence.ts'

/** A payment that lapsed is ended within so long. */
const sweepMs = 20_000

/** The numbers that the buyer compares at the meeting; null for the seller, and before and after. */
const fetchNumbers = async (client: Client, { _id: id, side, state }: Deal): Promise<MeetingNumbers | null> =>
  side === 'buyer' && state === 'held' ? client('GET /deals/:id/numbers', { params: { id } }) : null

/** Loads the deal, and what cancelling it would give back. */
export const loader = async ({ context, params: { id = '' } }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const fetchDeal = async () => {
    const [deal, ratings] = await Promise.all([
      client('GET /deals/:id', { params: { id } }),
      client('GET /deals/:id/ratings', { params: { id } }),
    ])
    const [numbers, inspections, cancelTaka] = await Promise.all([
      fetchNumbers(client, deal),
      fetchInspections(client, deal),
      fetchCancelTaka(client, deal),
    ])
    return { deal, ratings, numbers, inspections, cancelTaka, nowMs: Date.now() }
  }
  // A deal that ends between the reads refuses the later ones; it is read again as it is then.
  const fetchSettled = async () => {
    try {
      return await fetchDeal()
    } catch (error) {
      if (!isApiResponseError(error) || error.status !== 409) throw error
      return fetchDeal()
    }
  }
  return toPageResult(fetchSettled())
}

type Loaded = {
  deal: Deal
  ratings: LoadedRatings
  numbers: MeetingNumbers | null
  inspections: DealInspections | null
  cancelTaka: number | null
  nowMs: number
}

const Back = ({ deal }: { deal: Deal }) => {
  const dashboard = useMessages(dashboardMessages)
  const { back } = useMessages(dealMessages)
  const isBuyer = deal.side === 'buyer'
  const text = isBuyer ? dashboard.orders : dashboard.deals
  return (
    <nav className="crumb" aria-label={back}>
      <Icon of={ChevronLeft} size={18} />
      <Link to={isBuyer ? ordersPath : '/dashboard/deals'}>{text}</Link>
    </nav>
  )
}

/** Asks a seller who has not said yet where to be paid. */
const MissingDestination = ({ deal }: { deal: Deal }) => {
  const { noDestination, add } = useMessages(dealPayoutMessages)
  if (!deal.needsDestination) return null
  return (
    <p className="note note--warn">
      <Icon of={Banknote} size={20} />
      <span>
        {noDestination} <Link to="/dashboard/money#where">{add}</Link>
      </span>
    </p>
  )
}

/** The place in line, for a buyer who waits; not while it is this buyer's turn. */
const Line = ({ deal, situation }: { deal: Deal; situation: SituationName }) => {
  const { line } = useMessages(dealTermMessages)
  const { ordinal } = useMessages(dealMessages)
  if (deal.side !== 'buyer' || situation !== 'inLine' || deal.linePlace === null) return null
  return (
    <div className="panel wait">
      <span className="wait__n num" aria-hidden>
        {ordinal(deal.linePlace)}
      </span>
      <div>
        <b>{line.before(deal.linePlace - 1)}</b>
        <br />
        {line.free}
      </div>
    </div>
  )
}

/** The way to what BRTA wants after a sale, or to what was done there. */
const TransferLink = ({ deal }: { deal: Deal }) => {
  const { headings, whenDone } = useMessages(transferMessages)
  return (
    <Link className={`btn ${isTransferNext(deal) ? 'btn--primary' : 'btn--line'}`} to={toTransferPath(deal._id)}>
      {deal.isTransferDone ? whenDone : headings[deal.side === 'buyer' ? 'buyer' : 'seller']}
    </Link>
  )
}

/** Nothing but the transfer is left to do. */
const isTransferNext = ({ state, hasTransfer, isTransferDone }: Deal): boolean =>
  state === 'closed' && hasTransfer && !isTransferDone

/** The buyer did not get the bike: others like it come next. */
const isLost = ({ side, state, closeReason }: Deal): boolean =>
  side === 'buyer' && state === 'closed' && closeReason !== 'released' && closeReason !== 'sold_for_cash'

/** Bikes like it, for a buyer who waits or did not get the bike. */
const Similar = ({ deal }: { deal: Deal }) => {
  const { list } = useMessages(dealMessages)
  return (
    <Link className={`btn ${isLost(deal) ? 'btn--primary' : 'btn--line'}`} to={toSimilarPath(deal.productName)}>
      {list.similar}
    </Link>
  )
}

/** Whether who has paid and cancels does not get back all any more. */
const isMeetingSoon = ({ meetAt }: Deal, nowMs: number): boolean =>
  meetAt !== null && new Date(meetAt).getTime() - nowMs < lateCancellationHours * hourMs

/** What cancelling costs, or what accepting or withdrawing a report does, in two lines. */
const Terms = ({ deal, cancelTaka, nowMs }: Pick<Loaded, 'deal' | 'cancelTaka' | 'nowMs'>) => {
  const { terms, line } = useMessages(dealTermMessages)
  const { taka } = useFormat()
  const name = toFirstName(deal.otherName)
  if (deal.acts.includes('accept'))
    return (
      <p className="terms">
        <b>{terms.accepting}</b> {terms.acceptingText(name)} {deal.lineLength > 1 && line.others(deal.lineLength - 1)}
      </p>
    )
  if (deal.acts.includes('withdraw_dispute'))
    return (
      <p className="terms">
        <b>{terms.ifWithdrawn}</b> {terms.ifWithdrawnText(name)}
      </p>
    )
  if (!deal.acts.includes('cancel')) return null
  if (cancelTaka === null) {
    if (deal.side === 'seller' || !mayPayHere(deal)) return <p className="terms">{terms.freeUnpaid}</p>
    return (
      <p className="terms">
        <b>{terms.free}</b> {isMeetingSoon(deal, nowMs) ? terms.freeLate : terms.freeText}
      </p>
    )
  }
  return (
    <p className="terms">
      <b>{terms.ifNow}</b> {deal.side === 'buyer' ? terms.ifNowBuyer(taka(cancelTaka)) : terms.ifNowSeller(name)}
    </p>
  )
}

/** Tells both, where a bike was paid before an answer, that nothing is promised; an agreed time is a promise. */
const NotPromised = ({ deal }: { deal: Deal }) => {
  const { terms } = useMessages(dealTermMessages)
  const name = toFirstName(deal.otherName)
  if (!isUnpromised(deal)) return null
  if (deal.side === 'buyer') return <Note>{terms.notPromisedToYou(name)}</Note>
  return deal.acts.includes('cancel') && <Note>{terms.notPromised(name)}</Note>
}

/** The heading gets the focus when it changes after an act, because the button of the act is gone. */
const Heading = ({ text }: { text: string }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const shownText = useRef(text)
  useEffect(() => {
    if (shownText.current === text) return
    shownText.current = text
    if (document.activeElement === document.body) heading.current?.focus()
  }, [text])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  )
}

/** Until when BRTA has to hear of the sale; of a decided problem the heading says what it gave. */
const Decided = ({ deal: { side, transferDueOn } }: { deal: Deal }) => {
  const { times } = useMessages(dealMessages)
  const { until } = useMessages(transferMessages)
  return transferDueOn !== null && <p className="deal__say">{until[toMessageSide(side)](times.day(transferDueOn))}</p>
}

/** What was decided for this side, in place of how the deal ended. */
const useDecisionHeading = ({ decision, side, otherName }: Deal): string | null => {
  const messages = useMessages(dealMessages).record.decision
  const { taka } = useFormat()
  if (decision === null) return null
  const { toBuyer, toSeller } = decision
  if (side === 'buyer') return toBuyer === 0 ? messages.nothingBack : messages.backToYou(taka(toBuyer))
  return toSeller === 0 ? messages.allBack(toFirstName(otherName)) : messages.yours(taka(toSeller))
}

const DealScreen = ({ deal, ratings, numbers, inspections, cancelTaka, nowMs }: Loaded) => {
  const { title } = useMessages()
  const { orderTitle, dealTitle } = useMessages(dealMessages)
  const { name: situation, heading: situationHeading, say } = useDealSentences()(deal, nowMs)
  const heading = useDecisionHeading(deal) ?? situationHeading
  const payoutSentence = getPayoutSentence(deal, useMessages(dealPayoutMessages))
  const { restFirst } = useMessages(meetingMessages)
  const { taka } = useFormat()
  const toTitle = deal.side === 'buyer' ? orderTitle : dealTitle
  useDealSeen(deal)
  return (
    <article className="deal">
      <title>{title(toTitle(deal.productName))}</title>
      <Back deal={deal} />
      <DealTop deal={deal} />
      <Heading text={heading} />
      {deal.decision === null ? <p className="deal__say">{payoutSentence ?? say}</p> : <Decided deal={deal} />}
      {deal.side === 'seller' && deal.state === 'held' && deal.rest > 0 && (
        <p className="deal__say">{restFirst(taka(deal.rest))}</p>
      )}
      <BikeRule deal={deal} />
      <DealDecision deal={deal} />
      <ReportedProblem deal={deal} nowMs={nowMs} />
      <CloseReason deal={deal} />
      <OffMarket deal={deal} />
      <NotPromised deal={deal} />
      <MissingDestination deal={deal} />
      <div className="deal__cols">
        <DealActs
          deal={deal}
          nowMs={nowMs}
          after={<DealSteps deal={deal} endingTitle={heading} />}
          terms={<Terms deal={deal} cancelTaka={cancelTaka} nowMs={nowMs} />}
          main={isTransferNext(deal) ? <TransferLink deal={deal} /> : isLost(deal) && <Similar deal={deal} />}
        >
          <Line deal={deal} situation={situation} />
          <BookedPrice deal={deal} />
          <DealMoney deal={deal} />
          {numbers !== null && <CompareNumbers deal={deal} numbers={numbers} />}
          <MissingNumbers deal={deal} />
          {inspections && <InspectionsOfDeal deal={deal} found={inspections} />}
          {deal.side === 'buyer' && situation === 'inLine' && <Similar deal={deal} />}
          {deal.hasTransfer && deal.state !== 'disputed' && !isTransferNext(deal) && <TransferLink deal={deal} />}
          <DealRatings deal={deal} ratings={ratings} />
        </DealActs>
      </div>
    </article>
  )
}

/** Loads the page again when another buyer's payment has ended: nothing is told then. */
const useRevalidateAfter = (until: string | null): void => {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (until === null) return undefined
    const timer = setTimeout(() => void revalidate(), Math.max(0, new Date(until).getTime() - Date.now()) + sweepMs)
    return () => clearTimeout(timer)
  }, [until, revalidate])
}

export default function DealPage() {
  const { retry } = useMessages(dealMessages)
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  useRevalidateOnNotification()
  useRevalidateAfter(result.ok ? result.value.deal.othersPayUntil : null)
  return (
    <>
      <DealStyles />
      {result.ok ? (
        <DealScreen {...result.value} />
      ) : (
        <ErrorNote message={result.message} retry={retry} onRetry={() => void revalidate()} />
      )}
    </>
  )
}
