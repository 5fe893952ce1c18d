// Keeps toasts off what a person presses next.
import { useLayoutEffect } from 'react'

/** The bars at the bottom edge, the primary buttons in the page, and the links below the log-in form. */
const actionSelector = '.actbar, .buybar, .comparebar, main .btn--primary, .entrance__other a'
const gapPx = 8

type Box = { top: number; bottom: number; left: number; right: number }

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/**
 * How far the toasts move away from their edge, in px; negative is up. 0 where the window has no free place for them.
 * @param toasts where they are without moving
 */
export const findOffset = (toasts: Box, actions: readonly Box[], windowHeight: number): number => {
  const { top, bottom, left, right } = toasts
  const isAtBottom = top + bottom > windowHeight
  const move = (offset: number): Box => ({ top: top + offset, bottom: bottom + offset, left, right })
  let offset = 0
  for (;;) {
    const moved = move(offset)
    if (moved.top < 0 || moved.bottom > windowHeight) return 0
    const covered = actions.find((action) => overlaps(moved, action))
    if (!covered) return offset
    offset = isAtBottom ? covered.top - gapPx - bottom : covered.bottom + gapPx - top
  }
}

const place = (container: HTMLElement): void => {
  container.style.translate = ''
  const actions = [...document.querySelectorAll(actionSelector)].map((action) => action.getBoundingClientRect())
  const offset = findOffset(container.getBoundingClientRect(), actions, innerHeight)
  if (offset !== 0) container.style.translate = `0 ${offset}px`
}

/** Moves the container of toasts while it shows some, also when the page scrolls or changes. */
export const useToastPosition = (shownCount: number): void => {
  useLayoutEffect(() => {
    // The first script of a page creates the container; finding it costs that script nothing.
    const container = document.querySelector<HTMLElement>('.toasts')
    if (!container || shownCount === 0) return undefined
    const update = () => place(container)
    update()
    const observer = new MutationObserver(update)
    observer.observe(document.body, { childList: true, subtree: true })
    addEventListener('scroll', update, { passive: true })
    addEventListener('resize', update)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', update)
      removeEventListener('resize', update)
    }
  }, [shownCount])
}
