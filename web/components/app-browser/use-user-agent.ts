import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** What the browser says it is; '' on the server, whose pages are the same for everybody. */
export const useUserAgent = (): string =>
  useSyncExternalStore(
    subscribeToNothing,
    () => navigator.userAgent,
    () => '',
  )
