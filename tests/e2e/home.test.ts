// Spec §2: home, the category card and the product card.
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { categoryNames } from '#contract/bikes.ts'
import { Category } from '#contract/categories.ts'
import { fixtures } from '#seed/fixtures.ts'
import { findCard, getDemoBike, goToAllAdvertised, goToCard, formatTaka } from './bikes.ts'
import { wideScreen } from './playwright.config.ts'
import { expect, expectPage, waitUntilReady, findExactText, test } from './e2e-test.ts'

/** Opens the home page and waits for each of its sections. */
const openHome = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)

  await expect(page.getByRole('region', { name: 'Motohaat in seven pictures' })).toBeVisible()
  for (const name of ['Our Products', 'Product Advertisement', 'Why Choose Our Services'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('cell', { name: '8.00 pm–9.00 pm' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Mon–Thu 9:00 am–10:00 pm' })).toBeVisible()
  await expect(page.getByRole('link', { name: /@/ })).not.toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await waitUntilReady(page)
}

test.describe('a visitor looks around', () => {
  test('/ shows carousel, products, advertisement, services, contact and footer', async ({ page }) => {
    await openHome(page, '/')
  })

  test.describe('on a wide screen', () => {
    test.use(wideScreen)

    test('/home shows carousel, products, advertisement, services, contact and footer', async ({ page }) => {
      await openHome(page, '/home')
    })
  })

  test('a category card has an image, a name, a description cut to 100 characters and "View All Products"', async ({
    page,
  }) => {
    await page.goto('/')
    const categories = z.array(Category).parse(await (await page.request.get('/api/category')).json())
    expect(categories.map(({ name }) => name)).toEqual(categoryNames)
    for (const { name, description } of categories) {
      const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })

      await expect(card.locator('img')).toHaveCount(1)
      await expect(card.getByText(`${description.slice(0, 100)}...`, { exact: true })).toBeVisible()
      await expect(card.getByRole('link')).toHaveText('View All Products')
    }
  })

  test('a product card shows everything the specification lists', { tag: '@desktop' }, async ({ page }) => {
    const { taka: price, location, seller, bought } = getDemoBike('gixxer-mirpur')
    await goToAllAdvertised(page)
    const card = findCard(page, 'gixxer-mirpur')
    const fact = (name: string) =>
      card.locator('div, dl').filter({ has: page.locator(`dt:text-is("${name}")`) }).last().locator('dd').first() // prettier-ignore

    await expect(card.getByRole('img', { name: /Suzuki Gixxer 155/ })).toBeVisible()
    await expect(fact('Location')).toHaveText(location)
    await expect(fact('Resale Price')).toHaveText(formatTaka(price.sale))
    await expect(fact('Original Price')).toHaveText(formatTaka(price.original))
    await expect(fact('Condition')).toHaveText(bought.condition)
    await expect(fact('Years of Use')).toHaveText('5 years')
    await expect(fact('Years of Buy')).toHaveText(/^20\d\d$/)
    await expect(fact('Upload Time')).toHaveText(/^\d{1,2}\/\d{1,2}\/20\d\d, .*4:20/)
    await expect(card.getByText(fixtures[seller].name, { exact: true })).toBeVisible()
    await expect(fact('Contact Number')).toHaveText('01700-000101')
    await expect(card.getByRole('button', { name: 'Book Now' })).toBeVisible()
    await expect(card.getByRole('button', { name: 'Add to Wishlist' })).toBeVisible()
  })

  test('the images of cards are 200 px tall', { tag: '@desktop' }, async ({ page }) => {
    await goToAllAdvertised(page)
    const maker = page.getByRole('article').filter({ has: page.getByRole('link', { name: /^View All Products/ }) })

    for (const card of [findCard(page, 'gixxer-mirpur'), maker.first()])
      await expect.poll(async () => (await card.locator('img').boundingBox())?.height).toBe(200)
  })

  test('a seller has a verified badge if the verification flag is set', async ({ page }) => {
    await goToAllAdvertised(page)

    await expect(findCard(page, 'gixxer-mirpur').getByText('Verified', { exact: true })).toBeVisible()
    const unverified = findCard(page, 'apache4v-agrabad')
    await expect(unverified.getByText('Not verified yet', { exact: true })).toBeVisible()
    await expect(unverified.getByText('Verified', { exact: true })).toHaveCount(0)
  })

  test('at most six advertised bikes are shown before "Show more"', async ({ page }) => {
    await page.goto('/')
    const cards = page.locator('#advertised').getByRole('article')
    await expect(cards.first()).toBeVisible()
    await expect(cards.nth(6)).toHaveCount(0)
  })

  test('the image of a product card enlarges on a click', { tag: '@desktop' }, async ({ page }) => {
    await goToAllAdvertised(page)
    await waitUntilReady(page)
    const card = findCard(page, 'raider-badda')
    const photo = card.getByRole('img', { name: /photo/ })
    await expect(photo).toBeVisible()
    // Read at once: a card reserves the place of its photo.
    const small = await photo.boundingBox()
    await card.getByRole('button', { name: /Enlarge/ }).click()

    const dialog = page.getByRole('dialog')
    const large = dialog.getByRole('img')
    await expect(large).toBeVisible()
    await expect.poll(async () => (await large.boundingBox())?.width).toBeGreaterThan(small?.width ?? Infinity)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(card.getByRole('button', { name: /Enlarge/ })).toBeFocused()
  })

  test('the name of a product card leads to the page of the bike', async ({ openPageAs, page }) => {
    const buyer = await openPageAs('arif')
    await goToAllAdvertised(page)
    await goToCard(buyer, 'gixxer-mirpur')
    for (const reader of [page, buyer]) {
      await findCard(reader, 'gixxer-mirpur').getByRole('link', { name: 'Suzuki Gixxer 155', exact: true }).click()

      await expect(reader).toHaveURL(/\/bikes\/suzuki-gixxer-155-[0-9a-f]{10}$/)
      await expect(reader.getByRole('heading', { level: 1, name: 'Suzuki Gixxer 155' })).toBeVisible()
      await expect(reader.getByRole('main').getByText(getDemoBike('gixxer-mirpur').location).first()).toBeVisible()
    }
  })

  test(
    'a logged-out user who clicks Book Now sees the error "Please Login for Booking"',
    { tag: '@desktop' },
    async ({ page }) => {
      await goToAllAdvertised(page)
      await waitUntilReady(page)
      await findCard(page, 'raider-badda').getByRole('button', { name: 'Book Now' }).click()

      await expect(page.getByRole('alert').filter({ hasText: 'Please Login for Booking' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Book this bike' })).toHaveCount(0)
    },
  )

  test(
    'a visitor does not see the contact number of a bike that is not advertised',
    { tag: '@long' },
    async ({ page, server }) => {
      const answer = await page.request.get(`${server.url}/api/allbikes`)

      const bikes = JSON.stringify(await answer.json())
      expect(bikes).toContain('•')
      expect(bikes).not.toContain('@motohaat.test')
    },
  )
})

test('paid products are hidden', async ({ openPageAs }) => {
  const page = await openPageAs('arif')

  await goToCard(page, 'gixxer-mirpur')
  await expect(findCard(page, 'gixxer-mirpur')).toBeVisible()
  await expect(findCard(page, 'gixxer-halishahar')).toHaveCount(0)
})

test('a category shows all its bikes on sale, and only them', async ({ openPageAs }) => {
  const page = await openPageAs('arif')
  await page.goto('/')
  await page.getByRole('link', { name: 'View All Products of Suzuki' }).click()

  // The home page has a heading "Suzuki" too, at its category card.
  await expectPage(page, { path: '/categoryDetails/Suzuki', heading: 'Suzuki' })
  const names = page.getByRole('article').getByRole('heading')
  await expect(names.first()).toBeVisible()
  await expect(names.filter({ hasNotText: /^Suzuki/ })).toHaveCount(0)
})

test.describe('the contact form', () => {
  test('sends a message and says "Message sent"', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/')
    await waitUntilReady(page)
    const form = page.locator('form')
    await form.getByLabel('Name').fill('Sadia Rahman')
    await form.getByLabel('Email').fill('sadia@example.com')
    await form.getByLabel('Phone').fill('01712345678')
    await form.getByLabel('Subject').fill('A question')
    await form.getByLabel('Message').fill('Do you open on Friday?')
    await form.getByRole('button', { name: 'Send Message' }).click()

    await expect(findExactText(page, 'Message sent')).toBeVisible()
    await expect(form.getByLabel('Message')).toHaveValue('')
  })

  test('requires an email, says so, and keeps what was typed', async ({ page }) => {
    await page.goto('/')
    await waitUntilReady(page)
    const form = page.locator('form')
    await form.getByLabel('Message').fill('Do you open on Friday?')
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(form.getByText('Enter your e-mail address.')).toBeVisible()
    await expect(form.getByLabel('Email')).toBeFocused()

    await form.getByLabel('Email').fill('sadia at home')
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(form.getByText('Enter an e-mail address such as name@example.com.')).toBeVisible()
    await expect(form.getByLabel('Email')).toHaveValue('sadia at home')
    await expect(form.getByLabel('Message')).toHaveValue('Do you open on Friday?')
  })
})
