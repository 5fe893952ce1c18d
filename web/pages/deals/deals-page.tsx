import type { ReactNode } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { Client } from '#contract/client.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { TransfersLink } from '#web/components/transfers-link.tsx'
import { type CardKind, DealCard } from '#web/components/deals/deal-card.tsx'
import { DealRequest, FurtherRequest } from '#web/components/deals/deal-request.tsx'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import type { DealSummary } from '#web/components/deals/describe-deal.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { useRevalidateOnNotification } from '#web/components/notifications/use-revalidate.ts'
import { fetchWholeList } from '#web/components/whole-list.ts'
import { appContext, useMessages } from '#web/context/app-context.ts'
import { toLoadResult } from '#web/context/display-error.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { Await, defer } from '#web/ui/await.tsx'
import { ErrorNote, Note } from '#web/ui/note.tsx'
import { groupDeals, hasToTellBrta, listNewestEnded } from './group-deals.ts'
import { type Payout, SoldFacts } from './sold-facts.tsx'

/** The payouts of sales that were paid here; without them, or when they do not come, the list says less. */
const fetchPayouts = async (client: Client, ended: readonly DealSummary[]): Promise<Payout[]> => {
  if (!ended.some(({ closeReason, paid }) => closeReason === 'released' && paid > 0)) return []
  const money = await toLoadResult(client('GET /money'))
  return money.ok ? money.value.payouts : []
}

const fetchDeals = async (client: Client, hasAllEnded: boolean) => {
  const fetchList = (ended: 'yes' | 'no') =>
    fetchWholeList((cursor) => client.page('GET /deals', { query: { side: 'seller', ended, cursor } }))
  const fetchSomeEnded = async () => {
    const { items, next } = await client.page('GET /deals', { query: { side: 'seller', ended: 'yes' } })
    const shown = listNewestEnded(items)
    return { items: shown, isWhole: next === null && shown.length === items.length }
  }
  const [live, ended] = await Promise.all([fetchList('no'), hasAllEnded ? fetchList('yes') : fetchSomeEnded()])
  return { live, ended, payouts: await fetchPayouts(client, ended.items), hasAllEnded, nowMs: Date.now() }
}

type Deals = Awaited<ReturnType<typeof fetchDeals>>

/** Loads the seller's live deals and the newest ended ones; all of them with `?ended=all`. */
export const loader = ({ context, request }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const hasAllEnded = new URL(request.url).searchParams.get('ended') === 'all'
  return defer(toPageResult(fetchDeals(client, hasAllEnded)))
}

type GroupProps = {
  heading: string
  deals: readonly DealSummary[]
  kind: CardKind
  nowMs: number
  renderFacts?: (deal: DealSummary) => ReactNode
}

const Group = ({ heading, deals, kind, nowMs, renderFacts }: GroupProps) => {
  const { list } = useMessages(dealMessages)
  if (deals.length === 0) return null
  return (
    <>
      <h2 className="group">
        {heading} <span className="n num">{list.count(deals.length)}</span>
      </h2>
      <ul className="dl">
        {deals.map((deal) => (
          <DealCard key={deal._id} deal={deal} kind={kind} nowMs={nowMs}>
            {renderFacts?.(deal)}
          </DealCard>
        ))}
      </ul>
    </>
  )
}

/** What the seller answers now: a card for each bike, with all who wait for it. */
const AnswerNow = ({ bikes, nowMs }: { bikes: readonly DealSummary[][]; nowMs: number }) => {
  const { list } = useMessages(dealMessages)
  if (bikes.length === 0) return null
  return (
    <>
      <h2 className="group group--now">
        {list.answerNow} <span className="n num">{list.count(bikes.flat().length)}</span>
      </h2>
      <ul className="dl">
        {bikes.flatMap((deals) =>
          deals.map((deal, index) =>
            index === 0 ? (
              <DealCard key={deal._id} deal={deal} kind="answer" nowMs={nowMs} buyerCount={deals.length}>
                <DealRequest deal={deal} nowMs={nowMs} />
              </DealCard>
            ) : (
              <FurtherRequest key={deal._id} deal={deal} nowMs={nowMs} />
            ),
          ),
        )}
      </ul>
    </>
  )
}

const Empty = () => {
  const { list } = useMessages(dealMessages)
  const action = (
    <Link className="btn btn--primary" to="/dashboard/myproducts">
      {list.emptyAction}
    </Link>
  )
  return (
    <EmptyState heading={list.emptyHeading} action={action}>
      {list.emptyText}
    </EmptyState>
  )
}

const DealGroups = ({ live, ended, payouts, hasAllEnded, nowMs }: Deals) => {
  const { list, times } = useMessages(dealMessages)
  const { answerNow, problems, timeMissing, days, waiting } = groupDeals(live.items, nowMs, times.toMeetingDay)
  if (live.items.length === 0 && ended.items.length === 0) return <Empty />
  const renderFacts = (deal: DealSummary) => (
    <SoldFacts deal={deal} payout={payouts.find(({ dealId }) => dealId === deal._id)} />
  )
  const toGroup = (isOfGroup: (deal: DealSummary) => boolean) => ({
    deals: ended.items.filter(isOfGroup),
    kind: 'ended' as const,
    nowMs,
    renderFacts,
  })
  return (
    <>
      <AnswerNow bikes={answerNow} nowMs={nowMs} />
      <Group heading={list.problem} deals={problems} kind="problem" nowMs={nowMs} />
      <Group heading={list.timeMissing} deals={timeMissing} kind="waiting" nowMs={nowMs} />
      {days.map(({ meetAt, deals }) => (
        <Group
          key={meetAt}
          heading={times.longDay(times.toMeetingDay(meetAt))}
          deals={deals}
          kind="meeting"
          nowMs={nowMs}
        />
      ))}
      <Group heading={list.waiting} deals={waiting} kind="waiting" nowMs={nowMs} />
      <Group heading={list.stillToDo} {...toGroup(hasToTellBrta)} />
      <Group heading={list.ended} {...toGroup((deal) => !hasToTellBrta(deal))} />
      {!ended.isWhole && !hasAllEnded && (
        <Link className="btn btn--quiet" to="?ended=all" preventScrollReset>
          {list.allEnded}
        </Link>
      )}
      {(!live.isWhole || (hasAllEnded && !ended.isWhole)) && (
        <Note>{list.onlyNewest(live.items.length + ended.items.length)}</Note>
      )}
    </>
  )
}

const Skeleton = () => {
  const { loading } = useMessages(dealMessages)
  return (
    <div role="status">
      <span className="sr-only">{loading}</span>
      <ul className="dl" aria-hidden>
        {['first', 'second', 'third'].map((key) => (
          <li key={key} className="bone dealcard--bones" />
        ))}
      </ul>
    </div>
  )
}

export default function Deals() {
  const { title } = useMessages()
  const { list, retry } = useMessages(dealMessages)
  const { revalidate } = useRevalidator()
  const { data } = useLoaderData<typeof loader>()
  useRevalidateOnNotification()
  return (
    <>
      <DealStyles />
      <title>{title(list.heading)}</title>
      <DashboardHead aside={<TransfersLink />}>{list.heading}</DashboardHead>
      <Await data={data} fallback={<Skeleton />}>
        {(result) =>
          result.ok ? (
            <DealGroups {...result.value} />
          ) : (
            <ErrorNote message={result.message} retry={retry} onRetry={() => void revalidate()} />
          )
        }
      </Await>
    </>
  )
}
