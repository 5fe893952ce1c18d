import { useSyncExternalStore } from 'react'
import { useMessages, useApp } from '#web/context/app-context.ts'

const subscribeNever = () => () => {}
const isNeverOffline = () => false

/**
 * Tells that the shown data may be old. The live region is always in the page, so that screen readers announce changes.
 */
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
