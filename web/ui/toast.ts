// Toasts: shown for a while over the page, at most 20 waiting. Their program is fetched when there is one to show.

/** Spec §9: default toast duration. */
const toastMs = 5_000
/** Spec §9: login and register. */
export const briefToastMs = 2_000
/** Spec §9: add-product success. */
export const addedToastMs = 2_000
/** Spec §9: add-product error. */
export const notAddedToastMs = 4_000

/** The event by which the page hears that there is a toast. */
export const toasted = 'toasted'

// Spoken at once by screen readers.
const urgent = { role: 'alert', 'aria-live': 'assertive' } as const

/** Without their program, when the network is gone, the sentence still stands where toasts stand. */
const showPlainly = (message: string, durationMs: number) => {
  const line = document.createElement('div')
  line.className = 'toast toast--bad'
  line.role = 'alert'
  line.textContent = message
  document.querySelector('.toasts')?.append(line)
  setTimeout(() => line.remove(), durationMs)
}

const show = (kind: 'success' | 'error', message: string, duration: number): void => {
  import('./toast-list.tsx').then(
    ({ queue }) => {
      queue[kind](message, { duration, ...(kind === 'error' && { ariaProps: urgent }) })
      globalThis.dispatchEvent?.(new Event(toasted))
    },
    () => showPlainly(message, duration),
  )
}

export const toast = {
  success: (message: string, durationMs = toastMs): void => show('success', message, durationMs),
  error: (message: string, durationMs = toastMs): void => show('error', message, durationMs),
}
