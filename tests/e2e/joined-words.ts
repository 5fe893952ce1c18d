import type { Page } from '@playwright/test'

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
