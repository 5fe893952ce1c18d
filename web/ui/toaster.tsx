import { lazy, Suspense, useEffect, useState } from 'react'
import { toasted } from './toast.ts'

const loadList = async () => ({ default: (await import('./toast-list.tsx')).ToastList })
const ToastList = lazy(loadList)

// Whoever does one of these may soon do something that is answered by a toast.
const signs = [toasted, 'pointerover', 'touchstart', 'keydown']

/** Whether the program of the toasts is here: it is fetched at the first sign that there may be one. */
const useListHere = (): boolean => {
  const [isHere, setIsHere] = useState(false)
  useEffect(() => {
    // What does not come now is asked for again by the next sign.
    const fetchList = () => void loadList().then(() => setIsHere(true), Boolean)
    if (!isHere) for (const sign of signs) addEventListener(sign, fetchList, { passive: true })
    return () => {
      for (const sign of signs) removeEventListener(sign, fetchList)
    }
  }, [isHere])
  return isHere
}

/** The place where toasts appear. It is always on the page, so that screen readers notice what is put in. */
export const Toaster = () => {
  const isHere = useListHere()
  return (
    <div className="toasts">
      {isHere && (
        <Suspense>
          <ToastList />
        </Suspense>
      )}
    </div>
  )
}
