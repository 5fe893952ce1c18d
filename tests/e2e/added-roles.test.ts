// Not in the specification: one account buys and sells.
import { expect, expectPage, findExactText, openMenu, test, waitUntilReady } from './e2e-test.ts'
import { languages } from './languages.ts'
import { createMobileNumber, fetchRoles, readSmsCode, registerSeller } from './people.ts'

for (const language of languages) {
  const { name, namespaces, messages, localizePath, format } = language
  const { addedRoles, phone, dashboard, notFound, account, buyer: buying } = namespaces

  test(
    `a buyer proves a mobile number, and sells with the same account (${name})`,
    { tag: '@long' },
    async ({ openPageAs, server, buyer }) => {
      const number = createMobileNumber()
      const page = await openPageAs(buyer)
      await page.goto(localizePath('/'))
      await openMenu(page)
      await page.getByRole('banner').getByRole('link', { name: messages.topBar.sellBike }).click()
      await page.getByRole('link', { name: notFound.notAllowed.selling.sell }).click()
      await expect(page.getByRole('heading', { name: addedRoles.sell.title, level: 1 })).toBeVisible()

      await page.getByRole('textbox', { name: phone.number, exact: true }).fill(number)
      await page.getByRole('button', { name: phone.send }).click()
      await expect(page.getByRole('textbox', { name: phone.code, exact: true })).toBeVisible()
      await page.getByRole('textbox', { name: phone.code, exact: true }).fill(await readSmsCode(server, number))
      await page.getByRole('button', { name: phone.submit }).click()
      await page.getByRole('button', { name: addedRoles.sell.submit }).click()

      await expect(page).toHaveURL((url) => url.pathname === localizePath('/dashboard/addproducts'))
      await expect(findExactText(page, addedRoles.sell.success)).toBeVisible()
      const menu = page.getByRole('navigation', { name: dashboard.label, exact: true })
      for (const entry of [dashboard.addProduct, dashboard.products, dashboard.orders, dashboard.wishlist])
        await expect(menu.getByRole('link', { name: entry, exact: true })).toHaveCount(1)
      expect(await fetchRoles(page, buyer.email)).toEqual([{ isBuyer: true }, { isSeller: true }])

      // What was bought is still there, and the page says that nothing is left to do.
      await menu.getByRole('link', { name: dashboard.orders, exact: true }).click()
      await expectPage(page, { path: '/dashboard', heading: buying.orders.heading(format.digits(0)) })
      await page.goto(localizePath('/dashboard/sell'))
      await expect(page.getByRole('heading', { name: addedRoles.sell.alreadyHeading })).toBeVisible()
    },
  )

  test(
    `a seller adds buying in My Account, and finds the orders in the menu (${name})`,
    { tag: '@long' },
    async ({ openPageAs, server }) => {
      const page = await openPageAs(await registerSeller(server))
      await page.goto(localizePath('/dashboard/account'))
      await expect(page.getByRole('heading', { name: account.account.title })).toBeVisible()
      await waitUntilReady(page)
      const menu = page.getByRole('navigation', { name: dashboard.label, exact: true })
      await expect(menu.getByRole('link', { name: dashboard.orders, exact: true })).toHaveCount(0)
      await page.getByRole('button', { name: addedRoles.account.buy }).click()
      await expect(page.getByText(addedRoles.account.both)).toBeVisible()
      await expect(menu.getByRole('link', { name: dashboard.orders, exact: true })).toHaveCount(1)
    },
  )
}
