// A part of a screen that stands as the server wrote it until somebody reaches for it. Unlike `Asleep` it stays in the tree
// of the page, so it may use the router; and a press that comes before its program is not lost.
import { lazy, type ComponentType } from 'react'

const interactionEvents = ['pointerover', 'touchstart', 'focusin', 'keydown'] as const
const hydratedEvent = 'woken'

/** The class of the element around a part that sleeps. */
export const lazyClassName = 'drowsy'

/** Says that the part answers now; for its first effect. */
export const announceHydrated = (): void => {
  dispatchEvent(new Event(hydratedEvent))
}

/** Holds back what is pressed while the part cannot answer, and presses it again when it can. */
const replayEarlyClick = (): void => {
  let pendingControl: HTMLElement | null = null
  const onClick = (event: MouseEvent) => {
    const { target } = event
    const control = target instanceof Element ? target.closest<HTMLElement>('button, label, input, select') : null
    if (!control?.closest(`.${lazyClassName}`)) return
    event.preventDefault()
    event.stopPropagation()
    pendingControl = control
  }
  addEventListener('click', onClick, { capture: true })
  const replayClick = () => {
    removeEventListener('click', onClick, { capture: true })
    pendingControl?.click()
  }
  addEventListener(hydratedEvent, replayClick, { once: true })
}

/**
 * The same component, whose program is fetched when somebody reaches for the page. Call it once, beside the screen, and
 * only in the browser; let it stand in an element of the class above.
 * @param load fetches the component
 * @returns the part, and how to wake it without a sign, such as on a screen that did not come from the server
 */
export const lazyOnInteraction = <Props>(load: () => Promise<ComponentType<Props>>) => {
  const interaction = Promise.withResolvers<void>()
  const hydrateNow = () => interaction.resolve()
  replayEarlyClick()
  // Heard on their way down: React stops what reaches a part that it has not taken over yet.
  for (const eventName of interactionEvents)
    addEventListener(eventName, hydrateNow, { once: true, passive: true, capture: true })
  const Component = lazy(async () => {
    await interaction.promise
    return { default: await load() }
  })
  return { Component, hydrateNow }
}
