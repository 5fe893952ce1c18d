// What helps in the search: a list that stays when the next one fails, a count before the filters apply, a way past them.
import { expect, readText, test, waitUntilReady } from './e2e-test.ts'

test(
  'a sort order that cannot be fetched keeps the list and says why, and "Try again" fetches it',
  { tag: '@long' },
  async ({ page, browserErrors }) => {
    browserErrors.allow('GET /api/bikes 503')
    await page.goto('/bikes?q=gixxer')
    await waitUntilReady(page)
    const cards = page.getByRole('article')
    await expect(cards.nth(2)).toBeVisible()
    // Read at once: the bikes come together.
    const shown = await cards.count()
    await page.route('**/api/bikes?*', (route) => route.fulfill({ status: 503, json: {} }))

    await page.getByLabel('Sort', { exact: true }).selectOption('price')
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(cards).toHaveCount(shown)

    await page.unroute('**/api/bikes?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page).toHaveURL(/sort=price/)
    await expect(cards.first()).toBeVisible()
  },
)

test('the sheet of filters says how many bikes it will find before it closes', { tag: '@long' }, async ({ page }) => {
  await page.goto('/bikes')
  await waitUntilReady(page)
  await page.locator('label[for="filters"]').first().click()
  const sheet = page.getByRole('complementary', { name: 'Filters' })
  const title = sheet.getByText('Filters', { exact: true })
  await expect(title).toBeInViewport()
  await expect(sheet.getByLabel('Lowest price in Taka')).toHaveAttribute('placeholder', '৳50,000')
  await expect(sheet.getByLabel('To year')).toHaveAttribute('placeholder', '2024')
  await sheet.getByRole('checkbox', { name: /Suzuki/ }).check()
  const apply = sheet.getByRole('button', { name: /^Show \d+ bikes$/ })
  await expect(apply).toBeVisible()
  const count = /\d+/.exec(await readText(apply))?.[0] ?? ''

  await apply.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^${count} `))
})

test('with the keyboard a person goes past the filters to the bikes', { tag: '@long' }, async ({ page }) => {
  await page.goto('/bikes?q=gixxer')
  await waitUntilReady(page)
  const skip = page.getByRole('link', { name: 'Skip to results' })
  await page.getByRole('searchbox').focus()
  // The button of the search stands between.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('in forced colours the logo and the bars of a verdict can be seen', { tag: '@long' }, async ({ page }) => {
  const readColours = () =>
    page.evaluate(() =>
      ['.logo', '.fair__bars i.on'].map((selector) => {
        const element = document.querySelector(selector)
        return element ? getComputedStyle(element).backgroundColor : `no ${selector}`
      }),
    )
  await page.goto('/bikes?q=pulsar')
  await expect(page.locator('.fair__bars i.on').first()).toBeVisible()
  const normal = await readColours()
  await page.emulateMedia({ forcedColors: 'active' })
  const [logo, bar] = await readColours()
  // The bar keeps its colour; the logo has the bar of the page behind it, which forced colours take away.
  expect(bar).toBe(normal[1])
  expect(logo).not.toMatch(/, 0\)$|^no /)
  expect(logo).not.toBe('rgb(255, 255, 255)')
})
