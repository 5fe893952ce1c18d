// A carousel on native scroll snapping: it can be swiped and works without JavaScript.
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'

/** Spec §9: carousel interval. */
const intervalMs = 5_000

export type CarouselState = {
  viewRef: RefObject<HTMLUListElement | null>
  shown: number
  isPlaying: boolean
  /** Wraps around: before the first slide comes the last one. */
  goTo: (index: number) => void
  togglePlaying: () => void
  /** Spread onto the carousel: hover and focus pause it. */
  pauseProps: { onMouseEnter: () => void; onMouseLeave: () => void; onFocus: () => void; onBlur: () => void }
}

const getReducedMotionQuery = () => matchMedia('(prefers-reduced-motion: reduce)')

const subscribeToReducedMotion = (listener: () => void) => {
  const query = getReducedMotionQuery()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the system asks for reduced motion. */
const useReducedMotion = (): boolean =>
  useSyncExternalStore(
    subscribeToReducedMotion,
    () => getReducedMotionQuery().matches,
    () => false,
  )

/** The index of the visible slide, updated while the view scrolls. */
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

/** Whether the carousel is hovered or contains the focus. */
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

/** State and buttons of a carousel with `count` slides. */
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
