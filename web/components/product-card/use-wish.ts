import { useRef, useState } from 'react'
import type { Bookable } from '#web/lib/bike.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { toast } from '#web/ui/toast.ts'
import { useApp } from '#web/context/app-context.ts'
import { useIsWished } from './use-member-bikes.ts'

/** Adds a bike to the wishlist, and tells whether it is there. Visitors see a message with the way to log in; errors are shown as toasts. */
export const useWish = (bike: Bookable) => {
  const app = useApp()
  const isWished = useIsWished(bike._id)
  const [isBusy, setIsBusy] = useState(false)
  // The same click again after a lost answer has the same key. It is compared with the member's wish of this bike only.
  const attemptKey = useRef<string | null>(null)

  const wish = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await (await import('./add-to-wishlist.ts')).addToWishlist(app, bike, attemptKey)
    } catch (error) {
      toast.error(toDisplayError(error).message)
    } finally {
      setIsBusy(false)
    }
  }
  return { isWished, isBusy, wish }
}
