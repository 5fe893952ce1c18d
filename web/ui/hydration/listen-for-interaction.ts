// What people do to a part of a page before they use it, and what they do when they are quicker than its program.
const signs = ['pointerover', 'touchstart', 'focusin', 'submit'] as const

/**
 * Awakens what is in `place` at the first sign of a person; what could not be fetched is tried again at the next one.
 * A form that was sent before is sent again then, to its program.
 * @param awaken gives how to end what it began
 * @returns ends all of it
 */
export const sleepUntilSign = (place: HTMLElement, awaken: () => Promise<() => void>): (() => void) => {
  let waking: Promise<() => void> | null = null
  const stopListening = () => {
    for (const sign of signs) place.removeEventListener(sign, onSign)
  }
  const onSign = (event: Event) => {
    const form = event.type === 'submit' && event.target instanceof HTMLFormElement ? event.target : null
    if (form) event.preventDefault()
    void wakeUp(form)
  }
  const wakeUp = async (form: HTMLFormElement | null) => {
    try {
      waking ??= awaken()
      await waking
    } catch {
      waking = null
      return
    }
    stopListening()
    form?.requestSubmit()
  }
  for (const sign of signs) place.addEventListener(sign, onSign, { passive: sign !== 'submit' })
  // The server wrote them so, for the time before anything could take what they send.
  for (const button of place.querySelectorAll<HTMLButtonElement>('[type=submit]')) button.disabled = false
  return () => {
    stopListening()
    void waking?.then((end) => end()).catch(() => {})
  }
}
