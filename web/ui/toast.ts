// Toasts: shown for a while over the page, at most 20 waiting.
// The headless half of the library is enough: its own look would need style sheets that our security policy refuses.
import { toast as queue } from 'react-hot-toast/headless'

/** Spec §9: default toast duration. */
const toastMs = 5_000
/** Spec §9: login and register. */
export const briefToastMs = 2_000
/** Spec §9: add-product success. */
export const addedToastMs = 2_000
/** Spec §9: add-product error. */
export const notAddedToastMs = 4_000

export const toast = {
  success: (message: string, durationMs = toastMs) => queue.success(message, { duration: durationMs }),
  /** Spoken at once by screen readers. */
  error: (message: string, durationMs = toastMs) =>
    queue.error(message, { duration: durationMs, ariaProps: { role: 'alert', 'aria-live': 'assertive' } }),
}
