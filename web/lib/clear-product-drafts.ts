// Separate from product-draft.ts, because every page can sign out and few have a product form.

/** The keys in local storage of drafts, of ticks of transfers, and of answers and messages that are not sent yet. */
const ownKeys = /^motohaat-(?:product|transfer|inspection|unsent)-/

/** Removes all drafts, ticks, unsent answers and messages on this device, because others may use it after the sign-out. */
export const clearProductDrafts = (): void => {
  try {
    for (const key of Object.keys(localStorage).filter((name) => ownKeys.test(name))) localStorage.removeItem(key)
  } catch {
    // Without storage no draft exists.
  }
}
