// A part of a screen that stands as the server wrote it until somebody reaches for it. Unlike `Asleep` it stays in the tree
// of the page, so it may use the router; and a press that comes before its program is not lost.
import { lazy, type ComponentType } from 'react'

const signs = ['pointerover', 'touchstart', 'focusin', 'keydown'] as const
const woken = 'woken'

/** The class of the element around a part that sleeps. */
export const asleep = 'drowsy'

/** Says that the part answers now; for its first effect. */
export const wokeUp = (): void => {
  dispatchEvent(new Event(woken))
}

/** Holds back what is pressed while the part cannot answer, and presses it again when it can. */
const holdPresses = (): void => {
  let pressed: HTMLElement | null = null
  const hold = (event: MouseEvent) => {
    const { target } = event
    const control = target instanceof Element ? target.closest<HTMLElement>('button, label, input, select') : null
    if (!control?.closest(`.${asleep}`)) return
    event.preventDefault()
    event.stopPropagation()
    pressed = control
  }
  addEventListener('click', hold, { capture: true })
  const letGo = () => {
    removeEventListener('click', hold, { capture: true })
    pressed?.click()
  }
  addEventListener(woken, letGo, { once: true })
}

/**
 * The same component, whose program is fetched when somebody reaches for the page. Call it once, beside the screen, and
 * only in the browser; let it stand in an element of the class above.
 * @param load fetches the component
 * @returns the part, and how to wake it without a sign, such as on a screen that did not come from the server
 */
export const drowsy = <Props>(load: () => Promise<ComponentType<Props>>) => {
  const awake = Promise.withResolvers<void>()
  const wake = () => awake.resolve()
  holdPresses()
  // Heard on their way down: React stops what reaches a part that it has not taken over yet.
  for (const sign of signs) addEventListener(sign, wake, { once: true, passive: true, capture: true })
  const Part = lazy(async () => {
    await awake.promise
    return { default: await load() }
  })
  return { Part, wake }
}
