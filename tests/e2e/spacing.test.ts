// What a person presses does not touch what stands above or below it.
import type { Locator } from '@playwright/test'
import { expect, test, waitUntilReady } from './e2e-test.ts'

const leastPx = 8

/** From the lower edge of one to the upper edge of the other, in px. */
const readGap = async (above: Locator, below: Locator): Promise<number> => {
  // Read at once: each place that reads it polls.
  const [upper, lower] = await Promise.all([above.boundingBox(), below.boundingBox()])
  return upper && lower ? Math.round(lower.y - (upper.y + upper.height)) : 0
}

test('the line about what a bike is worth stands apart from the chips of the home page', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  const line = main.getByRole('link', { name: /^What is my bike worth\?/ })
  await expect.poll(() => readGap(main.locator('.hero .chips'), line)).toBeGreaterThanOrEqual(leastPx)
})

test('the button that adds a brand stands apart from the first brand', async ({ openPageAs }) => {
  const page = await openPageAs('ayesha')
  await page.goto('/dashboard/catalogue')
  await waitUntilReady(page)
  const button = page.getByRole('button', { name: 'Add a brand' })
  await expect.poll(() => readGap(button, page.locator('.maker').first())).toBeGreaterThanOrEqual(leastPx)
})
