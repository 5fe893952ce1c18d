// Apart from the drafts themselves, since every page can sign out and few have a form to add a bike with.

/** What the names of all kept drafts begin with. */
export const drafts = 'motohaat-product-'

/** Forgets what anybody typed on this device: who signs out may not be its only user. */
export const forgetProductDrafts = (): void => {
  try {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(drafts))) localStorage.removeItem(key)
  } catch {
    // Where the browser bars storage nothing was kept.
  }
}
