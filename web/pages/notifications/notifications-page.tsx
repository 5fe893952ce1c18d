import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { Page } from '#contract/call.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import type { DealSummary } from '#web/components/deals/describe-deal.ts'
import { compareByUrgency, isToDo } from '#web/components/deals/urgency.ts'
import { toPageResult } from '#web/components/load-page.ts'
import { markSeen, type Notification, NotificationList } from '#web/components/notifications/notification-list.tsx'
import { useRevalidateOnNotification } from '#web/components/notifications/use-revalidate.ts'
import { appContext, useApp, useMessages } from '#web/context/app-context.ts'
import { notificationMessages } from '#web/i18n/en/notifications.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { ErrorNote } from '#web/ui/note.tsx'
import { DealTasks } from './deal-tasks.tsx'
import { listNewDealIds, listOtherTasks } from './list-other-tasks.ts'

const pageSize = '20'

/** Loads what is still to be done, and the newest notifications. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const fetchFirst = async () => {
    const [open, first, deals] = await Promise.all([
      client('GET /notifications', { query: { open: 'yes', limit: '100' } }),
      client.page('GET /notifications', { query: { limit: pageSize } }),
      client('GET /deals', { query: { limit: '100' } }),
    ])
    const nowMs = Date.now()
    const dealTasks = deals.filter(isToDo).sort(compareByUrgency(nowMs))
    const tasks = listOtherTasks(open, dealTasks)
    return { tasks, dealTasks, newDealIds: listNewDealIds(open, tasks), first, nowMs }
  }
  return toPageResult(fetchFirst())
}

const HeadActs = ({ isNew }: { isNew: boolean }) => {
  const messages = useMessages(notificationMessages)
  const { client } = useApp()
  const [isBusy, run] = useAction()
  return (
    <div className="deal__others">
      {isNew && (
        <button className="btn btn--line" type="button" aria-busy={isBusy} onClick={() => run(() => markSeen(client))}>
          {messages.allSeen}
        </button>
      )}
      <Link className="btn btn--quiet" to="/dashboard/account#emails">
        {messages.settings}
      </Link>
    </div>
  )
}

type Loaded = {
  tasks: Notification[]
  dealTasks: DealSummary[]
  newDealIds: (string | null)[]
  first: Page<Notification>
  nowMs: number
}

/** What is to be done, then the first page of the others, and those that were asked for with "Show more". */
const AllNotifications = ({ tasks, dealTasks, newDealIds, first, nowMs }: Loaded) => {
  const messages = useMessages(notificationMessages)
  const { client } = useApp()
  const [isBusy, run] = useAction()
  const [older, setOlder] = useState<Page<Notification>>({ items: [], next: first.next })
  const { next } = older
  const hasTasks = tasks.length > 0 || dealTasks.length > 0
  if (first.items.length === 0 && !hasTasks) return <p className="bellbox__empty">{messages.empty}</p>
  // Rows move to the second page while this page is open.
  const firstIds = new Set(first.items.map(({ _id }) => _id))
  const items = [...first.items, ...older.items.filter(({ _id }) => !firstIds.has(_id))]
  const news = items.filter(({ isOpen }) => !isOpen)
  const showMore = (cursor: string) =>
    run(async () => {
      const page = await client.page('GET /notifications', { query: { limit: pageSize, cursor } })
      setOlder({ items: [...older.items, ...page.items], next: page.next })
    })
  return (
    <>
      {hasTasks && (
        <>
          <h2 className="group">{messages.task}</h2>
          <div className="bellbox">
            {dealTasks.length > 0 && <DealTasks deals={dealTasks} newIds={newDealIds} nowMs={nowMs} />}
            {tasks.length > 0 && <NotificationList items={tasks} nowMs={nowMs} />}
          </div>
        </>
      )}
      {news.length > 0 && (
        <>
          <h2 className={hasTasks ? 'group' : 'sr-only'}>{messages.news}</h2>
          <div className="bellbox">
            <NotificationList items={news} nowMs={nowMs} />
          </div>
        </>
      )}
      {next !== null && (
        <button className="btn btn--line" type="button" aria-busy={isBusy} onClick={() => showMore(next)}>
          {messages.more}
        </button>
      )}
    </>
  )
}

export default function Notifications() {
  const { title } = useMessages()
  const messages = useMessages(notificationMessages)
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  // Older ones may be new too.
  const isNew = result.ok && (result.value.first.next !== null || result.value.first.items.some(({ seen }) => !seen))
  useRevalidateOnNotification()
  return (
    <>
      <DealStyles />
      <title>{title(messages.heading)}</title>
      <DashboardHead aside={<HeadActs isNew={isNew} />}>{messages.heading}</DashboardHead>
      {result.ok ? (
        <AllNotifications {...result.value} />
      ) : (
        <ErrorNote message={result.message} retry={messages.retry} onRetry={() => void revalidate()} />
      )}
    </>
  )
}
