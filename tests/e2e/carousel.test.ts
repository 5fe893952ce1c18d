// Spec §2 and §9: image carousel of 7 slides, 450 px tall, interval 5000 ms.
import type { Page } from '@playwright/test'
import { expect, waitUntilReady, test } from './e2e-test.ts'

const findCarousel = (page: Page) => page.getByRole('region', { name: 'Motohaat in seven pictures' })
const findDot = (page: Page, number: number) =>
  findCarousel(page).getByRole('button', { name: `Slide ${number}`, exact: true })
const expectShown = (page: Page, number: number) =>
  expect(findDot(page, number)).toHaveAttribute('aria-current', 'true')

/** Opens the home page with a stopped clock. */
const openWithClock = async (page: Page) => {
  await page.clock.install({ time: new Date() })
  await page.goto('/')
  await waitUntilReady(page)
  await page.clock.pauseAt(Date.now() + 1_000)
  // Start from the first slide, wherever the carousel is by now.
  await findDot(page, 1).click()
  await page.getByRole('heading', { name: 'Our Products' }).click()
  await expectShown(page, 1)
}

test('the carousel has 7 slides and is 450 px tall', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/')

  await expect(findCarousel(page).locator('[aria-roledescription="slide"]')).toHaveCount(7)
  for (const number of [1, 2, 3, 4, 5, 6, 7]) await expect(findDot(page, number)).toHaveCount(1)
  await expect.poll(async () => (await findCarousel(page).boundingBox())?.height).toBe(450)
})

test(
  'the slide for sellers leads a member to the form of the bike, and a visitor there by the registration',
  { tag: '@long' },
  async ({ openPageAs }) => {
    for (const [who, path] of [
      ['visitor', '/register?from=/dashboard/addproducts'],
      ['rahim', '/dashboard/addproducts'],
    ] as const) {
      const page = await openPageAs(who)
      await page.goto('/')
      const slide = findCarousel(page).locator('.slide--marigold')
      await expect(slide.getByText('Sell your bike')).toHaveAttribute('href', path)
      await expect(slide).not.toContainText(/log ?in|regist/i)
      await expect.poll(async () => (await slide.boundingBox())?.height, `${who}: the slide stays as tall`).toBe(450)
    }
  },
)

test(
  'the carousel shows the next slide after 5000 ms, and the first after the last',
  { tag: '@desktop' },
  async ({ page }) => {
    await openWithClock(page)

    await page.clock.runFor(4_900)
    await expectShown(page, 1)
    await page.clock.runFor(200)
    await expectShown(page, 2)
    await findDot(page, 7).click()
    await expectShown(page, 7)
    await page.getByRole('heading', { name: 'Our Products' }).click()
    await page.clock.runFor(5_100)
    await expectShown(page, 1)
  },
)

test('the carousel can be paused and moved by hand', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  await openWithClock(page)
  await findCarousel(page).getByRole('button', { name: 'Pause the slides' }).click()
  await page.getByRole('heading', { name: 'Our Products' }).click()
  await page.clock.runFor(30_000)
  await expectShown(page, 1)

  await findCarousel(page).getByRole('button', { name: 'Next slide' }).click()
  await expectShown(page, 2)
  await findCarousel(page).getByRole('button', { name: 'Previous slide' }).click()
  await expectShown(page, 1)
})

test.describe('for a person who prefers reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the carousel does not move', { tag: '@long' }, async ({ page }) => {
    await page.clock.install({ time: new Date() })
    await page.goto('/')
    await waitUntilReady(page)
    await expect(findCarousel(page).getByRole('button', { name: 'Play the slides' })).toBeVisible()
    await page.clock.runFor(20_000)

    await expectShown(page, 1)
  })
})
