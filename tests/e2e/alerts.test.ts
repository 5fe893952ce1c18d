// Not in the specification: saved searches, price alerts and unsubscribing.
import type { Page } from '@playwright/test'
import { expect, waitUntilReady, findExactText, test } from './e2e-test.ts'
import { createBikeName, createListings } from './listing.ts'
import { confirmAddress, createClientFor, registerSeller, type Person } from './people.ts'
import type { TestServer } from './test-server.ts'

/** Puts a bike on the buyer's wishlist; its seller then lowers the price by 5,000 Taka. */
const createCheaperWish = async (server: TestServer, buyer: Person): Promise<string> => {
  const seller = await registerSeller(server)
  const productName = createBikeName()
  await createListings(server, seller, [productName])
  const [sellerClient, buyerClient] = [await createClientFor(server, seller), await createClientFor(server, buyer)]
  const [mine] = await sellerClient('GET /allbikes/myproduct')
  const id = mine?._id ?? ''
  await buyerClient('POST /wishlist', { body: { productId: id } })
  const bike = await sellerClient('GET /allbikes/myproduct/:id', { params: { id } })
  const { originalPrice, purchaseTime, usedTime, condition, sellerName, contactNumber, location, name, image } = bike
  const unchanged = {
    productName,
    originalPrice,
    purchaseTime,
    usedTime,
    condition,
    sellerName,
    contactNumber,
    location,
  }
  const body = { ...unchanged, name, image, version: bike.version, salePrice: bike.salePrice - 5_000 }
  await sellerClient('PUT /allbikes/myproduct/:id', { params: { id }, body })
  return productName
}

/** Opens the newest alert of a person as soon as it has arrived, not the e-mail that confirmed the address. */
const openEmail = async (page: Page, server: TestServer, { email }: Person): Promise<void> => {
  const emailLink = page
    .getByRole('link')
    .filter({ hasText: email })
    .filter({ hasNotText: 'Confirm your e-mail address' })
    .first()
  await expect(async () => {
    await page.goto(`${server.sandboxUrl}/mail`)
    await expect(emailLink).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 90_000 })
  await emailLink.click()
}

test(
  'a search is saved on its page, then renamed, paused and deleted on the dashboard',
  { tag: '@long' },
  async ({ openPageAs, server, buyer }) => {
    await confirmAddress(server, buyer)
    const page = await openPageAs(buyer)
    await page.goto('/bikes?q=gixxer&priceTo=200000')
    await waitUntilReady(page)
    await page.getByRole('button', { name: 'Save this search' }).click()
    await expect(findExactText(page, 'Search saved. We e-mail you when a new bike matches.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Search saved' })).toBeVisible()

    await page.goto('/dashboard/searches')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You have 1 saved search')
    const card = page.getByRole('listitem').filter({ hasText: 'E-mails on' })
    await expect(card.getByRole('heading')).toHaveText('gixxer, ≤ ৳2,00,000')
    await card.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('Name', { exact: true }).fill('For my brother')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'For my brother' })).toBeVisible()

    await page.getByRole('button', { name: 'Pause the e-mails for For my brother' }).click()
    await expect(page.getByText('Paused', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'See the bikes for For my brother' })).toHaveAttribute(
      'href',
      '/bikes?priceTo=200000&q=gixxer',
    )
    await page.getByRole('button', { name: 'Delete For my brother' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'No saved searches yet' })).toBeVisible()
  },
)

test(
  'a bike of the wishlist shows its lower price, and its e-mail is unsubscribed with one tap, without a login or scripts',
  { tag: '@long' },
  async ({ openPageAs, browser, buyer, server }) => {
    await confirmAddress(server, buyer)
    const name = await createCheaperWish(server, buyer)
    const page = await openPageAs(buyer)
    await page.goto('/dashboard/wishlist')
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('৳5,000 less than when you saved it')

    const withoutScripts = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await openEmail(withoutScripts, server, buyer)
    await expect(
      withoutScripts.getByText(`A bike in your wishlist now costs ৳1,73,000; it was ৳1,78,000`),
    ).toBeVisible()
    await withoutScripts.getByRole('link', { name: /\/stop\// }).click()
    await expect(withoutScripts.getByRole('heading', { level: 1 })).toHaveText('Stop these e-mails?')
    await page.goto('/dashboard/searches')
    await expect(page.getByText('We e-mail you when a bike in your wishlist gets cheaper.')).toBeVisible()

    await withoutScripts.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(withoutScripts.getByRole('heading', { level: 1 })).toHaveText('You are unsubscribed')
    await page.reload()
    await expect(page.getByText('We do not e-mail you when a bike in your wishlist gets cheaper.')).toBeVisible()
    await page.getByRole('button', { name: 'Turn on these e-mails' }).click()
    await expect(page.getByText('We e-mail you when a bike in your wishlist gets cheaper.')).toBeVisible()
  },
)
