// The API reference: a list of calls, and calls that can be tried.
import { expect, isNarrow, test } from './e2e-test.ts'
import { getPerson, logIn } from './people.ts'

test(
  'somebody finds a call in the API reference and tries it',
  { tag: ['@desktop', '@long'] },
  async ({ page, server }) => {
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith('data:') && new URL(request.url()).host !== new URL(server.url).host)
        foreign.push(request.url())
    })
    await page.goto('/api/docs')
    await expect(page.getByRole('heading', { level: 1, name: 'The API of Motohaat' })).toBeVisible()
    await expect(page.getByText('To try calls of members')).toBeVisible()
    const find = page.getByRole('searchbox', { name: 'Find a call' })
    await expect(page.locator('.opblock').first()).toBeVisible()
    if (isNarrow(page)) await page.getByText('All calls', { exact: true }).click()
    await find.fill('GET /category')
    const calls = page.getByRole('navigation', { name: 'All calls' })
    await expect(calls.getByRole('link')).toHaveCount(2)
    await calls.locator('#GET_category').click()
    const call = page.locator('.opblock.is-open')
    await call.getByRole('button', { name: 'Execute' }).click()
    await expect(call.locator('.live-responses-table')).toContainText('Yamaha')
    const width = page.viewportSize()?.width ?? 0
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), 'no sideways scroll')
      .toBeLessThanOrEqual(width)
    expect(foreign, 'requests to other origins').toEqual([])
  },
)

test('the calls of a member who is logged in are signed', { tag: '@long' }, async ({ page, context }) => {
  await logIn(context.request, getPerson('karim'))
  await page.goto('/api/docs#/Buying/GET_wishlist')
  await expect(page.getByText('You are logged in as Karim')).toBeVisible()
  const call = page.locator('#operations-Buying-GET_wishlist')
  await call.getByRole('button', { name: 'Execute' }).click()
  await expect(call.locator('.live-responses-table .response-col_status').getByText('200')).toBeVisible()
})
