import { useEffect, useEffectEvent } from 'react'
import type { Purchase } from '#web/lib/purchase.ts'

type Props = {
  isRefused: boolean
  payRefusal: Purchase['payRefusal']
  /** Begins to pay, as on a page that was just opened. */
  start: () => void
  /** Reads the purchase again. */
  readAgain: () => void
}

/** Starts by itself when the turn of a refused buyer comes; returns a function that looks again at once. */
export const useRefused = ({ isRefused, payRefusal, start, readAgain }: Props): (() => void) => {
  const followRefusal = useEffectEvent((current: Purchase['payRefusal']) => {
    if (isRefused && current === null) start()
  })
  useEffect(() => followRefusal(payRefusal), [payRefusal])
  return () => (payRefusal === null ? start() : readAgain())
}
