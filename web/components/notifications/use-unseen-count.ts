import { useEffect, useState } from 'react'
import { useApp } from '#web/context/app-context.ts'
import { announceNotifications, onNotificationsChanged } from './notification-events.ts'
import { watchNotifications } from './notification-stream.ts'

/** How often the count is asked for, where the stream does not tell it. */
const pollMs = 60_000

/** How many notifications the member has not seen; 0 until it is known. */
export const useUnseenCount = (): number => {
  const { client } = useApp()
  const [count, setCount] = useState(0)
  useEffect(() => {
    const load = async () => {
      try {
        setCount((await client('GET /notifications/count')).unseen)
      } catch {
        // The next poll asks again; the last known count stays.
      }
    }
    const loadIfVisible = () => {
      if (document.visibilityState === 'visible') void load()
    }
    // The first call renews the token, which the stream sends too.
    let stopStream = () => {}
    let isStopped = false
    const start = async () => {
      await load()
      if (!isStopped) stopStream = watchNotifications({ onNotification: announceNotifications, askForCount: load })
    }
    void start()
    const stopListening = onNotificationsChanged(() => void load())
    const timer = setInterval(loadIfVisible, pollMs)
    document.addEventListener('visibilitychange', loadIfVisible)
    return () => {
      isStopped = true
      stopStream()
      stopListening()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', loadIfVisible)
    }
  }, [client])
  return count
}
