// Not in the specification: a mobile number is proven by a code in a text message.
import { expect, findExactText, test, waitUntilReady } from './e2e-test.ts'
import { languages } from './languages.ts'
import { createMobileNumber, readSmsCode, registerBuyer } from './people.ts'

for (const { name, namespaces, localizePath, format } of languages) {
  const { phone, account } = namespaces

  test(
    `a member proves a mobile number, and a second account moves it (${name})`,
    { tag: '@long' },
    async ({ openPageAs, server, buyer, browserErrors }) => {
      for (const call of ['code 400', 'proof 400', 'proof 409']) browserErrors.allow(`POST /api/phone/${call}`)
      const number = createMobileNumber()
      const page = await openPageAs(buyer)
      await page.goto(localizePath('/dashboard/account'))
      await expect(page.getByRole('heading', { name: account.account.title })).toBeVisible()
      await page.getByRole('link', { name: phone.open }).click()

      // What was typed stays when it is refused.
      await page.getByRole('textbox', { name: phone.number, exact: true }).fill('0171')
      await page.getByRole('button', { name: phone.send }).click()
      await expect(page.getByText(phone.wrong.number)).toBeVisible()
      await expect(page.getByRole('textbox', { name: phone.number, exact: true })).toHaveValue('0171')
      await page.getByRole('textbox', { name: phone.number, exact: true }).fill(number)
      await page.getByRole('button', { name: phone.send }).click()
      const field = page.getByRole('textbox', { name: phone.code, exact: true })
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('inputmode', 'numeric')
      await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
      await expect(page.getByRole('button', { name: /5\d|৫[০-৯]/ })).toHaveAttribute('aria-disabled', 'true')

      await page.getByRole('button', { name: phone.change }).click()
      await page.getByRole('button', { name: phone.back }).click()
      await expect(field).toBeVisible()

      // A page that is opened again still asks for the code.
      await page.reload()
      await waitUntilReady(page)
      const code = await readSmsCode(server, number)
      await field.fill(code.replace(/^./, (digit) => String((Number(digit) + 1) % 10)))
      await page.getByRole('button', { name: phone.submit }).click()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveValue(/^\d{6}$/)
      await field.fill(code)
      await page.getByRole('button', { name: phone.submit }).click()
      await expect(page.getByRole('heading', { name: phone.proven })).toBeVisible()
      await expect(findExactText(page, format.digits(`${number.slice(0, 5)}-${number.slice(5)}`))).toBeVisible()

      const other = await openPageAs(await registerBuyer(server))
      await other.goto(localizePath('/dashboard/phone'))
      await other.getByRole('textbox', { name: phone.number, exact: true }).fill(number)
      await other.getByRole('button', { name: phone.send }).click()
      await expect(other.getByRole('textbox', { name: phone.code, exact: true })).toBeVisible()
      await other.getByRole('textbox', { name: phone.code, exact: true }).fill(await readSmsCode(server, number))
      await other.getByRole('button', { name: phone.submit }).click()
      await expect(other.getByText(phone.elsewhere)).toBeVisible()
      await other.getByRole('button', { name: phone.move }).click()
      await expect(other.getByRole('heading', { name: phone.proven })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { name: phone.open })).toBeVisible()

      await other.getByRole('button', { name: phone.remove }).click()
      await expect(other.getByRole('heading', { name: phone.open })).toBeVisible()
    },
  )
}
