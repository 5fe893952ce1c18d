import { useEffect, useState, type ComponentType } from 'react'
import { toastedEvent } from './toast.ts'

// Whoever does one of these may soon do something that is answered by a toast.
const triggerEvents = [toastedEvent, 'pointerover', 'touchstart', 'keydown']

/** The place where toasts appear. It is always on the page, so that screen readers notice what is put in. */
export const Toaster = () => {
  // Its program is fetched at the first sign that there may be a toast.
  const [List, setList] = useState<ComponentType | null>(null)
  useEffect(() => {
    // What does not come now is asked for again by the next sign.
    const fetchList = () => void import('./toast-list.tsx').then(({ ToastList }) => setList(() => ToastList), Boolean)
    if (!List) for (const eventName of triggerEvents) addEventListener(eventName, fetchList, { passive: true })
    return () => {
      for (const eventName of triggerEvents) removeEventListener(eventName, fetchList)
    }
  }, [List])
  return <div className="toasts">{List && <List />}</div>
}
