// Registers the service worker and sends it the visited URLs.

const workerFile = '/service-worker.js'

const isSameOrigin = (url: string): boolean => new URL(url).origin === location.origin

// What began to load before the worker took over has arrived by then, on a slow network too.
const observedMs = 30_000

const postToWorker = async (message: { seen: string[] } | { forget: true }): Promise<void> => {
  const { active } = await navigator.serviceWorker.ready
  // Only messages to a window take a target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  active?.postMessage(message)
}

// Private windows and pages without HTTPS have no service worker.
const hasServiceWorker = (): boolean => 'serviceWorker' in navigator

/** Sends the files and pictures that this page loads past the worker, those of before too. */
const postLoadedUrls = (): void => {
  const observer = new PerformanceObserver((list) => {
    const urls = list.getEntries().map(({ name }) => name)
    void postToWorker({ seen: urls.filter(isSameOrigin) })
  })
  observer.observe({ type: 'resource', buffered: true })
  setTimeout(() => observer.disconnect(), observedMs)
}

/** Registers the worker. A new worker also caches the page, and what it loads until the worker has taken over. */
export const registerServiceWorker = async (): Promise<void> => {
  if (!hasServiceWorker()) return
  const isNew = navigator.serviceWorker.controller === null
  await navigator.serviceWorker.register(workerFile)
  if (!isNew) return
  // Without the fragment, which may contain the token of an e-mail link.
  await cachePage(location.origin + location.pathname + location.search)
  postLoadedUrls()
}

/** Caches the HTML of this URL after a client-side navigation, which does not load it. */
export const cachePage = async (url: string): Promise<void> => {
  if (hasServiceWorker()) await postToWorker({ seen: [url] })
}

/** Removes the visited pages from the cache, after a sign-out. */
export const clearCachedPages = async (): Promise<void> => {
  if (hasServiceWorker() && navigator.serviceWorker.controller) await postToWorker({ forget: true })
}
