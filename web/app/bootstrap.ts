// Runs before the app's code, which takes seconds to arrive on a slow phone. It must stay small and import nothing.
// It asks who is signed in, fetches the app's code after the first paint and answers clicks until the page is hydrated:
// a visitor who clicks a button for members sees its error at once (spec §2); any other click is replayed.

/** Spec §9: default toast duration. */
const toastMs = 5_000
const sessionTimeoutMs = 20_000
/** For background tabs and for browsers that report no paint. */
const maxPaintWaitMs = 5_000

const root = document.documentElement

// AbortSignal.timeout is newer than the oldest browsers, as are other functions; tests/conventions/browser-floor.test.ts.
const sessionTimeout = new AbortController()
setTimeout(() => sessionTimeout.abort(), sessionTimeoutMs)

/** The response of `get-session`, which the app reads too; null when the request failed. Clone it before reading. */
export const sessionRequest: Promise<Response | null> = fetch('/api/auth/get-session', {
  headers: { 'accept-language': root.lang },
  signal: sessionTimeout.signal,
}).catch(() => null)

/** Whether nobody is signed in; false when the request failed, so that the app decides. */
const checkIsVisitor = async (): Promise<boolean> => {
  try {
    const session: unknown = await (await sessionRequest)?.clone().json()
    return typeof session === 'object' && session !== null && 'user' in session && session.user === null
  } catch {
    return false
  }
}

/** The way to log in and back to the booking of this bike, as web/components/product-card/product-card.tsx offers it. */
const getLogin = (control: HTMLElement) => {
  const link = document.querySelector<HTMLAnchorElement>('.person a')
  // A card has a link to the page of its bike.
  const bikePage = control.closest('article')?.querySelector<HTMLAnchorElement>('h2 a, h3 a') ?? location
  const fragment = encodeURIComponent(`#book-${bikePage.pathname.replace(/^.*\//, '')}`)
  return link && { path: `${link.href}${link.search ? '' : '?from=%2F'}${fragment}`, label: link.text }
}

const showToast = (message: string, login: { path: string; label: string } | null): void => {
  const container = document.createElement('div')
  container.className = 'toasts'
  const toast = document.createElement('div')
  toast.className = 'toast toast--bad'
  toast.role = 'alert'
  const text = document.createElement('span')
  text.textContent = message
  toast.append(text)
  if (login) {
    const link = document.createElement('a')
    link.href = login.path
    link.textContent = login.label
    toast.append(link)
  }
  container.append(toast)
  document.body.append(container)
  const remove = () => container.remove()
  setTimeout(remove, toastMs)
  // The app shows its own toasts in the same place.
  addEventListener('toasted', remove, { once: true })
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

/** Holds back the last click that the page cannot answer yet, and replays it when the page can. */
const replayEarlyClicks = (): void => {
  let heldControl: HTMLElement | null = null
  const release = (): HTMLElement | null => {
    const control = heldControl
    control?.removeAttribute('aria-busy')
    heldControl = null
    return control
  }
  const hold = async (control: HTMLElement): Promise<void> => {
    release()
    heldControl = control
    control.setAttribute('aria-busy', 'true')
    // A part whose listeners came after the key or the finger went down hears of this click only here.
    dispatchEvent(new Event('held'))
    const visitorError = isPageReady() ? undefined : control.dataset['visitor']
    // A later click replaces this one.
    if (visitorError === undefined || !(await checkIsVisitor()) || heldControl !== control) return
    release()
    showToast(visitorError, getLogin(control))
  }
  const onClick = (event: MouseEvent): void => {
    const { target } = event
    const control = target instanceof Element ? target.closest<HTMLElement>('button, label, input, select') : null
    if (!control || !mustHold(control)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    void hold(control)
  }
  const replay = (): void => {
    if (heldControl && isPageReady() && !isInUnreadyPart(heldControl)) release()?.click()
  }
  addEventListener('click', onClick, { capture: true })
  new MutationObserver(replay).observe(root, { attributeFilter: ['data-ready'], subtree: true })
}

/** Resolves after the first paint; at once in a background tab. */
const waitForFirstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const finish = () => resolve()
    if (document.hidden) return finish()
    setTimeout(finish, maxPaintWaitMs)
    new PerformanceObserver(finish).observe({ type: 'paint', buffered: true })
  })

/** Low priority, so that visible pictures load first. */
const preloadModule = (href: string): void => {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'modulepreload', fetchPriority: 'low', href })
  document.head.append(link)
}

/** Fetches the app's files in parallel; the first of them hydrates the page. */
const loadApp = async (): Promise<void> => {
  const files = document.querySelector<HTMLElement>('[data-program]')?.dataset['program']?.split(' ') ?? []
  await waitForFirstPaint()
  files.forEach(preloadModule)
  await Promise.all(files.map((file) => import(/* @vite-ignore */ file)))
}

replayEarlyClicks()
void loadApp()
