// Not in the specification: password reset, second factor, account page.
import type { Page } from '@playwright/test'
import { fixtures, demoPassword } from '#seed/fixtures.ts'
import { generateTotpCode, generateNextTotpCode } from '#tests/support/accounts.ts'
import { expect, waitUntilReady, findExactText, readAttribute, readText, test } from './e2e-test.ts'
import { createClientFor, logIn, registerBuyer, servePhotos, type Person } from './people.ts'
import type { TestServer } from './test-server.ts'

const newPassword = 'another long password'

const logInWith = async (page: Page, { email, password }: Pick<Person, 'email' | 'password'>) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
}

/** Opens the newest e-mail of a person with this subject, once it has arrived. */
const openEmail = async (page: Page, server: TestServer, { email }: Person, subject: string): Promise<void> => {
  const emailLinks = page.getByRole('link').filter({ hasText: email }).filter({ hasText: subject })
  await expect(async () => {
    await page.goto(`${server.sandboxUrl}/mail`)
    await expect(emailLinks.first()).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 90_000 })
  await emailLinks.first().click()
}

const openAccount = async (page: Page): Promise<void> => {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'My Account' }).click()
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
}

/** Sets up the second factor; returns the otpauth: URL and the first backup code. */
const setUpSecondFactor = async (page: Page, password: string) => {
  await page.getByRole('button', { name: 'Set it up' }).click()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  const totpURI = await readAttribute(page.getByRole('link', { name: /on this phone/ }), 'href')
  await page.getByLabel('Code from your app').fill(generateTotpCode(totpURI))
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await expect(findExactText(page, 'Your backup codes')).toBeVisible()
  const backupCode = await readText(page.getByRole('code').first())
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('button', { name: 'Turn it off' })).toBeVisible()
  return { totpURI, backupCode }
}

test(
  'a person who forgot the password requests an e-mail, opens its link and logs in with a new one',
  { tag: ['@desktop', '@long'] },
  async ({ page, server, buyer }) => {
    await servePhotos(page.context())
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    // The login screen has an Email field too.
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    await page.getByLabel('Email').fill(buyer.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'we have e-mailed it a link' })).toBeVisible()

    await openEmail(page, server, buyer, 'Choose a new password')
    await page.getByRole('link', { name: /reset-password/ }).click()
    await page.getByLabel('New password').fill(newPassword)
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(findExactText(page, 'Your password was changed. Log in with the new one.')).toBeVisible()

    await expect(page).toHaveURL(/\/login$/)
    await logInWith(page, { ...buyer, password: newPassword })
    await expect(findExactText(page, 'Login Successful!')).toBeVisible()
  },
)

test('a password manager finds the form of the password, and whose password it is', async ({ openPageAs, buyer }) => {
  const page = await openPageAs(buyer)
  await page.goto('/.well-known/change-password')
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
  const form = page.locator('form').filter({ has: page.getByLabel('New password') })
  await expect(form.locator('[autocomplete="username"]').first()).toHaveValue(buyer.email)
})

test(
  'a buyer who saves a search reads that the address is not confirmed, and confirms it by the link',
  { tag: '@long' },
  async ({ openPageAs, server, buyer }) => {
    const page = await openPageAs(buyer)
    await page.goto('/bikes?q=gixxer')
    await waitUntilReady(page)
    await page.getByRole('button', { name: 'Save this search' }).click()
    await expect(
      page.getByText(`Confirm your address to get the e-mails. We send none to ${buyer.email}`),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'It works for 24 hours' })).toBeVisible()

    await page.goto('/dashboard/account')
    await expect(page.getByText('Your e-mail address is not confirmed')).toBeVisible()
    await expect(page.getByText(`Open the link in our e-mail to ${buyer.email}`)).toBeVisible()
    await openEmail(page, server, buyer, 'Confirm your e-mail address')
    await page.getByRole('link', { name: /confirm-email/ }).click()
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your address is confirmed')
    await expect(page).toHaveTitle(/^Your address is confirmed/)
    await page.getByRole('link', { name: 'Go to My Account' }).click()
    await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
    await expect(page.getByText('Your e-mail address is not confirmed')).toHaveCount(0)
  },
)

test(
  'on another device the confirmation link asks for the password, or for a new one',
  { tag: '@long' },
  async ({ openPageAs, page, server, buyer, browserErrors }) => {
    browserErrors.allow('POST /api/auth/verify-email 403')
    browserErrors.allow('POST /api/auth/verify-email 400')
    await servePhotos(page.context())
    const mine = await openPageAs(buyer)
    await openAccount(mine)
    await mine.getByRole('button', { name: 'Send again' }).click()
    await openEmail(page, server, buyer, 'Confirm your e-mail address')
    await page.getByRole('link', { name: /confirm-email/ }).click()
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await page.getByLabel('Password of your registration').fill('not that one')
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await expect(page.getByText('That is not your password.')).toBeVisible()
    await page.getByRole('button', { name: 'I do not know the password, or I did not register' }).click()
    await page.getByLabel('New password').fill(newPassword)
    await page.getByRole('button', { name: 'Confirm and save password' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your address is confirmed')
    await page.goto('/login')
    await logInWith(page, { ...buyer, password: newPassword })
    await expect(findExactText(page, 'Login Successful!')).toBeVisible()
  },
)

test('an unknown e-mail address gets the same answer', { tag: '@long' }, async ({ page }) => {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('nobody-at-all@motohaat.test')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'we have e-mailed it a link' })).toBeVisible()
})

test(
  'a used link shows an error at once, and the page without a link offers a new one',
  { tag: '@long' },
  async ({ page, browserErrors }) => {
    browserErrors.allow('POST /api/auth/reset-password 400')
    await page.goto('/reset-password#used-up')
    await page.getByLabel('New password').fill(newPassword)
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Ask for a new one.' })).toBeVisible()
    await expect(page.getByLabel('New password')).toHaveValue(newPassword)

    await page.goto('/home')
    await page.goto('/reset-password')
    await expect(page.getByText('The link is incomplete')).toBeVisible()
    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await expect(page).toHaveURL(/\/forgot-password$/)
  },
)

test(
  'a member sets up a second factor, and logging in then asks for a code or a backup code',
  { tag: ['@desktop', '@long'] },
  async ({ openPageAs, page, buyer, browserErrors }) => {
    browserErrors.allow('POST /api/auth/sign-in/code 400')
    await servePhotos(page.context())
    const mine = await openPageAs(buyer)
    await openAccount(mine)
    const { totpURI, backupCode } = await setUpSecondFactor(mine, buyer.password)

    await page.goto('/login?from=%2Fdashboard%2Fwishlist')
    await logInWith(page, buyer)
    const code = page.getByLabel('Code from your app')
    await expect(code).toBeFocused()
    await code.fill('12 34')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Enter the six digits from your app.')).toBeVisible()
    await expect(code).toHaveValue('12 34')
    await code.fill(generateNextTotpCode(totpURI))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard\/wishlist$/)

    await page.context().clearCookies()
    await page.goto('/login')
    await logInWith(page, buyer)
    await page.getByRole('button', { name: 'Use a backup code' }).click()
    await page.getByLabel('Backup code').fill(backupCode)
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
    await expect(findExactText(page, 'Login Successful!')).toBeVisible()
  },
)

test('name and photo change everywhere at once', { tag: '@long' }, async ({ openPageAs, buyer }) => {
  const page = await openPageAs(buyer)
  await openAccount(page)
  await page.getByLabel('Your Name').fill('Nadia Rahman')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(findExactText(page, 'Your profile was saved.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Signed in as Nadia Rahman', includeHidden: true }).first()).toBeAttached()
})

test(
  'a wrong current password is shown at its field, and all input stays',
  { tag: '@long' },
  async ({ openPageAs, buyer, browserErrors }) => {
    browserErrors.allow('POST /api/auth/change-password 400')
    const page = await openPageAs(buyer)
    await openAccount(page)
    await page.getByLabel('Current password').fill('not this one')
    await page.getByLabel('New password').fill(newPassword)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('That is not your password.')
    await expect(page.getByLabel('New password')).toHaveValue(newPassword)

    await page.getByLabel('Current password').fill(buyer.password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(findExactText(page, 'Your password was changed.')).toBeVisible()
    await expect(page.getByLabel('New password')).toHaveValue('')
  },
)

test('a member logs another device out', { tag: '@long' }, async ({ openPageAs, buyer, browserErrors }) => {
  browserErrors.allow('POST /api/jwt 401')
  const [here, there] = [await openPageAs(buyer), await openPageAs(buyer)]
  await openAccount(here)
  await openAccount(there)
  await here.reload()
  await here.getByRole('button', { name: 'Log out all other devices' }).click()
  await expect(findExactText(here, 'All other devices are logged out.')).toBeVisible()

  await there.reload()
  await expect(there).toHaveURL(/\/login/)
  await here.reload()
  await expect(here.getByRole('heading', { name: 'My Account' })).toBeVisible()
})

test(
  'a member downloads their data, deletes the account and is logged out',
  { tag: '@long' },
  async ({ openPageAs, buyer, browserErrors }) => {
    const page = await openPageAs(buyer)
    await openAccount(page)
    await waitUntilReady(page)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download my data' }).click()
    expect((await download).suggestedFilename()).toBe('motohaat.json')

    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Keep my account' }).click()
    await expect(dialog).toHaveCount(0)
    const otherTab = await page.context().newPage()
    await openAccount(otherTab)
    await page.evaluate(() => localStorage.setItem('motohaat-something', 'of the member'))
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription('Enter your password.')
    await dialog.getByLabel('Your password').fill(buyer.password)
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(findExactText(page, 'Your account was deleted.')).toBeVisible()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('motohaat-something'))).toBeNull()
    await expect.poll(() => page.context().cookies()).toEqual([])
    await expect(otherTab).toHaveURL(/\/login/)

    browserErrors.allow('POST /api/auth/sign-in/email 401')
    await page.goto('/login')
    await logInWith(page, buyer)
    await expect(page.getByText('Invalid email or password')).toBeVisible()
  },
)

test('the demo admin is reminded of the second factor and can postpone it', { tag: '@long' }, async ({ page }) => {
  await page.goto('/login?from=%2Fdashboard%2Fallsellers')
  await logInWith(page, { email: fixtures.ayesha.email, password: demoPassword })
  await expect(page.getByRole('heading', { name: /^Sellers: / })).toBeVisible()
  const ask = page.getByText('Only a password protects this admin account.')
  await expect(ask).toBeVisible()
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(ask).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Sellers: / })).toBeVisible()
  await expect(ask).toHaveCount(0)
})

test('logins beyond the newest five are folded', { tag: '@long' }, async ({ page, context, server }) => {
  await servePhotos(context)
  const person = await registerBuyer(server)
  for (let count = 0; count < 6; count += 1) await createClientFor(server, person)
  await logIn(context.request, person)
  await page.goto('/dashboard/account')
  const sessions = page.getByRole('region', { name: 'Where you are logged in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(5)
  await sessions.getByText(/^\d more$/).click()
  await expect(sessions.getByRole('listitem').nth(5)).toBeVisible()
})
