// Separate from product-draft.ts, because every page can sign out and few have a product form.

/** The prefix of the local storage keys of drafts. */
export const draftKeyPrefix = 'motohaat-product-'

/** The prefix of the local storage keys of the ticks of transfers. */
export const transferKeyPrefix = 'motohaat-transfer-'

/** The prefix of the local storage keys of messages that are not sent yet. */
export const unsentKeyPrefix = 'motohaat-unsent-'

/** Removes all drafts, ticks and unsent messages on this device, because others may use it after the sign-out. */
export const clearProductDrafts = (): void => {
  try {
    for (const key of Object.keys(localStorage).filter((name) =>
      [draftKeyPrefix, transferKeyPrefix, unsentKeyPrefix].some((prefix) => name.startsWith(prefix)),
    ))
      localStorage.removeItem(key)
  } catch {
    // Without storage no draft exists.
  }
}
