import { useEffect, useEffectEvent } from 'react'
import type { Purchase } from '#web/lib/purchase.ts'

type Props = {
  isRefused: boolean
  payObstacle: Purchase['payObstacle']
  /** Begins to pay, as on a page that was just opened. */
  start: () => void
  /** Reads the purchase again. */
  readAgain: () => void
}

/** Starts by itself when the turn of a refused buyer comes; returns a function that looks again at once. */
export const useRefused = ({ isRefused, payObstacle, start, readAgain }: Props): (() => void) => {
  const followObstacle = useEffectEvent((current: Purchase['payObstacle']) => {
    if (isRefused && current === null) start()
  })
  useEffect(() => followObstacle(payObstacle), [payObstacle])
  return () => (payObstacle === null ? start() : readAgain())
}
