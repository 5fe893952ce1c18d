// The service worker: caches visited pages for offline use. It caches only public responses: public pages, their files,
// pictures and public lists; no response to a request with a token and no dashboard page. It imports nothing, because it
// is loaded as a single file.

type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = ExtendableEvent & { request: Request; respondWith: (response: Promise<Response>) => void }
type ExtendableMessageEvent = ExtendableEvent & { data: unknown }

declare const skipWaiting: () => Promise<void>
declare const clients: { claim: () => Promise<void> }

/** A named cache with a maximum number of entries. */
type CacheBucket = { name: string; maxEntries: number }

const files: CacheBucket = { name: 'files-1', maxEntries: 200 }
const pictures: CacheBucket = { name: 'pictures-1', maxEntries: 150 }
const pages: CacheBucket = { name: 'pages-1', maxEntries: 40 }
const lists: CacheBucket = { name: 'lists-1', maxEntries: 60 }
/** The page shown instead of an uncached one, with its files. Its own cache, so that other entries never evict it. */
const offlineFallback: CacheBucket = { name: 'offline-1', maxEntries: 60 }

const offlinePages = ['/offline', '/bn/offline']

const toPath = (url: string): string => new URL(url, location.origin).pathname

const isDashboardPath = (path: string): boolean => /^(?:\/bn)?\/dashboard(?:\/|$)/.test(path)

const isImmutable = (path: string): boolean => path.startsWith('/assets/')

const isPicture = (path: string): boolean => /^\/(?:api\/)?pictures\/|\.(?:svg|png|webp)$/.test(path)

/** The cache for the response; null for personal responses and for requests that change data. */
const selectBucket = ({ method, url, headers, mode }: Request): CacheBucket | null => {
  const path = toPath(url)
  if (method !== 'GET' || new URL(url).origin !== location.origin || headers.has('authorization')) return null
  if (isImmutable(path)) return files
  if (isPicture(path)) return pictures
  if (path.startsWith('/api/')) return mode === 'navigate' || path.startsWith('/api/auth/') ? null : lists
  return mode === 'navigate' ? pages : null
}

const trimCache = async (cache: Cache, maxEntries: number): Promise<void> => {
  const cachedRequests = await cache.keys()
  await Promise.all(
    cachedRequests.slice(0, Math.max(0, cachedRequests.length - maxEntries)).map((request) => cache.delete(request)),
  )
}

// The server marks every response as public or private.
const isPublicResponse = ({ ok, type, redirected, headers }: Response): boolean =>
  ok && type === 'basic' && !redirected && /\bpublic\b/.test(headers.get('cache-control') ?? '')

/** A fragment may be a secret, such as the token of a link, and no response depends on it. */
const removeFragment = (url: string): string => url.split('#', 1)[0] ?? url

const storeResponse = async (bucket: CacheBucket, url: string, response: Response): Promise<void> => {
  if (!isPublicResponse(response) || isDashboardPath(toPath(url))) return
  const cache = await caches.open(bucket.name)
  await cache.put(removeFragment(url), response)
  await trimCache(cache, bucket.maxEntries)
}

const findCached = (url: string): Promise<Response | undefined> => caches.match(url, { ignoreVary: true })

/** Marks a response as cached, for web/offline/connection.ts. */
const markAsCached = (response: Response): Response => {
  const headers = new Headers(response.headers)
  headers.set('x-kept', 'yes')
  return new Response(response.body, { status: response.status, headers })
}

/** Redirects to the offline page. */
const redirectToOffline = (url: string): Response => {
  const { pathname, search } = new URL(url)
  const page = /^\/bn(?:\/|$)/.test(pathname) ? '/bn/offline' : '/offline'
  return Response.redirect(`${location.origin}${page}?${new URLSearchParams({ from: pathname + search })}`)
}

const serveCacheFirst = async (event: FetchEvent, bucket: CacheBucket): Promise<Response> => {
  const { request } = event
  const cached = await findCached(request.url)
  if (cached) return cached
  const response = await fetch(request)
  event.waitUntil(storeResponse(bucket, request.url, response.clone()))
  return response
}

const serveNetworkFirst = async (event: FetchEvent, bucket: CacheBucket): Promise<Response> => {
  const { request } = event
  try {
    const response = await fetch(request)
    event.waitUntil(storeResponse(bucket, request.url, response.clone()))
    return response
  } catch (error) {
    const cached = await findCached(request.url)
    if (cached) return markAsCached(cached)
    // The offline page is cached without its query.
    if (request.mode === 'navigate') return (await findCached(toPath(request.url))) ?? redirectToOffline(request.url)
    throw error
  }
}

const isFetchEvent = (event: Event): event is FetchEvent => 'respondWith' in event
const isExtendableEvent = (event: Event): event is ExtendableEvent => 'waitUntil' in event
const isMessageEvent = (event: Event): event is ExtendableMessageEvent => isExtendableEvent(event) && 'data' in event

addEventListener('fetch', (event: Event) => {
  if (!isFetchEvent(event)) return
  const bucket = selectBucket(event.request)
  if (!bucket) return
  event.respondWith(
    bucket === files || bucket === pictures ? serveCacheFirst(event, bucket) : serveNetworkFirst(event, bucket),
  )
})

/** Caches the offline page in each language, and the files in its HTML. */
const precacheOfflinePages = async (): Promise<void> => {
  const texts = await Promise.all(
    offlinePages.map(async (page) => {
      const response = await fetch(page)
      if (!response.ok) throw new Error(`${page} answered ${response.status}.`)
      await storeResponse(offlineFallback, page, response.clone())
      return response.text()
    }),
  )
  const assetPaths = new Set(texts.flatMap((text) => text.match(/\/assets\/[\w.-]+/g) ?? []))
  await Promise.all(Array.from(assetPaths, async (url) => storeResponse(offlineFallback, url, await fetch(url))))
}

addEventListener('install', (event: Event) => {
  if (isExtendableEvent(event)) event.waitUntil(precacheOfflinePages().then(skipWaiting))
})

const bucketNames = [files, pictures, pages, lists, offlineFallback].map(({ name }) => name)

const removeOldCaches = async (): Promise<void> => {
  const oldNames = (await caches.keys()).filter((name) => !bucketNames.includes(name))
  await Promise.all(oldNames.map((name) => caches.delete(name)))
}

addEventListener('activate', (event: Event) => {
  if (isExtendableEvent(event)) event.waitUntil(removeOldCaches().then(() => clients.claim()))
})

/** Caches a URL that a page loaded before the worker was active. */
const cacheSeenUrl = async (url: string): Promise<void> => {
  const path = toPath(url)
  const bucket = isImmutable(path) ? files : isPicture(path) ? pictures : path.startsWith('/api/') ? null : pages
  if (!bucket || isDashboardPath(path) || (bucket !== pages && (await findCached(url)))) return
  const headers = { accept: bucket === pages ? 'text/html' : '*/*' }
  await storeResponse(bucket, new URL(url, location.origin).href, await fetch(url, { headers }))
}

/** Removes visited pages: they are public, but the next person on this device must not see the history. */
const clearVisited = () => Promise.all([pictures, pages, lists].map(({ name }) => caches.delete(name)))

const isText = (value: unknown): value is string => typeof value === 'string'

addEventListener('message', (event: Event) => {
  if (!isMessageEvent(event) || typeof event.data !== 'object' || event.data === null) return
  if ('forget' in event.data) event.waitUntil(clearVisited())
  if ('seen' in event.data && Array.isArray(event.data.seen))
    event.waitUntil(Promise.allSettled(event.data.seen.filter(isText).map(cacheSeenUrl)))
})
