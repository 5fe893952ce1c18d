// A visitor who comes from a link in an app, whose own browser shows the shop: Google refuses its login there, and nothing can
// be printed or saved.
import type { Page } from '@playwright/test'
import { appUserAgents } from '#tests/support/app-browsers/user-agents.ts'
import { createReservedBike } from './deals.ts'
import { expect, expectPage, longUnless, readAttribute, test, waitUntilReady } from './e2e-test.ts'
import { createBikeName, createListings } from './listing.ts'
import { createClientFor, createNewPerson, registerSeller, servePhotos, type Person } from './people.ts'
import type { TestServer } from './test-server.ts'

const openInBrowser = (page: Page) => page.getByRole('link', { name: 'Open in your browser' })
const google = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })

/** A new seller's bike; returns the path of its page. */
const createBike = async (server: TestServer): Promise<string> => {
  const seller = await registerSeller(server)
  await createListings(server, seller, [createBikeName()])
  const [bike] = await (
    await createClientFor(server, seller)
  )('GET /allbikes/myproduct', { query: { email: seller.email } })
  return `/bikes/${bike?.slug}`
}

/** Fills in the registration, but for the button. */
const fillRegistration = async (page: Page, person: Pick<Person, 'name' | 'email' | 'password'>): Promise<void> => {
  await page.getByLabel('Your Name').fill(person.name)
  await page.getByLabel('Email address').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
}

/** From the page of a bike to the registration. */
const goToRegistration = async (page: Page, bikePath: string): Promise<void> => {
  await page.goto(bikePath)
  await waitUntilReady(page)
  await page.getByRole('main').getByRole('button', { name: 'Book Now' }).first().click()
  const sheet = page.getByRole('alertdialog', { name: 'Please Login for Booking' })
  await expect(sheet.getByText(/^Google does not let people log in inside/)).toBeVisible()
  await sheet.getByRole('link', { name: 'Registration' }).click()
  await expectPage(page, { path: '/register', heading: 'Register' })
}

for (const { app, system, userAgent } of appUserAgents) {
  test.describe(`inside ${app ?? 'an unknown app'} on ${system}`, () => {
    test.use({ userAgent })

    test(
      'a visitor registers by e-mail, books, and sees a receipt',
      { tag: longUnless(userAgent === appUserAgents[0].userAgent) },
      async ({ openPageAs, server }) => {
        test.slow()
        const page = await openPageAs('visitor')
        await servePhotos(page.context())
        const person = createNewPerson()
        await goToRegistration(page, await createBike(server))
        await expect(google(page)).toHaveCount(0)
        await expect(
          system === 'Android' ? openInBrowser(page) : page.getByRole('button', { name: 'Copy the link' }),
        ).toBeVisible()
        await fillRegistration(page, person)
        await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click()
        await expectPage(page, { path: '/login', heading: 'Login' })
        await expect(google(page)).toHaveCount(0)
        await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()

        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Contact Number').fill('01712345678')
        await dialog.getByLabel('Meeting Location').fill('Kandirpar')
        await dialog.getByRole('button', { name: 'Submit' }).click()
        await expect(dialog.getByRole('heading', { name: 'Booking confirmed' })).toBeVisible()

        const { id, finish } = await createReservedBike(server, person)
        await finish()
        await page.goto(`/dashboard/deal/${id}/receipt`)
        await expect(page.getByRole('heading', { level: 1, name: /receipt/i })).toBeVisible()
        await expect(page.getByText(/cannot print\. Open this page in your browser/)).toBeVisible()
        await expect(page.getByRole('button', { name: /^Print/ })).toHaveCount(0)
      },
    )
  })
}

test.describe('the login inside an app', () => {
  test.use({ userAgent: appUserAgents[0].userAgent })

  test('has the browser of the phone in place of Google', async ({ openPageAs }) => {
    const page = await openPageAs('visitor')
    await page.goto('/login')
    await expect(openInBrowser(page)).toBeVisible()
    await expect(google(page)).toHaveCount(0)
    await expect(page.getByText(/^Google does not let people log in inside/)).toBeVisible()
  })
})

test.describe('what was typed', () => {
  test.use({ userAgent: appUserAgents[0].userAgent })

  test(
    'goes along to the browser of the phone, without the password',
    { tag: '@long' },
    async ({ browser, openPageAs, server }) => {
      const page = await openPageAs('visitor')
      await servePhotos(page.context())
      const person = createNewPerson()
      const bikePath = await createBike(server)
      await goToRegistration(page, bikePath)
      await fillRegistration(page, person)
      // What Android would open; Chromium on a computer knows no such address.
      await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
      await openInBrowser(page).click()
      await expect(openInBrowser(page)).toHaveAttribute('href', /^intent:\/\/.*&typed=.*;end$/)
      const href = await readAttribute(openInBrowser(page), 'href')
      const url = decodeURIComponent(/S\.browser_fallback_url=([^;]+)/.exec(href)?.[1] ?? '')

      const ofPhone = await browser.newContext({
        userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/128.0 Mobile Safari/537.36',
      })
      const next = await ofPhone.newPage()
      await next.goto(url)
      await expect(next.getByLabel('Your Name')).toHaveValue(person.name)
      await expect(next.getByLabel('Email address')).toHaveValue(person.email)
      await expect(next.getByLabel('Password', { exact: true })).toHaveValue('')
      await expect(google(next)).toBeVisible()
      // The address has the booking form of the bike again, and nothing of the person.
      await expect(next).toHaveURL((address) => address.pathname === '/register' && !address.hash.includes('typed'))
      expect(url).not.toContain(person.password)
    },
  )
})
