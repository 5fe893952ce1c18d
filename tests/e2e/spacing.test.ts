// What a person presses does not touch what stands above or below it.
import type { Locator } from '@playwright/test'
import { expect, test, waitUntilReady } from './e2e-test.ts'
import { findJoinedWords } from './layout-checks.ts'
import { findBikePath, getPerson } from './people.ts'
import { wideScreen } from './playwright.config.ts'

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

test('a buyer is deleted beside the name and the address on phones', { tag: '@long' }, async ({ openPageAs }) => {
  const page = await openPageAs('ayesha')
  await page.goto('/dashboard/allusers?search=karim')
  const row = page.getByRole('row').filter({ hasText: 'karim@motohaat.test' })
  const deletion = row.getByRole('button', { name: /^Delete/ })
  // Above the middle of the button there is the name, below it the address.
  const readHalves = async (): Promise<boolean[]> => {
    // Read at once: each place that reads it polls.
    const [name, mail, button] = await Promise.all([
      row.getByText('Karim Sheikh', { exact: true }).boundingBox(),
      row.getByText('karim@motohaat.test').boundingBox(),
      deletion.boundingBox(),
    ])
    const middle = button ? button.y + button.height / 2 : 0
    return [name !== null && name.y < middle, mail !== null && mail.y + mail.height > middle]
  }
  await expect.poll(readHalves).toEqual([true, true])
})

test('the words of a bike’s page stand apart on phones', async ({ page, server }) => {
  await page.goto(await findBikePath(server, getPerson('karim'), 'raider-badda'))
  await expect(page.getByRole('link', { name: /^What a used/ })).toBeVisible()
  await expect.poll(() => findJoinedWords(page)).toEqual([])
})

test.describe('on wide screens', () => {
  test.use(wideScreen)

  test('the words of a bike’s page stand apart', async ({ page, server }) => {
    await page.goto(await findBikePath(server, getPerson('karim'), 'raider-badda'))
    await expect(page.getByRole('link', { name: /^What a used/ })).toBeVisible()
    await expect.poll(() => findJoinedWords(page)).toEqual([])
  })

  test('the count of a filter stands in one line beside a long name', async ({ page }) => {
    await page.goto('/bn/bikes?brand=yamaha')
    const counts = page.locator('.facet .n')
    await expect(counts.first()).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    // Read at once: the counts and their font are there.
    const lines = await counts.evaluateAll((all) =>
      all.map((one) => {
        const range = document.createRange()
        range.selectNodeContents(one)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      }),
    )
    expect(lines.length).toBeGreaterThan(10)
    expect(lines.filter((count) => count !== 1)).toEqual([])
  })
})
