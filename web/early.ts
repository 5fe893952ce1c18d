// What answers before the page's program is here, which takes seconds on a slow phone: it must stay small and import
// nothing. A visitor who presses a button that only members may use is told so at once, in the words that stand at the
// button (spec §2); what a member has pressed is pressed again when the page is ready.

/** Spec §9: default toast duration. */
const toastMs = 5_000

const html = document.documentElement
const isReady = () => html.dataset['ready'] === 'yes'

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

/** Whether nobody is signed in; the program asks the same. A shop that does not answer leaves it to the program. */
const askVisitor = async (): Promise<boolean> => {
  try {
    const answer = await fetch('/api/auth/get-session')
    const said: unknown = await answer.json()
    return typeof said === 'object' && said !== null && 'user' in said && said.user === null
  } catch {
    return false
  }
}

/** Answers presses until the page is ready, and then presses the last one again that it could not answer. */
const answerPresses = (): void => {
  let asked: Promise<boolean> | null = null
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
    asked ??= askVisitor()
    const isVisitor = await asked
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
answerPresses()
