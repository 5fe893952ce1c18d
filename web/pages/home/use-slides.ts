// The carousel without a library: the browser scrolls and snaps, so a thumb can swipe it and it works without scripts.
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'

/** Spec §9: carousel interval. */
const intervalMs = 5_000

export type CarouselState = {
  viewRef: RefObject<HTMLUListElement | null>
  shown: number
  isPlaying: boolean
  /** Going before the first shows the last, and behind the last the first. */
  goTo: (index: number) => void
  togglePlaying: () => void
  /** Spread onto the carousel: the slides stand still while it is pointed at or has the focus. */
  pauseProps: { onMouseEnter: () => void; onMouseLeave: () => void; onFocus: () => void; onBlur: () => void }
}

const getReducedMotionQuery = () => matchMedia('(prefers-reduced-motion: reduce)')

const subscribeToReducedMotion = (listener: () => void) => {
  const query = getReducedMotionQuery()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the person asked their system for less motion. */
const useReducedMotion = (): boolean =>
  useSyncExternalStore(
    subscribeToReducedMotion,
    () => getReducedMotionQuery().matches,
    () => false,
  )

/** The slide that fills the view, followed while the view is scrolled by hand or by a button. */
const useShownIndex = (viewRef: RefObject<HTMLUListElement | null>): number => {
  const [shown, setShown] = useState(0)
  useEffect(() => {
    const view = viewRef.current
    const updateShown = () => {
      if (view && view.clientWidth > 0) setShown(Math.round(view.scrollLeft / view.clientWidth))
    }
    view?.addEventListener('scroll', updateShown, { passive: true })
    return () => view?.removeEventListener('scroll', updateShown)
  }, [viewRef])
  return shown
}

/** Whether somebody points at the carousel or is inside it with the keyboard. */
const usePauseOnHover = () => {
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const pauseProps = {
    onMouseEnter: () => setIsPointedAt(true),
    onMouseLeave: () => setIsPointedAt(false),
    onFocus: () => setHasFocus(true),
    onBlur: () => setHasFocus(false),
  }
  return { isPaused: isPointedAt || hasFocus, pauseProps }
}

/** The state of the carousel of `count` slides, and its buttons. */
export const useSlides = (count: number): CarouselState => {
  const viewRef = useRef<HTMLUListElement>(null)
  const shown = useShownIndex(viewRef)
  const prefersReducedMotion = useReducedMotion()
  const [playChoice, setPlayChoice] = useState<boolean | null>(null)
  const isPlaying = playChoice ?? !prefersReducedMotion
  const { isPaused, pauseProps } = usePauseOnHover()

  const goTo = useCallback(
    (index: number) => {
      const view = viewRef.current
      const left = ((index + count) % count) * (view?.clientWidth ?? 0)
      view?.scrollTo({ left, behavior: prefersReducedMotion ? 'instant' : 'smooth' })
    },
    [count, prefersReducedMotion],
  )

  useEffect(() => {
    if (!isPlaying || isPaused) return undefined
    const timer = setTimeout(() => goTo(shown + 1), intervalMs)
    return () => clearTimeout(timer)
  }, [isPlaying, isPaused, shown, goTo])

  return { viewRef, shown, isPlaying, goTo, togglePlaying: () => setPlayChoice(!isPlaying), pauseProps }
}
