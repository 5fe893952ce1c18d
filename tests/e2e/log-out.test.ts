// A shared phone: logging out leaves nothing of the person on the device.
import type { Page } from '@playwright/test'
import { expect, expectPage, findExactText, openMenu, waitUntilReady, test } from './e2e-test.ts'

const clickLogOut = async (page: Page): Promise<void> => {
  await openMenu(page)
  await page.getByRole('button', { name: 'Log out' }).filter({ visible: true }).click()
}

test(
  'a seller who logs out leaves no draft, no token and no way back by the back button',
  { tag: '@long' },
  async ({ openPageAs }) => {
    const page = await openPageAs('nusrat')
    await page.goto('/blog')
    await page.goto('/dashboard/addproducts')
    await page.getByLabel('Contact Number').fill('01700-000105')
    const countSavedKeys = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => /product|token/.test(key)).length)
    await expect.poll(countSavedKeys).toBe(2)

    await clickLogOut(page)
    await expect(page).toHaveURL(/\/login/)
    await expect.poll(countSavedKeys).toBe(0)
    await page.goBack()
    await expectPage(page, { path: '/blog', heading: 'Blog' })
    await expect(page.getByLabel('Contact Number')).toHaveCount(0)
  },
)

test(
  'while Log out waits it shows a spinner, and the form stays until it is done',
  { tag: '@long' },
  async ({ openPageAs, browserErrors }) => {
    browserErrors.allow('POST /api/auth/sign-out 503')
    const page = await openPageAs('nusrat')
    await page.goto('/dashboard/addproducts')
    await page.getByLabel('Seller Name').fill('Nusrat of Mirpur')
    let isFailing = true
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/auth/sign-out', async (route) => {
      if (isFailing) return route.fulfill({ status: 503, json: { message: 'Motohaat is busy right now.' } })
      await gate.promise
      return route.continue()
    })
    await clickLogOut(page)
    await expect(findExactText(page, 'Motohaat is busy right now.')).toBeVisible()
    await expect(findExactText(page, 'Logging out…')).toBeHidden()
    await expect(page.getByLabel('Seller Name')).toHaveValue('Nusrat of Mirpur')

    isFailing = false
    await page.getByRole('button', { name: 'Log out' }).filter({ visible: true }).click()
    const status = page.getByRole('status').filter({ hasText: 'Logging out…' })
    await expect(status.locator('svg')).toBeVisible()
    await expect(page.getByLabel('Seller Name')).toHaveValue('Nusrat of Mirpur')

    gate.resolve()
    await expect(page).toHaveURL(/\/login/)
    await expect(status).toHaveCount(0)
    await expect(findExactText(page, 'You are logged out.')).toBeVisible()
  },
)

for (const { what, held } of [
  { what: 'the data of a page', held: '**/api/allbikes/myproduct?*' },
  { what: 'the code of a page', held: '**/assets/*.js' },
  { what: 'a new access token', held: '**/api/jwt' },
]) {
  test(`Log out is not lost while ${what} loads`, { tag: '@long' }, async ({ openPageAs, browserErrors }) => {
    // The held call is sent, or answered, after the session has ended; so may be the stream of notifications.
    browserErrors.allow('POST /api/jwt 401', 'GET /api/allbikes/myproduct 401', 'GET /api/notifications/stream 401')
    const page = await openPageAs('nusrat')
    await page.goto('/dashboard/addproducts')
    await expect(page.getByLabel('Seller Name')).toBeVisible()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('motohaat-token'))).not.toBeNull()
    const gate = Promise.withResolvers<void>()
    const requested = Promise.withResolvers<void>()
    await page.route(held, async (route) => {
      requested.resolve()
      await gate.promise
      await route.continue().catch(() => {})
    })
    // An expired token, so that the next call asks for a new one.
    if (held.endsWith('jwt')) await page.evaluate(() => localStorage.setItem('motohaat-token', 'x.e30.y'))
    await page.getByRole('link', { name: 'My Products' }).click()
    await requested.promise
    const loggedOut = page.waitForResponse('**/api/auth/sign-out')
    await clickLogOut(page)
    await loggedOut
    gate.resolve()
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('motohaat-token'))).toBeNull()
  })
}

test('a focused link of the menu shifts nothing while the menu unfolds', { tag: '@long' }, async ({ openPageAs }) => {
  const page = await openPageAs('nusrat')
  await page.goto('/dashboard/account')
  await waitUntilReady(page)
  const scrolled = await page.evaluate(() => {
    const menu = document.querySelector<HTMLElement>('#menu')
    document.querySelector<HTMLElement>('[aria-controls=menu]')?.click()
    // Without a transition, so that the menu stays at its first frame.
    menu?.style.setProperty('transition', 'none')
    menu?.style.setProperty('visibility', 'visible')
    menu?.style.setProperty('grid-template-rows', '0fr')
    menu?.querySelector('button')?.focus()
    return menu?.firstElementChild?.scrollTop
  })
  expect(scrolled).toBe(0)
})
