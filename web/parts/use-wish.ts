import { useState } from 'react'
import { Refusal } from '../../contract/client.ts'
import type { Bike } from '../bike.ts'
import { troubleOf } from '../trouble.ts'
import { toast } from '../ui/toast.ts'
import { useSession, useWords, useWorld } from '../world.ts'

/** Puts a bike on the person's wishlist; visitors are told to log in, refusals are shown in the shop's words. */
export const useWish = (bike: Bike) => {
  const { card } = useWords()
  const { client } = useWorld()
  const who = useSession()
  const [isWished, setIsWished] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  const send = async (email: string) => {
    const { productName, salePrice, image, _id: productId } = bike
    setIsBusy(true)
    try {
      await client('POST /wishlist', { body: { productName, email, salePrice, image, productId } })
      setIsWished(true)
      toast.success(card.addedToWishlist)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'already_wished') setIsWished(true)
      toast.error(troubleOf(error).message)
    } finally {
      setIsBusy(false)
    }
  }

  const wish = () => {
    if (who.state !== 'member') toast.error(card.loginForWishlist)
    else if (!isBusy) void send(who.user.email)
  }
  return { isWished, isBusy, wish }
}
