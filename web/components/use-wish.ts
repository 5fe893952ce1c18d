import { useRef, useState, useSyncExternalStore } from 'react'
import { ApiResponseError } from '#contract/client.ts'
import type { Bookable } from '#web/lib/bike.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { toast } from '#web/ui/toast.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'

const keepNothing = () => () => {}

/** Adds a bike to the wishlist, and tells whether it is there. Visitors see a log-in message; errors are shown as toasts. */
export const useWish = (bike: Bookable) => {
  const { card } = useMessages()
  const { client, session, wishedBikes } = useApp()
  const isWished = useSyncExternalStore(
    wishedBikes?.subscribe ?? keepNothing,
    () => wishedBikes?.has(bike._id) === true,
    () => false,
  )
  const [isBusy, setIsBusy] = useState(false)
  // The same click again after a lost answer has the same key. It is compared with the member's wish of this bike only.
  const attemptKey = useRef<string | null>(null)

  const send = async () => {
    const authState = await session.waitForState()
    if (authState.state !== 'member') return toast.error(card.loginForWishlist)
    const { productName, salePrice, image, _id: productId } = bike
    attemptKey.current ??= `${productId}-${Date.now()}`
    const body = { productName, email: authState.user.email, salePrice, image, productId }
    await client('POST /wishlist', { body }, { idempotencyKey: attemptKey.current })
    attemptKey.current = null
    wishedBikes?.add(productId)
    return toast.success(card.addedToWishlist)
  }

  const wish = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await send()
    } catch (error) {
      if (error instanceof ApiResponseError && error.code === 'already_wished') wishedBikes?.add(bike._id)
      toast.error(toDisplayError(error).message)
    } finally {
      setIsBusy(false)
    }
  }
  return { isWished, isBusy, wish }
}
