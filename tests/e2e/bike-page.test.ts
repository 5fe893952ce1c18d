// The page of a bike: on a phone the photos and short lines, on a wide screen the seller beside what is read.
import type { Page } from '@playwright/test'
import { expect, test, waitUntilReady } from './e2e-test.ts'

const openBike = async (page: Page): Promise<void> => {
  await page.goto('/bikes?q=gixxer mohammadpur')
  await page.getByRole('article').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Suzuki Gixxer 155' })).toBeVisible()
}

/** Draws a finger over the photos from right to left. */
const swipe = async (page: Page): Promise<void> => {
  const gallery = page.getByRole('region', { name: 'Photos of the bike' })
  await expect(gallery).toBeInViewport()
  // Read at once: the photos are in the window, where the finger goes.
  const box = await gallery.boundingBox()
  const y = (box?.y ?? 0) + 60
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  await touch('touchStart', 300)
  for (let x = 280; x > 60; x -= 20) await touch('touchMove', x)
  await touch('touchEnd', 60)
}

test(
  'a buyer swipes through the photos and sees the facts, the cost by month and the advice in few lines',
  { tag: '@long' },
  async ({ page }) => {
    await openBike(page)
    await waitUntilReady(page)

    const facts = ['Registered', 'Kilometres', 'Engine', 'Owners'].map((name) =>
      page.getByText(name, { exact: true }).first(),
    )
    for (const fact of facts) await expect(fact).toBeVisible()
    await expect(async () => {
      const tops = await Promise.all(facts.map(async (fact) => (await fact.boundingBox())?.y))
      expect(new Set(tops).size, 'one line').toBe(1)
    }).toPass()

    await expect(page.getByText('1 of 3')).toBeVisible()
    await swipe(page)
    await expect(page.getByText('2 of 3')).toBeVisible()
    // A photo that still glides takes no second swipe.
    await expect(async () => {
      await swipe(page)
      await expect(page.getByText('3 of 3')).toBeVisible({ timeout: 2_000 })
    }).toPass()

    await expect(page.getByText(/^about ৳[\d,]+ a month/)).toBeVisible()
    await expect(page.getByLabel('Months')).toBeHidden()
    await page.getByRole('heading', { name: 'What a bank loan could cost' }).click()
    await page.getByLabel('Months').selectOption('12 months')
    await expect(page.getByText('× 12 months')).toBeVisible()

    const advice = page.getByRole('region', { name: 'Before you pay' })
    await expect(advice.getByRole('listitem').filter({ visible: true })).toHaveCount(3)
    await advice.getByText('All safety advice').click()
    await expect(advice.getByText(/^Check bKash money in your own account/)).toBeVisible()
  },
)

test(
  'the seller and the advice stay beside what a buyer reads on a wide screen',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await openBike(page)
    await expect(page.getByRole('button', { name: 'Book Now' }).first()).toBeInViewport({ ratio: 1 })
    await page.getByText('Upload Time').scrollIntoViewIfNeeded()
    await expect(page.getByRole('region', { name: 'The seller' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('region', { name: 'Before you pay' })).toBeInViewport({ ratio: 1 })
  },
)
