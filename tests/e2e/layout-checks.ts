// What is wrong with the layout of a page: touch targets that are too small, words without a space between them, notices that
// touch what stands below or above them, dialogs as wide as the screen, words that are cut off.
import type { Page } from '@playwright/test'

/**
 * Controls smaller than 44 px, measured with what belongs to them, such as the label of a radio button. Links within a
 * sentence are exempt, as in WCAG 2.2, because the line height sets their size.
 */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const half = 21
    const targetSelector = 'a[href], button, select, summary, input:not([type="hidden"]), textarea, [role="button"]'
    const dialog = document.querySelector('dialog[open]')
    const isInSentence = (element: Element) =>
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent?.trim() ?? '') !== element.textContent?.trim()
    // Off-screen controls, such as the skip link before it has the focus, cannot be touched.
    const isReachable = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return (
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        element.closest('[inert]') === null &&
        getComputedStyle(element).pointerEvents !== 'none' &&
        !element.matches('.skip, .sr-only, :disabled, :disabled *, [readonly]') &&
        width > 1 &&
        height > 1
      )
    }
    const belongsTo = (element: Element, hit: Element | null): boolean => {
      if (!hit) return false
      return element.contains(hit) || hit.closest('label')?.control === element
    }
    const isLargeEnough = (element: Element): boolean => {
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      // The name of a bike is a link that covers its whole card.
      const { position, inset } = getComputedStyle(element, '::after')
      const isStretched = position === 'absolute' && inset === '0px'
      const area = isStretched && element instanceof HTMLElement ? (element.offsetParent ?? element) : element
      const { left, top, width, height } = area.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const ends = [
        [x - half, y],
        [x + half, y],
        [x, y - half],
        [x, y + half],
      ] as const
      return (
        (width >= 44 && height >= 44) || ends.every(([x, y]) => belongsTo(element, document.elementFromPoint(x, y)))
      )
    }
    const scrollTop = scrollY
    const small = Array.from((dialog ?? document).querySelectorAll(targetSelector))
      .filter((element) => isReachable(element) && !isInSentence(element) && !isLargeEnough(element))
      .map((element) => {
        const { width, height } = element.getBoundingClientRect()
        return `${Math.round(width)} × ${Math.round(height)} px: ${element.outerHTML.slice(0, 140)}`
      })
    scrollTo({ top: scrollTop, behavior: 'instant' })
    return small
  })

/**
 * The words of this page that stand side by side without the space between them, as « used|Suzuki »: a space that the text has
 * and the layout loses, or two links or buttons that touch.
 */
export const findJoinedWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const leastPx = 1.5
    // What is below the screen has no place until it is drawn.
    for (const element of document.querySelectorAll<HTMLElement>('body *'))
      if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible'
    const texts: Text[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode
      if (!(text instanceof Text) || text.data.trim() === '') continue
      if (text.parentElement?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) texts.push(text)
    }
    const range = document.createRange()
    const readRect = (text: Text, at: number) => {
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return range.getBoundingClientRect()
    }
    const isWord = /[\p{L}\p{N}]/u
    const findControl = (text: Text) => text.parentElement?.closest('a, button') ?? null
    return texts.flatMap((text, index) => {
      const next = texts[index + 1]
      if (!next || next.parentElement === text.parentElement) return []
      const [end, start] = [text.data.trimEnd().length - 1, next.data.length - next.data.trimStart().length]
      const [before, after] = [readRect(text, end), readRect(next, start)]
      const isOneLine = before.width > 0 && after.width > 0 && before.top < after.bottom && after.top < before.bottom
      if (!isOneLine || Math.abs(after.left - before.right) >= leastPx) return []
      const isSpaceLost = /\s$/.test(text.data) || /^\s/.test(next.data)
      const [control, nextControl] = [findControl(text), findControl(next)]
      const areControls = control !== null && nextControl !== null && control !== nextControl
      const areWords = isWord.test(text.data[end] ?? '') && isWord.test(next.data[start] ?? '')
      return areWords && (isSpaceLost || areControls) ? [`${text.data.trim()}|${next.data.trim()}`] : []
    })
  })

/** The notices that have less than 8 px above or below them, in the same column. */
export const findTouchingNotes = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const leastPx = 8
    return [...document.querySelectorAll('.note')].flatMap((note) => {
      if (!note.checkVisibility()) return []
      const rect = note.getBoundingClientRect()
      return [note.previousElementSibling, note.nextElementSibling].flatMap((sibling) => {
        if (!sibling?.checkVisibility()) return []
        const other = sibling.getBoundingClientRect()
        const isFlat = other.width <= 1 || other.height <= 1
        const isBeside = other.left >= rect.right || other.right <= rect.left
        const gap = Math.max(other.top - rect.bottom, rect.top - other.bottom)
        if (isFlat || isBeside || gap >= leastPx) return []
        return [`${Math.round(gap)} px: ${note.textContent?.slice(0, 60)} | ${sibling.textContent?.slice(0, 60)}`]
      })
    })
  })

/** The width of the open form or question in px, 0 without one. A photo may fill the screen. */
export const getDialogWidthPx = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector('dialog.modal[open]')?.getBoundingClientRect().width ?? 0)

/** The words that end beyond the right edge of the screen, where nobody can scroll to them. */
export const findCutWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // In a part that scrolls, cut off with an ellipsis on purpose, or on no screen: the heads of tables on phones are for
    // screen readers alone.
    const isReachable = (element: Element | null): boolean => {
      if (element === null) return false
      const { overflowX, clipPath, textOverflow } = getComputedStyle(element)
      const isExempt = ['auto', 'scroll'].includes(overflowX) || textOverflow === 'ellipsis' || clipPath !== 'none'
      return isExempt || isReachable(element.parentElement)
    }
    const range = document.createRange()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const cut: string[] = []
    while (texts.nextNode()) {
      const text = texts.currentNode
      const parent = text.parentElement
      if (!parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      range.selectNodeContents(text)
      const { right, width, height } = range.getBoundingClientRect()
      const isShown = width > 1 && height > 1
      // The box of a character is up to 2 px wider than what is drawn of it.
      if (isShown && right > document.documentElement.clientWidth + 2 && !isReachable(parent))
        cut.push(`${Math.round(right)} px: ${text.textContent?.trim().slice(0, 60)}`)
    }
    return cut
  })
