// Tab order of whole pages, reduced motion and forced colours.
import { expect, waitUntilReady, test } from './e2e-test.ts'
import { tabThroughPage } from './keyboard.ts'
import { languages } from './languages.ts'

test.describe('the Tab key goes through the whole page with a visible focus, and leaves it', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  for (const [path, who, minStops] of [
    ['/', 'visitor', 20],
    ['/register', 'visitor', 12],
    ['/dashboard/addproducts', 'rahim', 20],
    ['/dashboard/allsellers', 'ayesha', 15],
  ] as const) {
    for (const { localizePath } of languages) {
      test(
        `at ${localizePath(path)}`,
        { tag: path === '/' ? ['@desktop', '@long'] : '@long' },
        async ({ openPageAs }) => {
          const page = await openPageAs(who)
          await page.goto(localizePath(path))
          await waitUntilReady(page)
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
          const { stops, errors } = await tabThroughPage(page)

          expect(errors).toEqual([])
          expect(stops).toBeGreaterThan(minStops)
        },
      )
    }
  }
})

test('with reduced motion, nothing moves for long', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await waitUntilReady(page)
  await page.getByRole('button', { name: 'Next slide' }).click()
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0) > 10)
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.outerHTML.slice(0, 100) : 'something')),
  )

  expect(moving).toEqual([])
})

test(
  'with forced colours, buttons have a border and a chosen option is visible',
  { tag: '@long' },
  async ({ openPageAs }) => {
    const page = await openPageAs('rahim')
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto('/dashboard/addproducts')
    await waitUntilReady(page)
    const button = page.getByRole('button', { name: 'Add Product' })
    await expect(button).toHaveCSS('border-top-style', 'solid')
    await expect(button).not.toHaveCSS('border-top-width', '0px')

    const readColour = (name: string) =>
      page
        .getByRole('radio', { name })
        .evaluate((radio) =>
          radio.nextElementSibling ? getComputedStyle(radio.nextElementSibling).backgroundColor : '',
        )
    await page.getByRole('radio', { name: 'Good' }).check()
    expect(await readColour('Good')).not.toBe(await readColour('Fair'))
  },
)
