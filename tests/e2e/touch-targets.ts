// Sizes of touch targets.
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
