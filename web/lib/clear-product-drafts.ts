// Separate from product-draft.ts, because every page can sign out and few have a product form.

/** The keys in local storage of drafts, of ticks of transfers, and of messages that are not sent yet. */
const ownKeys = /^motohaat-(?:product|transfer|unsent)-/

/** Removes all drafts, ticks and unsent messages on this device, because others may use it after the sign-out. */
export const clearProductDrafts = (): void => {
  try {
    for (const key of Object.keys(localStorage).filter((name) => ownKeys.test(name))) localStorage.removeItem(key)
  } catch {
    // Without storage no draft exists.
  }
}
