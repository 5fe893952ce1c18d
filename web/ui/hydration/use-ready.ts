import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the page answers to clicks: false on the server and until hydration. */
export const useReady = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
