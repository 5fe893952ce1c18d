// What runs before the page's program, which takes seconds to come on a slow phone: it must stay small and import nothing.
// It asks who is there, lets the page be painted before it asks for that program, and answers until it is here: a visitor
// who presses a button that only members may use is told so at once, in the words that stand at the button (spec §2);
// what a member has pressed is pressed again when the page is ready.

/** Spec §9: default toast duration. */
const toastMs = 5_000
const answerMs = 20_000

const html = document.documentElement
const isReady = () => html.dataset['ready'] === 'yes'

/** What the shop says of who is there, asked once for the program as well; null when it did not answer. Clone it to read it. */
export const whoIsThere: Promise<Response | null> = fetch('/api/auth/get-session', {
  headers: { 'accept-language': html.lang },
  signal: AbortSignal.timeout(answerMs),
}).catch(() => null)

const tell = (sentence: string): void => {
  const place = document.createElement('div')
  place.className = 'toasts'
  const toast = document.createElement('div')
  toast.className = 'toast toast--bad'
  toast.role = 'alert'
  toast.textContent = sentence
  place.append(toast)
  document.body.append(place)
  const remove = () => place.remove()
  setTimeout(remove, toastMs)
  // The program's own toasts stand at the same place.
  addEventListener('toasted', remove, { once: true })
}

/** Whether nobody is signed in. A shop that does not answer leaves it to the program. */
const isNobodyThere = async (): Promise<boolean> => {
  try {
    const said: unknown = await (await whoIsThere)?.clone().json()
    return typeof said === 'object' && said !== null && 'user' in said && said.user === null
  } catch {
    return false
  }
}

/** Answers presses until the page is ready, and then presses the last one again that it could not answer. */
const answerPresses = (): void => {
  let pressed: HTMLButtonElement | null = null
  const letGo = (): HTMLButtonElement | null => {
    const button = pressed
    button?.removeAttribute('aria-busy')
    pressed = null
    return button
  }
  const answer = async (button: HTMLButtonElement, sentence: string): Promise<void> => {
    letGo()
    pressed = button
    button.setAttribute('aria-busy', 'true')
    const isVisitor = await isNobodyThere()
    // Whoever pressed something else meanwhile means that.
    if (!isVisitor || pressed !== button) return
    letGo()
    tell(sentence)
  }
  const hold = (event: MouseEvent): void => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('[data-visitor]') : null
    const sentence = button?.dataset['visitor']
    if (!button || sentence === undefined || isReady()) return
    event.stopImmediatePropagation()
    void answer(button, sentence)
  }
  addEventListener('click', hold, { capture: true })
  const pressAgain = (_: unknown, observer: MutationObserver): void => {
    if (!isReady()) return
    observer.disconnect()
    removeEventListener('click', hold, { capture: true })
    letGo()?.click()
  }
  new MutationObserver(pressAgain).observe(html, { attributeFilter: ['data-ready'] })
}

/** For a page that is left before, and for browsers that do not tell of a paint. */
const longestMs = 5_000

/** Until the first words are on the screen; not where nobody sees them. */
const firstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const go = () => resolve()
    if (document.hidden) return go()
    setTimeout(go, longestMs)
    new PerformanceObserver(go).observe({ type: 'paint', buffered: true })
  })

/** Behind what somebody has asked for, such as the pictures that are seen. */
const fetchAhead = (href: string): void => {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'modulepreload', fetchPriority: 'low', href })
  document.head.append(link)
}

/** Fetches the files of the program side by side; the first of them wakes the page. */
const startProgram = async (): Promise<void> => {
  const files = document.querySelector<HTMLElement>('[data-program]')?.dataset['program']?.split(' ') ?? []
  await firstPaint()
  files.forEach(fetchAhead)
  await Promise.all(files.map((file) => import(/* @vite-ignore */ file)))
}

answerPresses()
void startProgram()
