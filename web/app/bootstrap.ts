// Runs before the app's code, which takes seconds to arrive on a slow phone. It must stay small and import nothing.
// It asks who is signed in, fetches the app's code after the first paint and answers clicks until the page is hydrated:
// a visitor who clicks a button for members sees its error at once (spec §2); any other click is replayed.

/** Spec §9: default toast duration. */
const toastMs = 5_000
const sessionTimeoutMs = 20_000
/** For background tabs and for browsers that report no paint. */
const maxPaintWaitMs = 5_000

const root = document.documentElement

/** Resolves after the first paint; at once in a background tab. */
const waitForFirstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const finish = () => resolve()
    if (document.hidden) return finish()
    setTimeout(finish, maxPaintWaitMs)
    new PerformanceObserver(finish).observe({ type: 'paint', buffered: true })
  })

// AbortSignal.timeout is newer than the oldest browsers, as are other functions; tests/conventions/browser-floor.test.ts.
const sessionTimeout = new AbortController()
setTimeout(() => sessionTimeout.abort(), sessionTimeoutMs)

const firstPaint = waitForFirstPaint()

/**
 * The response of `get-session`, which the app reads too; null when the request failed. Clone it before reading. The first click
 * of a visitor waits for it, so it does not wait for the first paint: behind the pictures of that it takes a second on slow 3G.
 */
export const sessionRequest: Promise<Response | null> = fetch('/api/auth/get-session', {
  headers: { 'accept-language': root.lang },
  signal: sessionTimeout.signal,
}).catch(() => null)

/** Whether nobody is signed in; false when the request failed, so that the app decides. */
const checkIsVisitor = async (): Promise<boolean> => {
  try {
    const session: { user?: unknown } = await (await sessionRequest)?.clone().json()
    return session.user === null
  } catch {
    return false
  }
}

const create = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, properties: Partial<HTMLElementTagNameMap[Tag]>) =>
  Object.assign(document.createElement(tag), properties)

/** A link to log in and back to the booking of this bike, as web/components/product-card/product-card.tsx offers it. */
const createLoginLink = (control: HTMLElement) => {
  const link = document.querySelector<HTMLAnchorElement>('.person a')
  // A card has a link to the page of its bike.
  const bikePage = control.closest('article')?.querySelector<HTMLAnchorElement>('h2 a, h3 a') ?? location
  const fragment = encodeURIComponent(`#book-${bikePage.pathname.replace(/^.*\//, '')}`)
  const href = `${link?.href}${link?.search ? '' : '?from=%2F'}${fragment}`
  return link ? create('a', { href, textContent: link.text }) : ''
}

const showToast = (message: string, login: Node | string): void => {
  const container = create('div', { className: 'toasts' })
  const toast = create('div', { className: 'toast toast--bad', role: 'alert' })
  toast.append(create('span', { textContent: message }), login)
  container.append(toast)
  document.body.append(container)
  const remove = () => container.remove()
  setTimeout(remove, toastMs)
  // The app shows its own toasts in the same place.
  addEventListener('toasted', remove)
}

/** React sets `data-ready` on <html> and on each part of web/ui/hydration/lazy-hydration.tsx when it is hydrated. */
const isPageReady = () => root.dataset['ready'] === 'yes'
const isInUnreadyPart = (control: Element) => control.closest('.lazy-part:not([data-ready])') !== null

/**
 * Before the app's code is here buttons that do nothing without it are held back, and those for members; links and native
 * controls work without it.
 */
const mustHold = (control: HTMLElement): boolean =>
  isPageReady() ? isInUnreadyPart(control) : control.matches('[type=button], [data-visitor]')

const controls = 'button,label,input,select'

/** Holds back the last click that the page cannot answer yet, and replays it when the page can. */
const replayEarlyClicks = (): void => {
  let held: HTMLElement | null = null
  // Where it is, because React renders a part anew that the browser has translated.
  let part: Element = root
  let place = 0
  const release = (): HTMLElement | null | undefined => {
    const control = held && (held.isConnected ? held : part.querySelectorAll<HTMLElement>(controls)[place])
    control?.removeAttribute('aria-busy')
    held = null
    return control
  }
  const hold = async (control: HTMLElement): Promise<void> => {
    release()
    held = control
    part = control.closest('.lazy-part') ?? root
    place = [...part.querySelectorAll(controls)].indexOf(control)
    control.setAttribute('aria-busy', 'true')
    // A part whose listeners came after the key or the finger went down hears of this click only here.
    dispatchEvent(new Event('held'))
    const visitorError = isPageReady() ? undefined : control.dataset['visitor']
    // A later click replaces this one.
    if (visitorError === undefined || !(await checkIsVisitor()) || held !== control) return
    release()
    showToast(visitorError, createLoginLink(control))
  }
  const onClick = (event: MouseEvent): void => {
    const { target } = event
    const control = target instanceof Element ? target.closest<HTMLElement>(controls) : null
    if (!control || !mustHold(control)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    void hold(control)
  }
  const replay = (): void => {
    if (isPageReady() && !isInUnreadyPart(part)) release()?.click()
  }
  addEventListener('click', onClick, true)
  new MutationObserver(replay).observe(root, { attributeFilter: ['data-ready'], subtree: true })
}

/** Low priority, so that visible pictures load first. */
const preloadModule = (href: string): void => {
  document.head.append(create('link', { rel: 'modulepreload', fetchPriority: 'low', href }))
}

/** Fetches the app's files in parallel; the first of them hydrates the page. */
const loadApp = async (): Promise<void> => {
  const files = document.querySelector<HTMLElement>('[data-program]')?.dataset['program']?.split(' ') ?? []
  await firstPaint
  files.forEach(preloadModule)
  await Promise.all(files.map((file) => import(/* @vite-ignore */ file)))
}

replayEarlyClicks()
void loadApp()
