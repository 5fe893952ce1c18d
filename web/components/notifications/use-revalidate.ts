import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useApp } from '#web/context/app-context.ts'
import { announceNotifications, onNotificationsChanged } from './notification-events.ts'

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

/**
 * Marks the notifications of a deal as seen when its page shows what they tell.
 * @param deal as it was read; what came later is marked when it is read again
 */
export const useDealSeen = (deal: { _id: string }): void => {
  const { client } = useApp()
  useEffect(() => {
    // A page in the background is read again when the person comes back to it.
    if (document.visibilityState !== 'visible') return
    const mark = async () => {
      const { modifiedCount } = await client('PUT /notifications/seen', { body: { dealId: deal._id } })
      if (modifiedCount > 0) announceNotifications()
    }
    // The count of the bell stays as it was when this fails.
    mark().catch(() => {})
  }, [client, deal])
}
