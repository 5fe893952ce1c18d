import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { onNotificationsChanged } from './notification-events.ts'

/** Loads the page's data again when something happens in a deal, and when the person comes back to the tab. */
export const useRevalidateOnNotification = (): void => {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const load = () => void revalidate()
    const loadWhenVisible = () => {
      if (document.visibilityState === 'visible') load()
    }
    const stop = onNotificationsChanged(load)
    document.addEventListener('visibilitychange', loadWhenVisible)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', loadWhenVisible)
    }
  }, [revalidate])
}
