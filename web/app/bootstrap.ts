// What runs before the page's program, which takes seconds to come on a slow phone: it must stay small and import nothing.
// It asks who is there, lets the page be painted before it asks for that program, and answers until it is here: a visitor
// who presses a button that only members may use is told so at once, in the words that stand at the button (spec §2);
// what a member has pressed is pressed again when the page is ready.

/** Spec §9: default toast duration. */
const toastMs = 5_000
const timeoutMs = 20_000

const root = document.documentElement
const isReady = () => root.dataset['ready'] === 'yes'

/** What the shop says of who is there, asked once for the program as well; null when it did not answer. Clone it to read it. */
export const sessionRequest: Promise<Response | null> = fetch('/api/auth/get-session', {
  headers: { 'accept-language': root.lang },
  signal: AbortSignal.timeout(timeoutMs),
}).catch(() => null)

const showToast = (message: string): void => {
  const container = document.createElement('div')
  container.className = 'toasts'
  const toast = document.createElement('div')
  toast.className = 'toast toast--bad'
  toast.role = 'alert'
  toast.textContent = message
  container.append(toast)
  document.body.append(container)
  const remove = () => container.remove()
  setTimeout(remove, toastMs)
  // The program's own toasts stand at the same place.
  addEventListener('toasted', remove, { once: true })
}

/** Whether nobody is signed in. A shop that does not answer leaves it to the program. */
const checkIsVisitor = async (): Promise<boolean> => {
  try {
    const session: unknown = await (await sessionRequest)?.clone().json()
    return typeof session === 'object' && session !== null && 'user' in session && session.user === null
  } catch {
    return false
  }
}

/** Answers presses until the page is ready, and then presses the last one again that it could not answer. */
const handleEarlyClicks = (): void => {
  let pendingButton: HTMLButtonElement | null = null
  const releaseButton = (): HTMLButtonElement | null => {
    const button = pendingButton
    button?.removeAttribute('aria-busy')
    pendingButton = null
    return button
  }
  const answerClick = async (button: HTMLButtonElement, message: string): Promise<void> => {
    releaseButton()
    pendingButton = button
    button.setAttribute('aria-busy', 'true')
    const isVisitor = await checkIsVisitor()
    // Whoever pressed something else meanwhile means that.
    if (!isVisitor || pendingButton !== button) return
    releaseButton()
    showToast(message)
  }
  const onClick = (event: MouseEvent): void => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('[data-visitor]') : null
    const message = button?.dataset['visitor']
    if (!button || message === undefined || isReady()) return
    event.stopImmediatePropagation()
    void answerClick(button, message)
  }
  addEventListener('click', onClick, { capture: true })
  const replayClick = (_: unknown, observer: MutationObserver): void => {
    if (!isReady()) return
    observer.disconnect()
    removeEventListener('click', onClick, { capture: true })
    releaseButton()?.click()
  }
  new MutationObserver(replayClick).observe(root, { attributeFilter: ['data-ready'] })
}

/** For a page that is left before, and for browsers that do not tell of a paint. */
const maxPaintWaitMs = 5_000

/** Until the first words are on the screen; not where nobody sees them. */
const waitForFirstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const finish = () => resolve()
    if (document.hidden) return finish()
    setTimeout(finish, maxPaintWaitMs)
    new PerformanceObserver(finish).observe({ type: 'paint', buffered: true })
  })

/** Behind what somebody has asked for, such as the pictures that are seen. */
const preloadModule = (href: string): void => {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'modulepreload', fetchPriority: 'low', href })
  document.head.append(link)
}

/** Fetches the files of the program side by side; the first of them wakes the page. */
const loadApp = async (): Promise<void> => {
  const files = document.querySelector<HTMLElement>('[data-program]')?.dataset['program']?.split(' ') ?? []
  await waitForFirstPaint()
  files.forEach(preloadModule)
  await Promise.all(files.map((file) => import(/* @vite-ignore */ file)))
}

handleEarlyClicks()
void loadApp()
