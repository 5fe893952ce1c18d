import { useEffect, useState, type ComponentType } from 'react'
import { toastedEvent } from './toast.ts'

// Interactions that may soon lead to a toast.
const triggerEvents = [toastedEvent, 'pointerover', 'touchstart', 'keydown']

/** The container of toasts. It is always in the page, so that screen readers notice additions. */
export const Toaster = () => {
  const [List, setList] = useState<ComponentType | null>(null)
  useEffect(() => {
    // After a failure the next event fetches the code again.
    const fetchList = () => void import('./toast-list.tsx').then(({ ToastList }) => setList(() => ToastList), Boolean)
    if (!List) for (const eventName of triggerEvents) addEventListener(eventName, fetchList, { passive: true })
    return () => {
      for (const eventName of triggerEvents) removeEventListener(eventName, fetchList)
    }
  }, [List])
  return <div className="toasts">{List && <List />}</div>
}
