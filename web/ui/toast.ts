// Toasts: shown for a while over the page, at most 20 waiting. Their program is fetched when there is one to show.

/** Spec §9: default toast duration. */
const toastMs = 5_000
/** Spec §9: login and register. */
export const briefToastMs = 2_000
/** Spec §9: add-product success. */
export const productAddedToastMs = 2_000
/** Spec §9: add-product error. */
export const productErrorToastMs = 4_000

/** The event by which the page hears that there is a toast. */
export const toastedEvent = 'toasted'

// Spoken at once by screen readers.
const urgent = { role: 'alert', 'aria-live': 'assertive' } as const

const show = async (kind: 'success' | 'error', message: string, duration: number): Promise<void> => {
  try {
    const { queue } = await import('./toast-list.tsx')
    queue[kind](message, { duration, ...(kind === 'error' && { ariaProps: urgent }) })
    globalThis.dispatchEvent?.(new Event(toastedEvent))
  } catch {
    // Without their program, when the network is gone, the browser says it: no sentence may be lost.
    alert(message)
  }
}

export const toast = {
  success: (message: string, durationMs = toastMs): void => void show('success', message, durationMs),
  error: (message: string, durationMs = toastMs): void => void show('error', message, durationMs),
}
