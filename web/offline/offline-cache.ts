// Puts the service worker in its place and tells it what was seen.

const workerFile = '/service-worker.js'

const isOurs = (address: string): boolean => new URL(address).origin === location.origin

/** What this page has loaded so far: itself, its files and its pictures. */
const loadedSoFar = (): string[] => [
  // Without what stands behind #, which may be a secret of a letter.
  location.origin + location.pathname + location.search,
  ...performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter(isOurs),
]

const tell = async (what: { seen: string[] } | { forget: true }): Promise<void> => {
  const { active } = await navigator.serviceWorker.ready
  // Only a window is told at an origin; a worker is told directly.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  active?.postMessage(what)
}

// Private windows and pages that do not come by https have no worker; everything else works without it.
const mayKeep = (): boolean => 'serviceWorker' in navigator

/** Registers the worker; when it is new here, what the page has loaded before is kept as well. */
export const keepSeen = async (): Promise<void> => {
  if (!mayKeep()) return
  const isNew = navigator.serviceWorker.controller === null
  await navigator.serviceWorker.register(workerFile)
  if (isNew) await tell({ seen: loadedSoFar() })
}

/** Keeps the page at this address, to which the program went without loading it. */
export const keepPage = async (address: string): Promise<void> => {
  if (mayKeep()) await tell({ seen: [address] })
}

/** Takes away what was seen, when somebody logs out. */
export const forgetSeen = async (): Promise<void> => {
  if (mayKeep() && navigator.serviceWorker.controller) await tell({ forget: true })
}
