// What toasts cover.
import type { Page } from '@playwright/test'
import { expect } from './e2e-test.ts'

/** How many toasts are shown, and the buttons and links under them that a person presses next. */
const findCoveredActions = (page: Page): Promise<{ toasts: number; covered: string[] }> =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect())
    const isCovered = (action: Element) => {
      const { top, bottom, left, right } = action.getBoundingClientRect()
      return toasts.some(
        (toast) => toast.top < bottom && top < toast.bottom && toast.left < right && left < toast.right,
      )
    }
    const actions = [...document.querySelectorAll('.actbar .btn, .buybar .btn, main .btn--primary, .entrance__other a')]
    return { toasts: toasts.length, covered: actions.filter(isCovered).map((action) => action.textContent ?? '') }
  })

/** Acts while the timers of the page stand still, so that the toast stays, and expects that it covers none of them. */
export const expectNothingCovered = async (page: Page, act: () => Promise<unknown>): Promise<void> => {
  await page.clock.install({ time: new Date() })
  await page.clock.pauseAt(Date.now() + 1_000)
  await act()
  await expect.poll(() => findCoveredActions(page)).toEqual({ toasts: 1, covered: [] })
  await page.clock.resume()
}
