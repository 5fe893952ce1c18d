// Beyond the specification: a search is saved and looked after, a bike becomes cheaper, and one tap stops the letters.
import type { Page } from '@playwright/test'
import { expect, ready, said, test } from './e2e-test.ts'
import { bikeName, offer } from './listing.ts'
import { clientOf, newSeller, type Person } from './people.ts'
import type { Shop } from './test-server.ts'

/** A bike that the buyer keeps aside, which its seller then gives for 5,000 Taka less. */
const becomeCheaper = async (shop: Shop, buyer: Person): Promise<string> => {
  const seller = await newSeller(shop)
  const productName = bikeName()
  await offer(shop, seller, [productName])
  const [sellers, buyers] = [await clientOf(shop, seller), await clientOf(shop, buyer)]
  const [mine] = await sellers('GET /allbikes/myproduct')
  const id = mine?._id ?? ''
  await buyers('POST /wishlist', { body: { productId: id } })
  const bike = await sellers('GET /allbikes/myproduct/:id', { params: { id } })
  const { originalPrice, purchaseTime, usedTime, condition, sellerName, contactNumber, location, name, image } = bike
  const same = { productName, originalPrice, purchaseTime, usedTime, condition, sellerName, contactNumber, location }
  const body = { ...same, name, image, version: bike.version, salePrice: bike.salePrice - 5_000 }
  await sellers('PUT /allbikes/myproduct/:id', { params: { id }, body })
  return productName
}

/** Opens the newest letter to this person in the outbox, as soon as it is there. */
const openLetter = async (page: Page, shop: Shop, { email }: Person): Promise<void> => {
  const letter = page.getByRole('link').filter({ hasText: email }).first()
  await expect(async () => {
    await page.goto(`${shop.sandboxUrl}/mail`)
    await expect(letter).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await letter.click()
}

test('a search is saved where it stands, renamed, paused and deleted on the dashboard', async ({ as, buyer }) => {
  const page = await as(buyer)
  await page.goto('/bikes?q=gixxer&priceTo=200000')
  await ready(page)
  await page.getByRole('button', { name: 'Save this search' }).click()
  await expect(said(page, 'Search saved. We e-mail you when a new bike matches.')).toBeVisible()
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
})

test('a wished bike that became cheaper says so, and its letter is stopped by one tap without a login or scripts', async ({
  as,
  browser,
  buyer,
  shop,
}) => {
  const name = await becomeCheaper(shop, buyer)
  const page = await as(buyer)
  await page.goto('/dashboard/wishlist')
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('৳5,000 less than when you saved it')

  const withoutScripts = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await openLetter(withoutScripts, shop, buyer)
  await expect(withoutScripts.getByText(`A bike in your wishlist now costs ৳1,73,000; it was ৳1,78,000`)).toBeVisible()
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
})
