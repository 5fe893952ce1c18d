// What toasts cover.
import type { Page } from '@playwright/test'

/** How many toasts are shown, and the buttons under them that a person presses next. */
export const findCoveredActions = (page: Page): Promise<{ toasts: number; covered: string[] }> =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect())
    const isCovered = (action: Element) => {
      const { top, bottom, left, right } = action.getBoundingClientRect()
      return toasts.some(
        (toast) => toast.top < bottom && top < toast.bottom && toast.left < right && left < toast.right,
      )
    }
    const actions = [...document.querySelectorAll('.actbar .btn, .buybar .btn, main .btn--primary')]
    return { toasts: toasts.length, covered: actions.filter(isCovered).map((action) => action.textContent ?? '') }
  })
