// Toasts, at most 20 queued. The code that shows them is fetched for the first toast.

/** Spec §9: default toast duration. */
const toastMs = 5_000
/** Spec §9: login and register. */
export const briefToastMs = 2_000
/** Spec §9: add-product success. */
export const productAddedToastMs = 2_000
/** Spec §9: add-product error. */
export const productErrorToastMs = 4_000

/** Dispatched on the window for each toast. */
export const toastedEvent = 'toasted'

// Screen readers announce it at once.
const urgent = { role: 'alert', 'aria-live': 'assertive' } as const

const show = async (kind: 'success' | 'error', message: string, duration: number): Promise<void> => {
  try {
    const { queue } = await import('./toast-list.tsx')
    queue[kind](message, { duration, ...(kind === 'error' && { ariaProps: urgent }) })
    globalThis.dispatchEvent?.(new Event(toastedEvent))
  } catch {
    // When the code cannot be fetched, an alert shows the message.
    alert(message)
  }
}

export const toast = {
  success: (message: string, durationMs = toastMs): void => void show('success', message, durationMs),
  error: (message: string, durationMs = toastMs): void => void show('error', message, durationMs),
}
