// A shared phone: logging out leaves nothing of the person on the device.
import { expect, openMenu, waitUntilReady, test } from './e2e-test.ts'

test('a seller who logs out leaves no draft, no token and no way back by the back button', async ({ openPageAs }) => {
  const page = await openPageAs('nusrat')
  await page.goto('/dashboard/addproducts')
  await page.getByLabel('Contact Number').fill('01700-000105')
  const countSavedKeys = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => /product|token/.test(key)).length)
  await expect.poll(countSavedKeys).toBe(2)

  await openMenu(page)
  await page.getByRole('button', { name: 'Log out' }).filter({ visible: true }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(countSavedKeys).toBe(0)
  await page.goBack()
  await expect(page.getByLabel('Contact Number')).toHaveCount(0)
})

test('a focused link of the menu shifts nothing while the menu unfolds', async ({ openPageAs }) => {
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
