import { useSyncExternalStore } from 'react'
import { useApp } from '#web/context/app-context.ts'

const subscribeNever = () => () => {}
const isNeverOffline = () => false

/** Whether the server cannot be reached; false on the server and during hydration. */
export const useIsOffline = (): boolean => {
  const { connection } = useApp()
  return useSyncExternalStore(
    connection?.subscribe ?? subscribeNever,
    connection?.isOffline ?? isNeverOffline,
    isNeverOffline,
  )
}
