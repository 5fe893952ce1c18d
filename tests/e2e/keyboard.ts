// Helpers for keyboard navigation, with checks of the focus indicator at every stop.
import { expect, type Locator, type Page } from '@playwright/test'

const maxStops = 250

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const root = element.getRootNode()
    return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element
  })

/** What is wrong with the visible focus indicator; null when nothing is. */
export const findFocusError = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body || focused.tagName === 'IFRAME') return null
    // Stripe's fields draw their own focus indicator.
    if (focused.shadowRoot) return null
    // A hidden radio button or file input shows its focus on its label.
    const indicators = focused.matches('input[type="radio"], input[type="file"]')
      ? [focused, focused.nextElementSibling, focused.closest('label')]
      : [focused]
    const hasOutline = indicators.some((element) => {
      if (!element) return false
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/, 0\)$|transparent/.test(outlineColor)
    })
    const what = focused.outerHTML.slice(0, 120)
    if (!hasOutline) return `no outline: ${what}`
    const { left, top, right, bottom } = focused.getBoundingClientRect()
    const isOutside = bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth
    if (isOutside) return `not on the screen: ${what}`
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const hit = document.elementFromPoint(
      Math.min(Math.max(x, 0), innerWidth - 1),
      Math.min(Math.max(y, 0), innerHeight - 1),
    )
    const isCovered = hit !== null && indicators.every((element) => !element?.contains(hit) && !hit.contains(element))
    return isCovered ? `covered by ${hit.outerHTML.slice(0, 80)}: ${what}` : null
  })

/** Presses Tab until the target has a visible focus. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < maxStops; stop += 1) {
    if (await hasFocus(target)) {
      // Wait for smooth scrolling to end.
      await expect.poll(() => findFocusError(page)).toBe(null)
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${String(target)}.`)
}

/** Tabs to the field and types. */
export const typeInto = async (page: Page, field: Locator, text: string): Promise<void> => {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** Tabs to a group of radio buttons and selects one with the arrow keys. */
export const chooseRadio = async (page: Page, group: string, choice: string): Promise<void> => {
  const radios = page.getByRole('group', { name: group })
  await tabTo(page, radios.getByRole('radio').first())
  await page.keyboard.press('Space')
  const chosen = radios.getByRole('radio', { name: choice })
  // Read at once: the browser checks a radio button before the key press ends.
  for (let step = 0; step < 3 && !(await chosen.isChecked()); step += 1) await page.keyboard.press('ArrowDown')
  await expect(chosen).toBeChecked()
}

/** The toast with this text, if it is inside a live region, so that screen readers announce it. */
export const findAnnouncement = (page: Page, text: string): Locator =>
  page
    .locator('[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]')
    .getByText(text.trim())
    .or(page.locator('[role="status"], [role="alert"]').filter({ hasText: text.trim() }))
    .first()

type Stop = { id: number; error: string | null }

/** The index of the focused element in document order; -1 for the page itself. */
const getCurrentStop = async (page: Page): Promise<Stop> => {
  const id = await page.evaluate(() => {
    const focused = document.activeElement
    return !focused || focused === document.body ? -1 : Array.from(document.querySelectorAll('*')).indexOf(focused)
  })
  return { id, error: id < 0 ? null : await findFocusError(page) }
}

/**
 * Tabs through the whole page until the focus leaves it. Returns errors: a stop without visible focus, a stop out of
 * order, or a keyboard trap.
 */
export const tabThroughPage = async (page: Page): Promise<{ stops: number; errors: string[] }> => {
  const errors: string[] = []
  await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined))
  await page.keyboard.press('Tab')
  let previousId = -1
  for (let stops = 0; stops < maxStops; stops += 1) {
    const { id, error } = await getCurrentStop(page)
    if (id < 0 || (previousId >= 0 && id < previousId && stops > 2)) return { stops, errors }
    if (error !== null) errors.push(error)
    if (id === previousId) errors.push(`the keyboard stays at stop ${stops}`)
    previousId = id
    await page.keyboard.press('Tab')
  }
  return { stops: maxStops, errors: [...errors, 'the keyboard does not leave the page'] }
}
