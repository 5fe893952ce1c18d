// Registers the service worker and sends it the visited URLs.

const workerFile = '/service-worker.js'

const isSameOrigin = (url: string): boolean => new URL(url).origin === location.origin

/** The URLs of this page and of the files and pictures that it has loaded. */
const listLoadedUrls = (): string[] => [
  // Without the fragment, which may contain the token of an e-mail link.
  location.origin + location.pathname + location.search,
  ...performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter(isSameOrigin),
]

const postToWorker = async (message: { seen: string[] } | { forget: true }): Promise<void> => {
  const { active } = await navigator.serviceWorker.ready
  // Only messages to a window take a target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  active?.postMessage(message)
}

// Private windows and pages without HTTPS have no service worker.
const hasServiceWorker = (): boolean => 'serviceWorker' in navigator

/** Registers the worker. A new worker also caches what the page has loaded before. */
export const registerServiceWorker = async (): Promise<void> => {
  if (!hasServiceWorker()) return
  const isNew = navigator.serviceWorker.controller === null
  await navigator.serviceWorker.register(workerFile)
  if (isNew) await postToWorker({ seen: listLoadedUrls() })
}

/** Caches the HTML of this URL after a client-side navigation, which does not load it. */
export const cachePage = async (url: string): Promise<void> => {
  if (hasServiceWorker()) await postToWorker({ seen: [url] })
}

/** Removes the visited pages from the cache, after a sign-out. */
export const clearCachedPages = async (): Promise<void> => {
  if (hasServiceWorker() && navigator.serviceWorker.controller) await postToWorker({ forget: true })
}
