// Keeps what was seen, so that it can be seen again without a network. It keeps only what is the same for everybody: pages
// that anybody may open, their files, pictures, and lists that the shop sends to anybody. It never keeps an answer to a
// call that carried somebody's token, nor a screen of the dashboard. It imports nothing, since it runs by itself.

type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Asking = Lasting & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Telling = Lasting & { data: unknown }

declare const skipWaiting: () => Promise<void>
declare const clients: { claim: () => Promise<void> }

/** One kind of thing that is kept. */
type Shelf = { name: string; most: number }

const files: Shelf = { name: 'files-1', most: 200 }
const pictures: Shelf = { name: 'pictures-1', most: 150 }
const pages: Shelf = { name: 'pages-1', most: 40 }
const lists: Shelf = { name: 'lists-1', most: 60 }
/** The page that stands in for one that was never seen, with its files: it must not be crowded out. */
const standIn: Shelf = { name: 'stand-in-1', most: 60 }

const standInPages = ['/offline', '/bn/offline']

const pathOf = (address: string): string => new URL(address, location.origin).pathname

const isOfDashboard = (path: string): boolean => /^(?:\/bn)?\/dashboard(?:\/|$)/.test(path)

const isUnchanging = (path: string): boolean => path.startsWith('/assets/')

const isPicture = (path: string): boolean => /^\/(?:api\/)?pictures\/|\.(?:svg|png|webp)$/.test(path)

/** On which shelf the answer belongs, or null where it is somebody's own or changes something. */
const shelfOf = ({ method, url, headers, mode }: Request): Shelf | null => {
  const path = pathOf(url)
  if (method !== 'GET' || new URL(url).origin !== location.origin || headers.has('authorization')) return null
  if (isUnchanging(path)) return files
  if (isPicture(path)) return pictures
  if (path.startsWith('/api/')) return mode === 'navigate' || path.startsWith('/api/auth/') ? null : lists
  return mode === 'navigate' ? pages : null
}

const trim = async (cache: Cache, most: number): Promise<void> => {
  const kept = await cache.keys()
  await Promise.all(kept.slice(0, Math.max(0, kept.length - most)).map((request) => cache.delete(request)))
}

// The shop says of every answer whether it is for everybody.
const isForEverybody = ({ ok, type, redirected, headers }: Response): boolean =>
  ok && type === 'basic' && !redirected && /\bpublic\b/.test(headers.get('cache-control') ?? '')

const put = async (shelf: Shelf, address: string, answer: Response): Promise<void> => {
  if (!isForEverybody(answer) || isOfDashboard(pathOf(address))) return
  const cache = await caches.open(shelf.name)
  await cache.put(address, answer)
  await trim(cache, shelf.most)
}

const kept = (address: string): Promise<Response | undefined> => caches.match(address, { ignoreVary: true })

/** Says of an answer that it is an old one, for whoever shows it. */
const markedAsKept = (answer: Response): Response => {
  const headers = new Headers(answer.headers)
  headers.set('x-kept', 'yes')
  return new Response(answer.body, { status: answer.status, headers })
}

/** Leads to the page that says that this one cannot be shown now. */
const toStandIn = (address: string): Response => {
  const { pathname, search } = new URL(address)
  const page = /^\/bn(?:\/|$)/.test(pathname) ? '/bn/offline' : '/offline'
  return Response.redirect(`${location.origin}${page}?${new URLSearchParams({ from: pathname + search })}`)
}

const fromShelf = async (event: Asking, shelf: Shelf): Promise<Response> => {
  const { request } = event
  const found = await kept(request.url)
  if (found) return found
  const answer = await fetch(request)
  event.waitUntil(put(shelf, request.url, answer.clone()))
  return answer
}

const fromShop = async (event: Asking, shelf: Shelf): Promise<Response> => {
  const { request } = event
  try {
    const answer = await fetch(request)
    event.waitUntil(put(shelf, request.url, answer.clone()))
    return answer
  } catch (error) {
    const found = await kept(request.url)
    if (found) return markedAsKept(found)
    // The stand-in itself is kept under its bare address.
    if (request.mode === 'navigate') return (await kept(pathOf(request.url))) ?? toStandIn(request.url)
    throw error
  }
}

const isAsking = (event: Event): event is Asking => 'respondWith' in event
const isLasting = (event: Event): event is Lasting => 'waitUntil' in event
const isTelling = (event: Event): event is Telling => isLasting(event) && 'data' in event

addEventListener('fetch', (event: Event) => {
  if (!isAsking(event)) return
  const shelf = shelfOf(event.request)
  if (!shelf) return
  event.respondWith(shelf === files || shelf === pictures ? fromShelf(event, shelf) : fromShop(event, shelf))
})

/** Lays out the stand-in in each language with the files that it names. */
const prepare = async (): Promise<void> => {
  const texts = await Promise.all(
    standInPages.map(async (page) => {
      const answer = await fetch(page)
      if (!answer.ok) throw new Error(`${page} answered ${answer.status}.`)
      await put(standIn, page, answer.clone())
      return answer.text()
    }),
  )
  const named = new Set(texts.flatMap((text) => text.match(/\/assets\/[\w.-]+/g) ?? []))
  await Promise.all(Array.from(named, async (address) => put(standIn, address, await fetch(address))))
}

addEventListener('install', (event: Event) => {
  if (isLasting(event)) event.waitUntil(prepare().then(skipWaiting))
})

const shelves = [files, pictures, pages, lists, standIn].map(({ name }) => name)

const removeOldShelves = async (): Promise<void> => {
  const old = (await caches.keys()).filter((name) => !shelves.includes(name))
  await Promise.all(old.map((name) => caches.delete(name)))
}

addEventListener('activate', (event: Event) => {
  if (isLasting(event)) event.waitUntil(removeOldShelves().then(() => clients.claim()))
})

/** Keeps what a page had loaded before the worker was there. */
const keepSeen = async (address: string): Promise<void> => {
  const path = pathOf(address)
  const shelf = isUnchanging(path) ? files : isPicture(path) ? pictures : path.startsWith('/api/') ? null : pages
  if (!shelf || isOfDashboard(path) || (shelf !== pages && (await kept(address)))) return
  const headers = { accept: shelf === pages ? 'text/html' : '*/*' }
  await put(shelf, new URL(address, location.origin).href, await fetch(address, { headers }))
}

/** What was looked at is nobody's secret, but the next person at this device need not see it. */
const forget = () => Promise.all([pictures, pages, lists].map(({ name }) => caches.delete(name)))

const isText = (value: unknown): value is string => typeof value === 'string'

addEventListener('message', (event: Event) => {
  if (!isTelling(event) || typeof event.data !== 'object' || event.data === null) return
  if ('forget' in event.data) event.waitUntil(forget())
  if ('seen' in event.data && Array.isArray(event.data.seen))
    event.waitUntil(Promise.allSettled(event.data.seen.filter(isText).map(keepSeen)))
})
