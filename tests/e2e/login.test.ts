// Spec §2, §4: logging in by e-mail and by the social provider, and logging out.
import type { Page } from '@playwright/test'
import { fixtures, demoPassword } from '#seed/fixtures.ts'
import { findCard, getDemoBike, goToAllAdvertised } from './bikes.ts'
import { expect, expectRed, openMenu, waitUntilReady, findExactText, test } from './e2e-test.ts'
import { createNewPerson, fetchRoles, findBikePath, getPerson } from './people.ts'

const fillLoginForm = async (page: Page, { email, password }: { email: string; password: string }) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}
const submitLogin = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
// Firefox requests a favicon that the sign-in sandbox does not have and its policy blocks.
const missingIcon = /\bimg-src\b.*\/favicon\.ico\b/s

const karim = { email: fixtures.karim.email, password: demoPassword }

test('a visitor logs in and returns to the page they came from', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/categoryDetails/TVS')
  await expect(page).toHaveURL(/\/login\?from=%2FcategoryDetails%2FTVS$/)
  await fillLoginForm(page, karim)
  await submitLogin(page)

  await expect(findExactText(page, 'Login Successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/categoryDetails\/TVS$/)
  await expect(page.getByRole('heading', { name: 'TVS', exact: true })).toBeVisible()
})

test(
  'the login page names the page that one returns to, also after giving up at the social provider',
  { tag: '@long' },
  async ({ page, browserErrors }) => {
    browserErrors.allow(missingIcon)
    for (const [path, name] of [
      ['/login?from=%2Fbikes%3Fq%3Dr15', 'your search'],
      ['/login?from=%2Fbikes%2Fr15', 'the bike you were looking at'],
      ['/login?from=%2Fblog', 'the page you were on'],
      ['/dashboard/wishlist', 'your wishlist'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByText(`After you log in we take you back to: ${name}.`)).toBeVisible()
    }
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    await expect(page.getByText(/^After you log in/)).toHaveCount(0)
    await page.goto('/dashboard/wishlist')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('button', { name: 'Cancel and go back to Motohaat' }).click()
    await expect(page.getByText('After you log in we take you back to: your wishlist.')).toBeVisible()
  },
)

test('the demonstration logs its people in with one click', { tag: '@long' }, async ({ page }) => {
  await page.goto('/bn/login?from=%2Fdashboard%2Fmyproducts')
  await page.getByRole('button', { name: 'রহিম, বিক্রেতা' }).click()
  await expect(page).toHaveURL(/\/bn\/dashboard\/myproducts$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/পণ্য|বাইক/)
})

test('a person who opened the login page directly goes to the home page after login', async ({ page }) => {
  await page.goto('/login')
  await fillLoginForm(page, karim)
  await submitLogin(page)

  await expect(findExactText(page, 'Login Successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('the toast of login is shown for 2 seconds', async ({ page }) => {
  await page.clock.install({ time: new Date() })
  await page.goto('/login')
  await waitUntilReady(page)
  await page.clock.pauseAt(Date.now() + 1_000)
  await fillLoginForm(page, karim)
  await submitLogin(page)
  const toast = findExactText(page, 'Login Successful!')
  await expect(toast).toBeVisible()

  await page.clock.runFor(1_800)
  await expect(toast).toBeVisible()
  await page.clock.runFor(400)
  await expect(toast).toHaveCount(0)
})

test(
  'a wrong password is shown inline in red, and the email stays',
  { tag: '@desktop' },
  async ({ page, browserErrors }) => {
    browserErrors.allow('POST /api/auth/sign-in/email 401')
    await page.goto('/login')
    await fillLoginForm(page, { ...karim, password: 'not my password' })
    await submitLogin(page)

    const error = page.getByText('Invalid email or password')
    await expect(error).toBeVisible()
    await expectRed(error)
    await expect(page.getByLabel('Email')).toHaveValue(karim.email)
    await expect(page).toHaveURL(/\/login$/)
  },
)

test('email and password are required, and each says why', async ({ page }) => {
  await page.goto('/login')
  await waitUntilReady(page)
  await submitLogin(page)
  await expect(page.getByText('Enter your e-mail address.')).toBeVisible()
  await expect(page.getByText('Enter your password.')).toBeVisible()

  await page.getByLabel('Email').fill('karim')
  await submitLogin(page)
  await expect(page.getByText('Enter an e-mail address such as name@example.com.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('karim')
})

test('the login page leads to Register and back', async ({ page }) => {
  await page.goto('/login?from=%2Fdashboard')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Register' }).click()
  await expect(page.getByRole('heading', { name: 'Register', level: 1 })).toBeVisible()
  await main.getByRole('link', { name: 'Login' }).click()

  await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/login\?from=%2Fdashboard$/)
})

test(
  'social sign-in logs in, registers a Buyer, and returns to where the person came from',
  { tag: '@desktop' },
  async ({ page, server, browserErrors }) => {
    browserErrors.allow(missingIcon)
    const { name, email } = createNewPerson('Tania Islam')
    await page.goto('/dashboard/wishlist')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(page).toHaveURL((url) => url.origin === server.sandboxUrl)
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()

    await expect(findExactText(page, 'Login Successful!')).toBeVisible()
    await expect(page).toHaveURL(`${server.url}/dashboard/wishlist`)
    await expect(page.getByRole('heading', { name: 'Your wishlist have 0 products' })).toBeVisible()
    expect(await fetchRoles(page, email)).toEqual([{ isBuyer: true }, { isSeller: false }])
  },
)

test(
  'a person who cancels at the social provider sees a message and can use the password',
  { tag: '@long' },
  async ({ page, server, browserErrors }) => {
    browserErrors.allow(missingIcon)
    await page.goto('/dashboard/wishlist')
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    await expect(page.getByText(/^After you log in/)).toHaveCount(0)
    await page.goto('/dashboard/wishlist')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('button', { name: 'Cancel and go back to Motohaat' }).click()
    await expect(page).toHaveURL((url) => url.origin === server.url && url.pathname === '/login')
    await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty()

    // The page to return to goes along to the registration and back, but not what went wrong.
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
    await expect(page).toHaveURL(`${server.url}/register?from=%2Fdashboard%2Fwishlist`)
    await page.getByRole('main').getByRole('link', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(`${server.url}/login?from=%2Fdashboard%2Fwishlist`)
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)

    await fillLoginForm(page, karim)
    await submitLogin(page)
    await expect(findExactText(page, 'Login Successful!')).toBeVisible()
    await expect(page).toHaveURL(`${server.url}/dashboard/wishlist`)
  },
)

test('a member logs out and the dashboard is closed again', { tag: '@desktop' }, async ({ openPageAs }) => {
  const page = await openPageAs('puja')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: /^You have \d+ orders$/ })).toBeVisible()
  await openMenu(page)
  await page.getByRole('button', { name: 'Log out' }).filter({ visible: true }).click()

  await expect(page).toHaveURL(/\/login\?from=%2Fdashboard$/)
  await expect.poll(() => page.evaluate(() => ({ ...localStorage }))).not.toHaveProperty('motohaat-token')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible()
})

test(
  'a visitor who books with the social login comes back to the booking form',
  { tag: '@long' },
  async ({ page, server, browserErrors }) => {
    browserErrors.allow(missingIcon)
    const { name, email } = createNewPerson('Tania Islam')
    const bike = getDemoBike('raider-badda')
    await goToAllAdvertised(page)
    await waitUntilReady(page)
    await findCard(page, 'raider-badda').getByRole('button', { name: 'Book Now' }).click()
    const sheet = page.getByRole('alertdialog', { name: 'Please Login for Booking' })
    await sheet.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(page).toHaveURL((url) => url.origin === server.sandboxUrl)
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('E-mail').fill(email)
    // As on a phone, where nothing points at the page that opens.
    await page.mouse.move(-10, -10)
    await page.getByLabel('E-mail').press('Enter')

    await expect(page.getByRole('dialog').locator(`input[value="${bike.name}"]`)).toBeVisible()
    await expect(page).toHaveURL(`${server.url}/`)
  },
)

test('an address that asks for a booking opens its form, before anything is touched', async ({
  openPageAs,
  server,
}) => {
  const bike = getDemoBike('raider-badda')
  const page = await openPageAs('karim')
  const [slug] = (await findBikePath(server, getPerson('karim'), 'raider-badda')).split('/').slice(-1)
  await page.goto('about:blank')
  await page.mouse.move(-10, -10)
  await page.goto(`/#book-${slug}`)
  await expect(page.getByRole('dialog').locator(`input[value="${bike.name}"]`)).toBeVisible()
})

test(
  'a visitor who logs in to book a bike that is gone meanwhile reads so on its page',
  { tag: '@long' },
  async ({ page, browserErrors }) => {
    browserErrors.allow(/404/)
    await page.goto(`/login?${new URLSearchParams({ from: '/categoryDetails/TVS#book-a-bike-that-is-gone' })}`)
    await fillLoginForm(page, karim)
    await submitLogin(page)
    await expect(page).toHaveURL(/\/bikes\/a-bike-that-is-gone$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("Look like you're lost")
  },
)
