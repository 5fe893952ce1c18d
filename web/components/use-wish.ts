import { useState } from 'react'
import { Refusal } from '#contract/client.ts'
import type { Bookable } from '#web/lib/bike.ts'
import { troubleOf } from '#web/context/display-error.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords, useWorld } from '#web/context/app-context.ts'

/** Puts a bike on the person's wishlist; visitors are told to log in, refusals are shown in the shop's words. */
export const useWish = (bike: Bookable) => {
  const { card } = useWords()
  const { client, session } = useWorld()
  const [isWished, setIsWished] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  const send = async () => {
    const who = await session.settled()
    if (who.state !== 'member') return toast.error(card.loginForWishlist)
    const { productName, salePrice, image, _id: productId } = bike
    await client('POST /wishlist', { body: { productName, email: who.user.email, salePrice, image, productId } })
    setIsWished(true)
    return toast.success(card.addedToWishlist)
  }

  const wish = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await send()
    } catch (error) {
      if (error instanceof Refusal && error.code === 'already_wished') setIsWished(true)
      toast.error(troubleOf(error).message)
    } finally {
      setIsBusy(false)
    }
  }
  return { isWished, isBusy, wish }
}
