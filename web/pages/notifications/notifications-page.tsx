import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { Page } from '#contract/call.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import {
  listTasks,
  listNews,
  markSeen,
  type Notification,
  NotificationList,
} from '#web/components/notifications/notification-list.tsx'
import { useRevalidateOnNotification } from '#web/components/notifications/use-revalidate.ts'
import { appContext, useApp, useMessages } from '#web/context/app-context.ts'
import { notificationMessages } from '#web/i18n/en/notifications.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { ErrorNote } from '#web/ui/note.tsx'

const pageSize = '20'

/** Loads the newest notifications. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const fetchFirst = async () => ({
    first: await client.page('GET /notifications', { query: { limit: pageSize } }),
    nowMs: Date.now(),
  })
  return toPageResult(fetchFirst())
}

const HeadActs = () => {
  const messages = useMessages(notificationMessages)
  const { client } = useApp()
  const [isBusy, run] = useAction()
  return (
    <div className="deal__others">
      <button className="btn btn--line" type="button" aria-busy={isBusy} onClick={() => run(() => markSeen(client))}>
        {messages.allSeen}
      </button>
      <Link className="btn btn--quiet" to="/dashboard/account#emails">
        {messages.settings}
      </Link>
    </div>
  )
}

/** The first page, and those that were asked for with "Show more". */
const AllNotifications = ({ first, nowMs }: { first: Page<Notification>; nowMs: number }) => {
  const messages = useMessages(notificationMessages)
  const { client } = useApp()
  const [isBusy, run] = useAction()
  const [older, setOlder] = useState<Page<Notification>>({ items: [], next: first.next })
  const { next } = older
  if (first.items.length === 0) return <p className="bellbox__empty">{messages.empty}</p>
  // Rows move to the second page while this page is open.
  const firstIds = new Set(first.items.map(({ _id }) => _id))
  const items = [...first.items, ...older.items.filter(({ _id }) => !firstIds.has(_id))]
  const showMore = (cursor: string) =>
    run(async () => {
      const page = await client.page('GET /notifications', { query: { limit: pageSize, cursor } })
      setOlder({ items: [...older.items, ...page.items], next: page.next })
    })
  const [tasks, news] = [listTasks(items), listNews(items)]
  return (
    <>
      {tasks.length > 0 && (
        <section className="notes__part" aria-labelledby="tasks">
          <h2 className="h3" id="tasks">
            {messages.task}
          </h2>
          <div className="bellbox">
            <NotificationList items={tasks} all={items} nowMs={nowMs} />
          </div>
        </section>
      )}
      {news.length > 0 && (
        <section className="notes__part" aria-labelledby="news">
          <h2 className={tasks.length > 0 ? 'h3' : 'sr-only'} id="news">
            {messages.news}
          </h2>
          <div className="bellbox">
            <NotificationList items={news} all={items} nowMs={nowMs} />
          </div>
        </section>
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
  useRevalidateOnNotification()
  return (
    <>
      <DealStyles />
      <title>{title(messages.heading)}</title>
      <DashboardHead aside={<HeadActs />}>{messages.heading}</DashboardHead>
      {result.ok ? (
        <AllNotifications {...result.value} />
      ) : (
        <ErrorNote message={result.message} retry={messages.retry} onRetry={() => void revalidate()} />
      )}
    </>
  )
}
