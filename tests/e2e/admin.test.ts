// Spec §2, §4, §6: the admin verifies and deletes sellers, deletes buyers, and reads contact messages.
import type { Locator, Page } from '@playwright/test'
import { goToAllAdvertised } from './bikes.ts'
import { expect, expectPage, openMenu, readText, waitUntilReady, findExactText, test } from './e2e-test.ts'
import { createBikeName, findBikeRow, findCardByName, createListings, openMoreWith } from './listing.ts'
import { createWord, registerBuyer, registerSeller, type Person } from './people.ts'

const findPersonRow = (page: Page, { email }: Person): Locator => page.getByRole('row').filter({ hasText: email })

/** Opens a list of the admin; returns the count in its heading. */
const openList = async (page: Page, list: 'Sellers' | 'Buyers'): Promise<number> => {
  await page.goto(list === 'Sellers' ? '/dashboard/allsellers?verified=all' : '/dashboard/allusers')
  const heading = page.getByRole('heading', { level: 1, name: new RegExp(`^${list}: \\d+$`) })
  return Number((await readText(heading)).split(' ')[1])
}

/** Says in the dialog what was checked, and verifies. */
const giveBadge = async (page: Page, evidence: string) => {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: evidence }).check()
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click()
}

const findColumns = (page: Page): Locator => page.locator('thead th')

/** Limits the admin's lists to three rows per page, so that the server must paginate. */
const limitPageRows = (page: Page) =>
  page.route(/\/api\/(?:sellers|buyers|messages)\?/, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '3')
    return route.continue({ url: url.href })
  })

test(
  'the admin verifies a seller, and the badge is on all bikes of that seller at once',
  { tag: '@desktop' },
  async ({ openPageAs, server }) => {
    const seller = await registerSeller(server, `Nadia ${createWord()}`)
    const [advertised, other] = [createBikeName(), createBikeName()]
    await createListings(server, seller, [advertised, other], [advertised])
    const [visitor, buyer, page] = [await openPageAs('visitor'), await openPageAs('arif'), await openPageAs('ayesha')]
    const [onHome, inCategory] = [findCardByName(visitor, advertised), findCardByName(buyer, other)]
    await goToAllAdvertised(visitor)
    await buyer.goto('/categoryDetails/Suzuki')
    for (const card of [onHome, inCategory]) await expect(card.getByText('Not verified yet')).toBeVisible()

    await openList(page, 'Sellers')
    await expect(findColumns(page)).toHaveText(['NO.', 'Name', 'Email', 'Verify', 'Action'])
    const row = findPersonRow(page, seller)
    await row.getByRole('button', { name: `Verify ${seller.name}` }).click()
    await giveBadge(page, 'Visited the shop')
    await expect(findExactText(page, 'Verified successfully.')).toBeVisible()
    await expect(row.getByText('Verified', { exact: true })).toBeVisible()
    await expect(row.getByRole('button', { name: /^Verify/ })).toHaveCount(0)

    await Promise.all([visitor.reload(), buyer.reload()])
    for (const card of [onHome, inCategory]) await expect(card.getByText('Verified', { exact: true })).toBeVisible()
    await expect(findCardByName(buyer, advertised).getByText('Verified', { exact: true })).toBeVisible()

    await findCardByName(visitor, advertised).getByRole('link', { name: advertised }).first().click()
    await expectPage(visitor, { path: /^\/bikes\//, heading: advertised })
    await visitor.locator('summary').getByText('Verified', { exact: true }).click()
    await expect(visitor.getByText(/^Verified on \d+ \w+ \d{4}: Motohaat visited the shop\. Until /)).toBeVisible()
    await openMoreWith(page, page.getByLabel(`Unverify ${seller.name}`))
    await row.getByRole('button', { name: `Unverify ${seller.name}` }).click()
    await page.getByRole('dialog').getByLabel('Why?').fill('The shop has moved.')
    await page.getByRole('dialog').getByRole('button', { name: 'Unverify', exact: true }).click()
    await expect(findExactText(page, 'The badge was taken back.')).toBeVisible()
    await visitor.reload()
    await expect(visitor.getByRole('region', { name: 'Seller' }).getByText('Not verified yet')).toBeVisible()
  },
)

test(
  'the second call of verifying is sent only when the first one has changed something',
  { tag: '@long' },
  async ({ openPageAs, server }) => {
    const seller = await registerSeller(server, `Nadia ${createWord()}`)
    const page = await openPageAs('ayesha')
    const requestedPaths: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') requestedPaths.push(new URL(request.url()).pathname)
    })
    const first = /\/api\/users\/[\w-]{36}$/
    // As if another admin had verified the seller a moment before.
    await page.route(first, (route) => route.fulfill({ json: { modifiedCount: 0 } }))
    await openList(page, 'Sellers')
    const verify = findPersonRow(page, seller).getByRole('button', { name: `Verify ${seller.name}` })
    // Without a number and a bike there is nothing to check yet: the button stands behind "More".
    const openMore = () => openMoreWith(page, page.getByLabel(`Verify ${seller.name}`))
    await openMore()
    const reloadedList = page.waitForResponse(/\/api\/sellers/)
    await verify.click()
    await giveBadge(page, 'Saw the papers')
    await reloadedList
    expect(requestedPaths).toEqual([expect.stringMatching(first)])
    await expect(findExactText(page, 'Verified successfully.')).toHaveCount(0)

    await page.unroute(first)
    await openMore()
    await verify.click()
    await giveBadge(page, 'Saw the papers')
    await expect(findExactText(page, 'Verified successfully.')).toBeVisible()
    expect(requestedPaths.slice(1)).toEqual([expect.stringMatching(first), '/api/users/update'])
  },
)

test(
  'the admin asks a seller for a bike, the seller reads it and adds one, and the admin reads since when',
  { tag: '@long' },
  async ({ openPageAs, server }) => {
    const seller = await registerSeller(server, `Nadia ${createWord()}`)
    const [page, own] = [await openPageAs('ayesha'), await openPageAs(seller)]
    await page.goto(`/dashboard/allsellers?search=${encodeURIComponent(seller.email)}`)
    const row = findPersonRow(page, seller)
    const ask = page.getByLabel(`Ask for something: ${seller.name}`)
    await openMoreWith(page, ask)
    await ask.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Add a bike for sale' }).check()
    await dialog.getByRole('button', { name: `Ask ${seller.name}`, exact: true }).click()
    await expect(findExactText(page, `${seller.name} was asked.`)).toBeVisible()
    await expect(row.getByText(/Asked for a bike on \d+ \w+ \d{4}/)).toBeVisible()

    await own.goto('/dashboard/myproducts')
    await expect(own.getByText('Add a bike for sale.')).toBeVisible()
    await createListings(server, seller, [createBikeName()])
    await own.reload()
    await expect(own.getByText('Add a bike for sale.')).toHaveCount(0)
    await page.reload()
    await expect(row.getByText(/says it is done, \d+ \w+ \d{4}/)).toBeVisible()
  },
)

test(
  'the admin deletes a seller: the bikes are gone for everybody, and the seller is logged out',
  { tag: '@long' },
  async ({ openPageAs, server, browserErrors }) => {
    browserErrors.allow(/^(?:GET|POST|PUT) \/api\/\S+ 401$/)
    const seller = await registerSeller(server)
    const [advertised, other] = [createBikeName(), createBikeName()]
    await createListings(server, seller, [advertised, other], [advertised])
    const [visitor, buyerPage, page] = [
      await openPageAs('visitor'),
      await openPageAs(seller),
      await openPageAs('ayesha'),
    ]
    await goToAllAdvertised(visitor)
    await expect(findCardByName(visitor, advertised)).toBeVisible()
    await buyerPage.goto('/dashboard/myproducts')
    await expect(findBikeRow(buyerPage, other)).toBeVisible()

    const before = await openList(page, 'Sellers')
    const dialog = page.getByRole('dialog')
    await findPersonRow(page, seller)
      .getByRole('button', { name: `Delete ${seller.name}` })
      .click()
    await dialog.getByRole('button', { name: 'Keep', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await findPersonRow(page, seller)
      .getByRole('button', { name: `Delete ${seller.name}` })
      .click()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(findExactText(page, 'Seller Deleted successfully')).toBeVisible()
    await expect(page.getByRole('heading', { name: `Sellers: ${before - 1}`, exact: true })).toBeVisible()
    await expect(findPersonRow(page, seller)).toHaveCount(0)

    await buyerPage.getByRole('button', { name: `On: advertise ${other}` }).click()
    await expect(buyerPage).toHaveURL(/\/login\?from=%2Fdashboard%2Fmyproducts$/)
    await visitor.reload()
    await expect(visitor.getByRole('heading', { name: 'Product Advertisement' })).toBeVisible()
    await expect(findCardByName(visitor, advertised)).toHaveCount(0)
    const buyer = await openPageAs('arif')
    await buyer.goto('/categoryDetails/Suzuki')
    await expect(buyer.getByRole('article').first()).toBeVisible()
    for (const name of [advertised, other]) await expect(findCardByName(buyer, name)).toHaveCount(0)
  },
)

test('the admin deletes a buyer, who is logged out', async ({ openPageAs, server, browserErrors }) => {
  browserErrors.allow(/^(?:GET|POST|PUT) \/api\/\S+ 401$/)
  const buyer = await registerBuyer(server)
  const [buyerPage, page] = [await openPageAs(buyer), await openPageAs('ayesha')]
  await buyerPage.goto('/dashboard')
  await expect(buyerPage.getByRole('heading', { name: 'You have 0 orders' })).toBeVisible()
  const before = await openList(page, 'Buyers')
  await expect(findColumns(page)).toHaveText(['NO.', 'Name', 'Email', 'Action'])
  await findPersonRow(page, buyer)
    .getByRole('button', { name: `Delete ${buyer.name}` })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()

  await expect(findExactText(page, 'Buyer Deleted successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: `Buyers: ${before - 1}`, exact: true })).toBeVisible()
  await expect(findPersonRow(page, buyer)).toHaveCount(0)
  await buyerPage.getByRole('link', { name: 'My Wishlist' }).click()
  await expect(buyerPage).toHaveURL(/\/login\?from=%2Fdashboard%2Fwishlist$/)
})

test(
  'the admin reads what a visitor wrote to the shop, and marks it as handled',
  { tag: '@long' },
  async ({ openPageAs, page: visitor }) => {
    const subject = `Gixxer ${createWord()}`
    await goToAllAdvertised(visitor)
    await waitUntilReady(visitor)
    const form = visitor.locator('form')
    await form.getByLabel('Email').fill('sadia@example.com')
    await form.getByLabel('Phone').fill('০১৭১২৩৪৫৬৭৮')
    await form.getByLabel('Subject').fill(subject)
    await form.getByLabel('Message').fill('Is <b>this</b> shop open\non Friday?')
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(findExactText(visitor, 'Message sent')).toBeVisible()

    const page = await openPageAs('ayesha')
    await page.goto('/dashboard/messages')
    await expect(page.getByRole('heading', { name: /^Messages: [1-9]\d*$/ })).toBeVisible()
    const message = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: subject }) })
    await expect(message.getByText('Is <b>this</b> shop open on Friday?')).toBeVisible()
    await expect(message.getByRole('link', { name: 'sadia@example.com', exact: true })).toBeVisible()
    await expect(message.getByRole('link', { name: '01712' })).toHaveAttribute('href', 'tel:01712345678')
    await expect(message.getByRole('link', { name: 'Reply by e-mail' })).toHaveAttribute(
      'href',
      /^mailto:[^?]+\?subject=Re%3A%20[^&]+&body=%0D%0A%0D%0A%3E%20/,
    )
    await message.getByRole('button', { name: 'Mark as handled' }).click()
    await expect(findExactText(page, 'Marked as handled.')).toBeVisible()
    await expect(message.getByText('Handled', { exact: true })).toBeVisible()
    await page.reload()
    await expect(message.getByText('Handled', { exact: true })).toBeVisible()
  },
)

test('the admin pages through a long list', { tag: ['@desktop', '@long'] }, async ({ openPageAs }) => {
  const page = await openPageAs('ayesha')
  await limitPageRows(page)
  const total = await openList(page, 'Sellers')
  expect(total, 'needs more sellers than a page has').toBeGreaterThan(3)
  const emails = page.locator('tbody .mail')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByText(`1 to 3 of ${total}`)).toBeVisible()
  await expect(emails).toHaveCount(3)
  // Read at once: the assertion has waited for all three.
  const first = await emails.allTextContents()
  await pages.getByRole('link', { name: 'Next page' }).click()

  await expect(pages.getByText(`4 to ${Math.min(6, total)} of ${total}`)).toBeVisible()
  await expect(page.locator('tbody .no').first()).toHaveText('4')
  for (const email of first) await expect(page.locator('tbody').getByText(email, { exact: true })).toHaveCount(0)
  await page.reload()
  await expect(page.locator('tbody .no').first()).toHaveText('4')
  await pages.getByRole('link', { name: 'First page' }).click()
  await expect(pages.getByText(`1 to 3 of ${total}`)).toBeVisible()
  await expect(emails).toHaveText(first)
})

test(
  'the admin searches a buyer by a part of the name, whatever its case',
  { tag: '@long' },
  async ({ openPageAs }) => {
    const page = await openPageAs('ayesha')
    const total = await openList(page, 'Buyers')
    const search = page.getByRole('searchbox', { name: 'Name, e-mail, number' })
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
  },
)

test('the admin opens the lists from the dashboard', async ({ openPageAs }) => {
  const page = await openPageAs('ayesha')
  await page.goto('/')
  await openMenu(page)
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).filter({ visible: true }).click()
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await menu.getByRole('link', { name: 'All Sellers' }).click()
  await expect(page.getByRole('heading', { name: /^Sellers: \d+$/ })).toBeVisible()
  await menu.getByRole('link', { name: 'All Buyers' }).click()
  await expect(page.getByRole('heading', { name: /^Buyers: \d+$/ })).toBeVisible()
})
