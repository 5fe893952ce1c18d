import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { toLoadResult, type LoadResult } from '#web/context/display-error.ts'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { notificationMessages } from '#web/i18n/en/notifications.ts'
import { loadMemberMessages } from '#web/i18n/load-member-messages.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { ErrorNote } from '#web/ui/note.tsx'
import { onNotificationsChanged } from './notification-events.ts'
import { markSeen, type Notification, NotificationList } from './notification-list.tsx'

const shownCount = '8'

type Loaded = { items: Notification[]; nowMs: number }

/** The newest notifications, loaded again when some arrive or are read; null while they load for the first time. */
const useNewest = () => {
  const { client, language } = useApp()
  const [result, setResult] = useState<LoadResult<Loaded> | null>(null)
  const load = useCallback(() => {
    const fetchNewest = async () => {
      const [items] = await Promise.all([
        client('GET /notifications', { query: { limit: shownCount } }),
        loadMemberMessages(language),
      ])
      return { items, nowMs: Date.now() }
    }
    void toLoadResult(fetchNewest()).then(setResult)
  }, [client, language])
  useEffect(() => {
    load()
    return onNotificationsChanged(load)
  }, [load])
  return { result, retry: load }
}

const PanelHead = () => {
  const { heading, allSeen } = useMessages(notificationMessages)
  const { client } = useApp()
  const [isBusy, run] = useAction()
  return (
    <div className="bellbox__head">
      <h2>{heading}</h2>
      <button className="btn btn--quiet" type="button" aria-busy={isBusy} onClick={() => run(() => markSeen(client))}>
        {allSeen}
      </button>
    </div>
  )
}

const PanelBody = ({ items, nowMs, onClose }: Loaded & { onClose: () => void }) => {
  const messages = useMessages(notificationMessages)
  return (
    <>
      <PanelHead />
      {items.length === 0 ? (
        <p className="bellbox__empty">{messages.empty}</p>
      ) : (
        <NotificationList items={items} nowMs={nowMs} onOpen={onClose} />
      )}
      <div className="bellbox__foot">
        <Link className="btn btn--quiet" to="/dashboard/notifications" onClick={onClose}>
          {messages.all}
        </Link>
        <Link className="btn btn--quiet" to="/dashboard/account#emails" onClick={onClose}>
          {messages.settings}
        </Link>
      </div>
    </>
  )
}

/** The panel below the bell, from breakpoint lg on. */
export const BellPanel = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { errorPage, loading } = useMessages()
  const { result, retry } = useNewest()
  return (
    <div className="bellbox bellbox--drop" id={id}>
      <DealStyles />
      {result === null && (
        <p className="bellbox__empty" role="status">
          {loading.label}
        </p>
      )}
      {result?.ok === false && <ErrorNote message={result.message} retry={errorPage.retry} onRetry={retry} />}
      {result?.ok === true && <PanelBody {...result.value} onClose={onClose} />}
    </div>
  )
}
