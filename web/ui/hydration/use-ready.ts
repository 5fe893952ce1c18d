import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** Whether the page answers to clicks: false on the server and until hydration. */
export const useReady = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
