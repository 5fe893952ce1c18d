import type { ReactNode } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { Client } from '#contract/client.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { ErrorNote } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { Destination } from './destination.tsx'
import { HeldDeals } from './held-deals.tsx'
import { getSendByMs } from './payout-due.ts'

const fetchMoney = async (client: Client) => {
  const [money, { destination }, { hasPassword, hasSecondFactor }] = await Promise.all([
    client('GET /money'),
    client('GET /payouts/destination'),
    client('GET /auth/account'),
  ])
  return { money, destination, proofs: { hasPassword, hasSecondFactor }, nowMs: Date.now() }
}
type Loaded = Awaited<ReturnType<typeof fetchMoney>>

/** Loads where the seller's money is, and where it is paid. */
export const loader = ({ context }: LoaderFunctionArgs) => toPageResult(fetchMoney(context.get(appContext).client))

const Total = ({ label, taka, children }: { label: string; taka: string; children: ReactNode }) => (
  <div className="total">
    <dt>{label}</dt>
    <dd>
      <b className="num">{taka}</b>
      {children}
    </dd>
  </div>
)

const stateBadges = {
  due: 'badge--info',
  sent: 'badge--warn',
  confirmed: 'badge--good',
  failed: 'badge--stop',
} as const

type Payout = Loaded['money']['payouts'][number]
type Destined = Pick<Loaded, 'destination' | 'nowMs'>

/** Why a payment waits: there is no account to send it to, or the account was changed. */
const Waiting = ({ destination, nowMs }: Destined) => {
  const { money } = useMessages(moneyMessages)
  const { times } = useMessages(dealMessages)
  if (destination === null) return <p>{money.waitsForDestination}</p>
  if (new Date(destination.usableAt).getTime() <= nowMs) return null
  return <p>{money.waitsUntil(times.at(destination.usableAt))}</p>
}

/** Until when Motohaat sends a payment that waits for nothing else, and that it is late; before, since when it waits. */
const useDueText = ({ destination, nowMs }: Destined): ((payout: Payout) => string) => {
  const { money, payouts } = useMessages(moneyMessages)
  const { times } = useMessages(dealMessages)
  const isUsable = destination !== null && new Date(destination.usableAt).getTime() <= nowMs
  return ({ createdAt, isFrozen }) => {
    const dueMs = getSendByMs(createdAt, destination?.usableAt ?? null)
    if (isFrozen || !isUsable || dueMs === null) return payouts.since(times.full(createdAt))
    const day = times.day(new Date(dueMs).toISOString())
    return dueMs < nowMs ? money.isLate(day) : money.sendBy(day)
  }
}

const usePayoutState = ({ destination }: Destined): ((payout: Payout) => string) => {
  const { money } = useMessages(moneyMessages)
  return ({ state, isFrozen }) => {
    if (isFrozen) return money.frozen
    return state === 'due' && destination === null ? money.waitsForYou : money.states[state]
  }
}

const PayoutRow = ({ payout, ...destined }: Destined & { payout: Payout }) => {
  const { money } = useMessages(moneyMessages)
  const { times } = useMessages(dealMessages)
  const { taka } = useFormat()
  const toDueText = useDueText(destined)
  const toState = usePayoutState(destined)
  const { state, reference } = payout
  const at = payout.confirmedAt ?? payout.sentAt ?? payout.createdAt
  return (
    <li className="payrow">
      <Link to={toDealPath(payout.dealId)} translate="no">
        {payout.productName}
      </Link>
      <b className="num">{taka(payout.amount)}</b>
      <p>
        <span className={`badge ${stateBadges[state]}`}>{toState(payout)}</span>{' '}
        <time dateTime={at}>{state === 'due' ? toDueText(payout) : times.full(at)}</time>
        {reference !== null && (
          <>
            {' '}
            · <SentenceWithName text={money.reference(reference)} name={reference} />
          </>
        )}
        {payout.failure !== null && <> · {payout.failure}</>}
      </p>
      {state === 'due' && !payout.isFrozen && <Waiting {...destined} />}
    </li>
  )
}

/** Whether something waits for nothing but the people who send it. */
const canBeSent = ({ payouts, destination, nowMs }: Destined & { payouts: Payout[] }): boolean =>
  destination !== null &&
  new Date(destination.usableAt).getTime() <= nowMs &&
  payouts.some(({ state, isFrozen }) => state === 'due' && !isFrozen)

const Payouts = ({ payouts, ...destined }: Destined & { payouts: Payout[] }) => {
  const { money } = useMessages(moneyMessages)
  return (
    <section aria-labelledby="payments">
      <h2 className="h3" id="payments">
        {money.all}
      </h2>
      {canBeSent({ payouts, ...destined }) && <p className="terms">{money.sentByTwo}</p>}
      {payouts.length === 0 ? (
        <p className="terms">{money.none}</p>
      ) : (
        <ul className="payrows">
          {payouts.map((payout) => (
            <PayoutRow key={payout._id} payout={payout} {...destined} />
          ))}
        </ul>
      )}
    </section>
  )
}

const Deposits = ({ takesDeposits }: { takesDeposits: boolean }) => {
  const { money } = useMessages(moneyMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isBusy, run] = useAction()
  const toggle = () =>
    run(async () => {
      await client('PUT /money/settings', { body: { takesDeposits: !takesDeposits } })
      toast.success(money.depositsSaved)
      await revalidate()
    })
  return (
    <div>
      <h2 className="h3">{money.depositsHeading}</h2>
      <label className="check check--alone">
        <input type="checkbox" checked={takesDeposits} disabled={isBusy} onChange={toggle} /> {money.deposits}
      </label>
      <p className="hint">{money.depositsHint}</p>
    </div>
  )
}

const MoneyScreen = ({ money, destination, proofs, nowMs }: Loaded) => {
  const { money: messages } = useMessages(moneyMessages)
  const { taka } = useFormat()
  // An older one that failed was paid again since.
  const [newest] = money.payouts
  const where = <Destination destination={destination} proofs={proofs} nowMs={nowMs} readyTaka={money.payable} />
  return (
    <div className="deal__main">
      <p className="deal__say">{messages.lead}</p>
      {newest?.state === 'failed' && (
        <p className="note note--stop">
          <span>
            {messages.failed(taka(newest.amount), newest.failure ?? '')} <a href="#where">{messages.correct}</a>
          </span>
        </p>
      )}
      {destination === null && where}
      <div>
        {destination === null && <h2 className="h3">{messages.yours}</h2>}
        <dl className="totals">
          <Total label={messages.held} taka={taka(money.held)}>
            {money.heldDeals.length === 0 ? <span>{messages.heldText}</span> : <HeldDeals deals={money.heldDeals} />}
          </Total>
          <Total label={messages.onItsWay} taka={taka(money.payable + money.onItsWay)}>
            <span>{destination === null ? messages.onItsWayUnknown : messages.onItsWayText}</span>
          </Total>
          <Total label={messages.paidOut} taka={taka(money.paidOut)}>
            <span>{money.paidOut === 0 ? messages.nothingPaidOut : messages.paidOutText}</span>
          </Total>
        </dl>
      </div>
      {destination !== null && where}
      <Payouts payouts={money.payouts} destination={destination} nowMs={nowMs} />
      <Deposits takesDeposits={money.takesDeposits} />
    </div>
  )
}

export default function Money() {
  const { title } = useMessages()
  const { money } = useMessages(moneyMessages)
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  return (
    <>
      <title>{title(money.title)}</title>
      <DealStyles />
      <DashboardHead>{money.title}</DashboardHead>
      {result.ok ? (
        <MoneyScreen {...result.value} />
      ) : (
        <ErrorNote message={result.message} retry={money.retry} onRetry={() => void revalidate()} />
      )}
    </>
  )
}
