// The pictures of the demonstration: every bike has its own, so nobody sees one twice at the same time.
import type { Page } from '@playwright/test'
import { expect, test, waitUntilReady } from './e2e-test.ts'

/**
 * The pictures that are visible at once, by file name, at each step of scrolling down by half of the window.
 * A picture counts if at least a fifth of it can be seen; the parts that a slider hides do not.
 */
const listVisiblePictures = (page: Page): Promise<string[][]> =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const readVisible = () =>
      new Promise<string[]>((resolve) => {
        const images = [...document.querySelectorAll('main img')].filter((image) => image instanceof HTMLImageElement)
        if (images.length === 0) return resolve([])
        const observer = new IntersectionObserver((entries) => {
          observer.disconnect()
          resolve(
            entries
              .filter(({ intersectionRatio }) => intersectionRatio > 0.2)
              .map(({ target }) => (target instanceof HTMLImageElement ? target.currentSrc || target.src : ''))
              // A picture has a file for each width.
              .map((url) => (url.split('/').pop() ?? '').replace(/(?:-\d+)?\.\w+(?:\?.*)?$/, '')),
          )
        })
        for (const image of images) observer.observe(image)
      })
    const windows: string[][] = []
    for (let top = 0; top < document.documentElement.scrollHeight; top += window.innerHeight / 2) {
      window.scrollTo({ top, behavior: 'instant' })
      await nextFrame()
      windows.push(await readVisible())
    }
    return windows
  })

const findRepeated = (names: string[]): string[] => names.filter((name, index) => names.indexOf(name) !== index)

for (const path of [
  '/',
  '/categoryDetails/Yamaha',
  '/categoryDetails/TVS',
  '/bikes',
  '/bikes?q=pulsar',
  '/bikes?q=honda',
]) {
  test(`no picture is seen twice at once on ${path} @desktop`, { tag: '@long' }, async ({ openPageAs }) => {
    const page = await openPageAs('karim')
    await page.goto(path)
    await waitUntilReady(page)
    await expect(page.locator('main img').first()).toBeVisible()
    const windows = await listVisiblePictures(page)
    expect(windows.flat().length).toBeGreaterThan(2)
    expect(windows.flatMap(findRepeated)).toEqual([])
  })
}

test('bikes like the one on the page have pictures of their own @desktop', { tag: '@long' }, async ({ page }) => {
  await page.goto('/bikes?q=apache')
  await page.getByRole('main').getByRole('article').first().getByRole('link').first().click()
  const heading = page.getByRole('heading', { name: 'Similar bikes' })
  await expect(heading).toBeVisible()
  const similar = page.locator('section', { has: heading }).locator('img')
  await expect(async () => {
    const sources = await similar.evaluateAll((images) => images.map((image) => image.getAttribute('src')))
    expect(sources.length).toBeGreaterThan(1)
    expect(new Set(sources).size).toBe(sources.length)
  }).toPass()
})
