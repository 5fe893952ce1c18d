// What people do to a part of a page before they use it, and what they do when they are quicker than its program.
const interactionEvents = ['pointerover', 'touchstart', 'focusin', 'submit'] as const

/**
 * Awakens what is in `place` at the first sign of a person; what could not be fetched is tried again at the next one.
 * A form that was sent before is sent again then, to its program.
 * @param hydrate gives how to end what it began
 * @returns ends all of it
 */
export const listenForInteraction = (container: HTMLElement, hydrate: () => Promise<() => void>): (() => void) => {
  let hydrating: Promise<() => void> | null = null
  const stopListening = () => {
    for (const eventName of interactionEvents) container.removeEventListener(eventName, onInteraction)
  }
  const onInteraction = (event: Event) => {
    const form = event.type === 'submit' && event.target instanceof HTMLFormElement ? event.target : null
    if (form) event.preventDefault()
    void startHydration(form)
  }
  const startHydration = async (form: HTMLFormElement | null) => {
    try {
      hydrating ??= hydrate()
      await hydrating
    } catch {
      hydrating = null
      return
    }
    stopListening()
    form?.requestSubmit()
  }
  for (const eventName of interactionEvents)
    container.addEventListener(eventName, onInteraction, { passive: eventName !== 'submit' })
  // The server wrote them so, for the time before anything could take what they send.
  for (const button of container.querySelectorAll<HTMLButtonElement>('[type=submit]')) button.disabled = false
  return () => {
    stopListening()
    void hydrating?.then((cleanUp) => cleanUp()).catch(() => {})
  }
}
