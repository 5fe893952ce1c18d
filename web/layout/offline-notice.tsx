import { useSyncExternalStore } from 'react'
import { useMessages, useApp } from '#web/context/app-context.ts'

const subscribeNever = () => () => {}
const isNeverOffline = () => false

/** Says that what is shown may be old. It is always on the page, so that screen readers notice what is put in. */
export const OfflineNotice = () => {
  const { offline } = useMessages()
  const { connection } = useApp()
  const isOffline = useSyncExternalStore(
    connection?.subscribe ?? subscribeNever,
    connection?.isOffline ?? isNeverOffline,
    isNeverOffline,
  )
  return (
    <div className="away" role="status">
      {isOffline && <p className="wrap">{offline.note}</p>}
    </div>
  )
}
