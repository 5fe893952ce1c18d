// Puts the service worker in its place and tells it what was seen.

const workerFile = '/service-worker.js'

const isSameOrigin = (url: string): boolean => new URL(url).origin === location.origin

/** What this page has loaded so far: itself, its files and its pictures. */
const listLoadedUrls = (): string[] => [
  // Without what stands behind #, which may be a secret of a letter.
  location.origin + location.pathname + location.search,
  ...performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter(isSameOrigin),
]

const postToWorker = async (message: { seen: string[] } | { forget: true }): Promise<void> => {
  const { active } = await navigator.serviceWorker.ready
  // Only a window is told at an origin; a worker is told directly.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  active?.postMessage(message)
}

// Private windows and pages that do not come by https have no worker; everything else works without it.
const hasServiceWorker = (): boolean => 'serviceWorker' in navigator

/** Registers the worker; when it is new here, what the page has loaded before is kept as well. */
export const registerServiceWorker = async (): Promise<void> => {
  if (!hasServiceWorker()) return
  const isNew = navigator.serviceWorker.controller === null
  await navigator.serviceWorker.register(workerFile)
  if (isNew) await postToWorker({ seen: listLoadedUrls() })
}

/** Keeps the page at this address, to which the program went without loading it. */
export const cachePage = async (url: string): Promise<void> => {
  if (hasServiceWorker()) await postToWorker({ seen: [url] })
}

/** Takes away what was seen, when somebody logs out. */
export const clearCachedPages = async (): Promise<void> => {
  if (hasServiceWorker() && navigator.serviceWorker.controller) await postToWorker({ forget: true })
}
