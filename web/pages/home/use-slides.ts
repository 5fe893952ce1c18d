// The carousel without a library: the browser scrolls and snaps, so a thumb can swipe it and it works without scripts.
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'

/** Spec §9: carousel interval. */
const intervalMs = 5_000

export type Slides = {
  viewRef: RefObject<HTMLUListElement | null>
  shown: number
  isPlaying: boolean
  /** Going before the first shows the last, and behind the last the first. */
  goTo: (index: number) => void
  playOrPause: () => void
  /** Spread onto the carousel: the slides stand still while it is pointed at or has the focus. */
  holdProps: { onMouseEnter: () => void; onMouseLeave: () => void; onFocus: () => void; onBlur: () => void }
}

const stillness = () => matchMedia('(prefers-reduced-motion: reduce)')

const onStillness = (listener: () => void) => {
  const query = stillness()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the person asked their system for less motion. */
const useStillness = (): boolean =>
  useSyncExternalStore(
    onStillness,
    () => stillness().matches,
    () => false,
  )

/** The slide that fills the view, followed while the view is scrolled by hand or by a button. */
const useShown = (viewRef: RefObject<HTMLUListElement | null>): number => {
  const [shown, setShown] = useState(0)
  useEffect(() => {
    const view = viewRef.current
    const note = () => {
      if (view && view.clientWidth > 0) setShown(Math.round(view.scrollLeft / view.clientWidth))
    }
    view?.addEventListener('scroll', note, { passive: true })
    return () => view?.removeEventListener('scroll', note)
  }, [viewRef])
  return shown
}

/** Whether somebody points at the carousel or is inside it with the keyboard. */
const useHold = () => {
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const holdProps = {
    onMouseEnter: () => setIsPointedAt(true),
    onMouseLeave: () => setIsPointedAt(false),
    onFocus: () => setHasFocus(true),
    onBlur: () => setHasFocus(false),
  }
  return { isHeld: isPointedAt || hasFocus, holdProps }
}

/** The state of the carousel of `count` slides, and its buttons. */
export const useSlides = (count: number): Slides => {
  const viewRef = useRef<HTMLUListElement>(null)
  const shown = useShown(viewRef)
  const isStill = useStillness()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isPlaying = chosen ?? !isStill
  const { isHeld, holdProps } = useHold()

  const goTo = useCallback(
    (index: number) => {
      const view = viewRef.current
      const left = ((index + count) % count) * (view?.clientWidth ?? 0)
      view?.scrollTo({ left, behavior: isStill ? 'instant' : 'smooth' })
    },
    [count, isStill],
  )

  useEffect(() => {
    if (!isPlaying || isHeld) return undefined
    const timer = setTimeout(() => goTo(shown + 1), intervalMs)
    return () => clearTimeout(timer)
  }, [isPlaying, isHeld, shown, goTo])

  return { viewRef, shown, isPlaying, goTo, playOrPause: () => setChosen(!isPlaying), holdProps }
}
