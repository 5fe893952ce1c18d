// Toasts, at most 20 queued. The code that shows them is fetched for the first toast.
import type { ToastKind, ToastLink } from './toast-list.tsx'

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

/** Returns a function that takes the toast away; null when its code could not be fetched. */
const show = async (
  kind: ToastKind,
  message: string,
  durationMs?: number,
  link?: ToastLink,
): Promise<(() => void) | null> => {
  try {
    const { showToast } = await import('./toast-list.tsx')
    const dismiss = showToast({ kind, message, durationMs, link })
    globalThis.dispatchEvent?.(new Event(toastedEvent))
    return dismiss
  } catch {
    // When the code cannot be fetched, an alert shows the message.
    if (kind !== 'loading') alert(message)
    return null
  }
}

export const toast = {
  success: (message: string, durationMs = toastMs): void => void show('success', message, durationMs),
  /** `link` leads to what helps. */
  error: (message: string, durationMs = toastMs, link?: ToastLink): void =>
    void show('error', message, durationMs, link),
  /** A message without a mark, for 4 seconds (spec §9). */
  blank: (message: string): void => void show('blank', message),
  /** A message with a spinner. It stays until the returned function is called (spec §9). */
  loading: (message: string): (() => void) => {
    const shown = show('loading', message)
    return () => void shown.then((dismiss) => dismiss?.())
  },
}
