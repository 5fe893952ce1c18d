import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** Whether the page is hydrated; false on the server. */
export const useReady = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
