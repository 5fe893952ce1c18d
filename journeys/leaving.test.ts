// A telephone that several people use: who logs out leaves nothing of themselves behind.
import { expect, openMenu, test } from './journey.ts'

test('a seller who logs out leaves no draft, no token and no way back by the back button', async ({ as }) => {
  const page = await as('nusrat')
  await page.goto('/dashboard/addproducts')
  await page.getByLabel('Contact Number').fill('01700-000105')
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /product|token/.test(key)).length)
  await expect.poll(kept).toBe(2)

  await openMenu(page)
  await page.getByRole('button', { name: 'Log out' }).filter({ visible: true }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(kept).toBe(0)
  await page.goBack()
  await expect(page.getByLabel('Contact Number')).toHaveCount(0)
})
