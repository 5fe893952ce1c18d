// Spec §2, §4, §6: the admin verifies and deletes sellers, deletes buyers, and reads what people wrote to the shop.
import type { Locator, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { expect, openMenu, ready, said, test } from './e2e-test.ts'
import { bikeName, bikeRow, cardNamed, offer, withdraw } from './listing.ts'
import { newBuyer, newSeller, type Person } from './people.ts'

const ofPerson = (page: Page, { email }: Person): Locator => page.getByRole('row').filter({ hasText: email })

/** Opens a list of the admin's; gives how many people its heading counts. */
const openList = async (page: Page, of: 'Sellers' | 'Buyers'): Promise<number> => {
  await page.goto(of === 'Sellers' ? '/dashboard/allsellers' : '/dashboard/allusers')
  const heading = page.getByRole('heading', { level: 1, name: new RegExp(`^${of}: \\d+$`) })
  return Number((await heading.innerText()).split(' ')[1])
}

const columnsOf = (page: Page) => page.locator('thead th').allTextContents()

/** Lets the lists of the admin come with three rows a page. The shop itself turns the pages. */
const shortPages = (page: Page) =>
  page.route(/\/api\/(?:sellers|buyers|messages)\?/, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '3')
    return route.continue({ url: url.href })
  })

test(
  'the admin verifies a seller, and the badge stands on all bikes of that seller at once',
  { tag: '@desktop' },
  async ({ as, shop }) => {
    const seller = await newSeller(shop, `Nadia ${randomUUID().slice(0, 8)}`)
    const [advertised, other] = [bikeName(), bikeName()]
    await offer(shop, seller, [advertised, other], [advertised])
    const [visitor, buyer, page] = [await as('visitor'), await as('arif'), await as('ayesha')]
    const [onHome, inCategory] = [cardNamed(visitor, advertised), cardNamed(buyer, other)]
    await visitor.goto('/')
    await buyer.goto('/categoryDetails/Suzuki')
    for (const card of [onHome, inCategory]) await expect(card.getByText('Not verified yet')).toBeVisible()

    await openList(page, 'Sellers')
    expect(await columnsOf(page)).toEqual(['NO.', 'Name', 'Email', 'Verify', 'Action'])
    const row = ofPerson(page, seller)
    await row.getByRole('button', { name: `Verify ${seller.name}` }).click()
    await expect(said(page, 'Verified successfully.')).toBeVisible()
    await expect(row.getByText('Verified', { exact: true })).toBeVisible()
    await expect(row.getByRole('button', { name: /^Verify/ })).toHaveCount(0)

    await Promise.all([visitor.reload(), buyer.reload()])
    for (const card of [onHome, inCategory]) await expect(card.getByText('Verified', { exact: true })).toBeVisible()
    await expect(cardNamed(buyer, advertised).getByText('Verified', { exact: true })).toBeVisible()
    await withdraw(shop, seller)
  },
)

test('the second call of verifying is sent only when the first one has changed something', async ({ as, shop }) => {
  const seller = await newSeller(shop, `Nadia ${randomUUID().slice(0, 8)}`)
  const page = await as('ayesha')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') asked.push(new URL(request.url()).pathname)
  })
  const first = /\/api\/users\/[\w-]{36}$/
  // As when somebody else has just verified the seller.
  await page.route(first, (route) => route.fulfill({ json: { modifiedCount: 0 } }))
  await openList(page, 'Sellers')
  const verify = ofPerson(page, seller).getByRole('button', { name: `Verify ${seller.name}` })
  const again = page.waitForResponse(/\/api\/sellers/)
  await verify.click()
  await again
  expect(asked).toEqual([expect.stringMatching(first)])
  await expect(said(page, 'Verified successfully.')).toHaveCount(0)

  await page.unroute(first)
  await verify.click()
  await expect(said(page, 'Verified successfully.')).toBeVisible()
  expect(asked.slice(1)).toEqual([expect.stringMatching(first), '/api/users/update'])
})

test('the admin deletes a seller: the bikes are gone for everybody, and the seller is logged out', async ({
  as,
  shop,
  watch,
}) => {
  watch.allow(/^(?:GET|POST|PUT) \/api\/\S+ 401$/)
  const seller = await newSeller(shop)
  const [advertised, other] = [bikeName(), bikeName()]
  await offer(shop, seller, [advertised, other], [advertised])
  const [visitor, theirs, page] = [await as('visitor'), await as(seller), await as('ayesha')]
  await visitor.goto('/')
  await expect(cardNamed(visitor, advertised)).toBeVisible()
  await theirs.goto('/dashboard/myproducts')
  await expect(bikeRow(theirs, other)).toBeVisible()

  const before = await openList(page, 'Sellers')
  const dialog = page.getByRole('dialog')
  await ofPerson(page, seller)
    .getByRole('button', { name: `Delete ${seller.name}` })
    .click()
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await ofPerson(page, seller)
    .getByRole('button', { name: `Delete ${seller.name}` })
    .click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(said(page, 'Seller Deleted successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: `Sellers: ${before - 1}`, exact: true })).toBeVisible()
  await expect(ofPerson(page, seller)).toHaveCount(0)

  await theirs.getByRole('button', { name: `On: advertise ${other}` }).click()
  await expect(theirs).toHaveURL(/\/login\?from=%2Fdashboard%2Fmyproducts$/)
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Product Advertisement' })).toBeVisible()
  await expect(cardNamed(visitor, advertised)).toHaveCount(0)
  const buyer = await as('arif')
  await buyer.goto('/categoryDetails/Suzuki')
  await expect(buyer.getByRole('article').first()).toBeVisible()
  for (const name of [advertised, other]) await expect(cardNamed(buyer, name)).toHaveCount(0)
})

test('the admin deletes a buyer, who is logged out', async ({ as, shop, watch }) => {
  watch.allow(/^(?:GET|POST|PUT) \/api\/\S+ 401$/)
  const buyer = await newBuyer(shop)
  const [theirs, page] = [await as(buyer), await as('ayesha')]
  await theirs.goto('/dashboard')
  await expect(theirs.getByRole('heading', { name: 'You have 0 orders' })).toBeVisible()
  const before = await openList(page, 'Buyers')
  expect(await columnsOf(page)).toEqual(['NO.', 'Name', 'Email', 'Action'])
  await ofPerson(page, buyer)
    .getByRole('button', { name: `Delete ${buyer.name}` })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()

  await expect(said(page, 'Buyer Deleted successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: `Buyers: ${before - 1}`, exact: true })).toBeVisible()
  await expect(ofPerson(page, buyer)).toHaveCount(0)
  await theirs.getByRole('link', { name: 'My Wishlist' }).click()
  await expect(theirs).toHaveURL(/\/login\?from=%2Fdashboard%2Fwishlist$/)
})

test('the admin reads what a visitor wrote to the shop, and marks it as handled', async ({ as, page: visitor }) => {
  const subject = `Gixxer ${randomUUID().slice(0, 8)}`
  await visitor.goto('/')
  await ready(visitor)
  const form = visitor.locator('form')
  await form.getByLabel('Email').fill('sadia@example.com')
  await form.getByLabel('Phone').fill('০১৭১২৩৪৫৬৭৮')
  await form.getByLabel('Subject').fill(subject)
  await form.getByLabel('Message').fill('Is <b>this</b> shop open\non Friday?')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(said(visitor, 'Message sent')).toBeVisible()

  const page = await as('ayesha')
  await page.goto('/dashboard/messages')
  await expect(page.getByRole('heading', { name: /^Messages: [1-9]\d*$/ })).toBeVisible()
  const message = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: subject }) })
  await expect(message.getByText('Is <b>this</b> shop open on Friday?')).toBeVisible()
  await expect(message.getByRole('link', { name: 'sadia@example.com' })).toBeVisible()
  await expect(message.getByRole('link', { name: '01712' })).toHaveAttribute('href', 'tel:01712345678')
  await message.getByRole('button', { name: 'Mark as handled' }).click()
  await expect(said(page, 'Marked as handled.')).toBeVisible()
  await expect(message.getByText('Handled', { exact: true })).toBeVisible()
  await page.reload()
  await expect(message.getByText('Handled', { exact: true })).toBeVisible()
})

test('the admin turns the pages of a long list', { tag: '@desktop' }, async ({ as }) => {
  const page = await as('ayesha')
  await shortPages(page)
  const total = await openList(page, 'Sellers')
  expect(total, 'needs more sellers than a page has').toBeGreaterThan(3)
  const emails = () => page.locator('tbody .mail').allTextContents()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByText(`1 to 3 of ${total}`)).toBeVisible()
  const first = await emails()
  await pages.getByRole('link', { name: 'Next page' }).click()

  await expect(pages.getByText(`4 to ${Math.min(6, total)} of ${total}`)).toBeVisible()
  await expect(page.locator('tbody .no').first()).toHaveText('4')
  for (const email of await emails()) expect(first).not.toContain(email)
  await page.reload()
  await expect(page.locator('tbody .no').first()).toHaveText('4')
  await pages.getByRole('link', { name: 'First page' }).click()
  await expect(pages.getByText(`1 to 3 of ${total}`)).toBeVisible()
  expect(await emails()).toEqual(first)
})

test('the admin looks for a buyer by a part of the name, whatever its case', async ({ as }) => {
  const page = await as('ayesha')
  const total = await openList(page, 'Buyers')
  const search = page.getByRole('searchbox', { name: 'Name or e-mail' })
  await search.fill('hOSSain')
  await page.getByRole('search').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('heading', { name: 'Buyers: 1', exact: true })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'imran@motohaat.test' })).toBeVisible()

  await search.fill('%_nobody')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /“%_nobody”/ })).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(page.getByRole('heading', { name: `Buyers: ${total}`, exact: true })).toBeVisible()
  await expect(search).toHaveValue('')
})

test('the admin comes to the lists through the dashboard', async ({ as }) => {
  const page = await as('ayesha')
  await page.goto('/')
  await openMenu(page)
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).filter({ visible: true }).click()
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await menu.getByRole('link', { name: 'All Sellers' }).click()
  await expect(page.getByRole('heading', { name: /^Sellers: \d+$/ })).toBeVisible()
  await menu.getByRole('link', { name: 'All Buyers' }).click()
  await expect(page.getByRole('heading', { name: /^Buyers: \d+$/ })).toBeVisible()
})
