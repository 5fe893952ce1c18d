// The pages in the oldest browsers that they work in, and in older ones (docs/decisions/0106-browsers-in-use.md).
import { createRemoval, removeNewer } from '#tests/support/browser-floor/remove-newer.ts'
import { pay, testCards, findPayButton } from './card.ts'
import { clickVisible, expect, findExactText, test, waitUntilReady } from './e2e-test.ts'
import { createBikeName, createListings } from './listing.ts'
import { registerSeller, servePhotos } from './people.ts'

test(
  'a buyer logs in, books and pays in a browser that has nothing newer than Safari 15.4, Chrome 99 and Firefox 100 have',
  { tag: '@long' },
  async ({ page, buyer, server }) => {
    test.slow()
    const name = createBikeName()
    await createListings(server, await registerSeller(server), [name], [name])
    await servePhotos(page.context())
    await page.addInitScript(removeNewer, createRemoval())
    await page.goto('/login')
    await waitUntilReady(page)
    await page.getByLabel('Email').fill(buyer.email)
    await page.getByLabel('Password', { exact: true }).fill(buyer.password)
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
    await expect(findExactText(page, 'Login Successful!')).toBeVisible()

    await page.goto(`/bikes?q=${encodeURIComponent(name)}`)
    await page.getByRole('main').getByRole('link', { name }).first().click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    const dialog = page.getByRole('dialog')
    await clickVisible(page.getByRole('main').getByRole('button', { name: 'Book Now' }))
    await dialog.getByLabel('Contact Number').fill('01712345678')
    await dialog.getByLabel('Meeting Location').fill('Mirpur 10 circle')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByRole('heading', { name: 'Booking confirmed', exact: true })).toBeVisible()

    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Pay', exact: true }).first().click()
    await expect(findPayButton(page)).toBeEnabled()
    await pay(page, testCards.works)
    // The number of the transaction is the proof of the payment.
    await expect(page.getByText(/^pi_\w+$/)).toBeVisible()
  },
)

test(
  'an older browser reads and searches, and a form says what it needs',
  { tag: '@long' },
  async ({ page, browserErrors }) => {
    browserErrors.allow(/./)
    await page.addInitScript(() => {
      for (const name of ['structuredClone', 'AbortController', 'PerformanceObserver'])
        Reflect.deleteProperty(globalThis, name)
      for (const member of ['at', 'flatMap']) Reflect.deleteProperty(Array.prototype, member)
    })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Product Advertisement' })).toBeVisible()
    await page.goto('/bikes?q=yamaha')
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    await page.goto('/login')
    await expect(page.getByText(/^This page needs JavaScript and a browser of 2022 or newer\./)).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.getByText(/^This page needs JavaScript and a browser of 2022 or newer\./)).toBeVisible()
  },
)
