// Separate from product-draft.ts, because every page can sign out and few have a product form.

/** The prefix of the local storage keys of drafts. */
export const draftKeyPrefix = 'motohaat-product-'

/** Removes all drafts on this device, because others may use it after the sign-out. */
export const clearProductDrafts = (): void => {
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(draftKeyPrefix)))
      localStorage.removeItem(key)
  } catch {
    // Without storage no draft exists.
  }
}
