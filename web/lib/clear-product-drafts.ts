// Apart from the drafts themselves, since every page can sign out and few have a form to add a bike with.

/** What the names of all kept drafts begin with. */
export const draftKeyPrefix = 'motohaat-product-'

/** Forgets what anybody typed on this device: who signs out may not be its only user. */
export const clearProductDrafts = (): void => {
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(draftKeyPrefix)))
      localStorage.removeItem(key)
  } catch {
    // Where the browser bars storage nothing was kept.
  }
}
