// Spec §2, §4, §5: the booking modal.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { findCard, getDemoBike, goToCard, findRow, formatTaka } from './bikes.ts'
import type { BikeKey } from './bikes.ts'
import { createBookedBike, payBooking } from './deals.ts'
import { expect, expectPage, test, longUnless, waitUntilReady } from './e2e-test.ts'
import { createBikeName, createListings } from './listing.ts'
import { book, createClientFor, createWord, registerBuyer, registerSeller } from './people.ts'

const openBooking = async (page: Page, key: BikeKey) => {
  const card = await goToCard(page, key)
  await card.getByRole('button', { name: 'Book Now' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  return dialog
}

test('a buyer books a bike', { tag: '@desktop' }, async ({ openPageAs, buyer }) => {
  const { name, taka: price } = getDemoBike('rx-wari')
  const page = await openPageAs(buyer)
  const dialog = await openBooking(page, 'rx-wari')
  for (const value of [name, formatTaka(price.sale), buyer.name, buyer.email]) {
    const field = dialog.locator(`input[value="${value}"]`)
    await expect(field).toBeVisible()
    await expect(field).not.toBeEditable()
  }
  await dialog.getByLabel('Contact Number').fill('01712345678')
  await dialog.getByLabel('Meeting Location').fill('Mirpur 10 circle')
  await dialog.getByRole('button', { name: 'Submit' }).click()

  await expect(dialog.getByRole('heading', { name: 'Booking confirmed', exact: true })).toBeVisible()
  await expect(dialog.getByText(/^The seller has not answered yet\./)).toBeVisible()
  await expect(dialog.getByText('The seller answers')).toBeVisible()
  await dialog.getByRole('link', { name: 'See my order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Waiting for / })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'You have 1 orders', exact: true })).toBeVisible()
  await expect(findRow(page, 'rx-wari').getByRole('link', { name: 'Pay', exact: true })).toBeVisible()
})

test(
  'the contact number is required and numeric, the meeting location is required',
  { tag: '@desktop' },
  async ({ openPageAs, buyer }) => {
    const page = await openPageAs(buyer)
    const dialog = await openBooking(page, 'wego-patuakhali')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Enter a number the seller can call, for example 01712345678.')).toBeVisible()
    await expect(dialog.getByText('Enter a place to meet the seller.')).toBeVisible()

    await dialog.getByLabel('Contact Number').fill('call me')
    await dialog.getByLabel('Meeting Location').fill('Launch terminal')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Enter a number of 6 to 15 digits, for example 01712345678.')).toBeVisible()
    await expect(dialog.getByLabel('Contact Number')).toHaveValue('call me')
    await expect(dialog.getByLabel('Meeting Location')).toHaveValue('Launch terminal')

    await dialog.getByLabel('Contact Number').fill('01712\u2013345\u200B67')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('This number has 10 digits; a mobile number has 11.')).toBeVisible()
    await expect(dialog.getByLabel('Contact Number')).toHaveValue('01712-34567')
    await dialog.getByLabel('Contact Number').fill('\u202A01712\u2013345678\u202C')
    await dialog.getByLabel('Meeting Location').fill('\uFEFFLaunch\u00A0terminal\u200E')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByRole('heading', { name: 'Booking confirmed', exact: true })).toBeVisible()
  },
)

test(
  'Close closes the booking modal, books nothing and loses nothing',
  { tag: '@long' },
  async ({ openPageAs, buyer }) => {
    const page = await openPageAs(buyer)
    const dialog = await openBooking(page, 'wego-patuakhali')
    await dialog.getByLabel('Contact Number').fill('01712345678')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toBeHidden()

    await openBooking(page, 'wego-patuakhali')
    await expect(dialog.getByLabel('Contact Number')).toHaveValue('01712345678')
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'You have 0 orders', exact: true })).toBeVisible()
  },
)

const errorMessages = [
  { who: 'a seller who books their own bike', key: 'r15-savar', message: 'This is your own bike.' },
  {
    who: 'a buyer who books a bike twice',
    key: 'wego-patuakhali',
    message: 'You have already booked this bike. It is in My Orders.',
  },
] as const

for (const { who, key, message } of errorMessages) {
  test(
    `${who} gets an error message, and the form stays`,
    { tag: longUnless(key !== 'r15-savar') },
    async ({ openPageAs, buyer, server, browserErrors }) => {
      browserErrors.allow('POST /api/bookings 409')
      const isOwn = key === 'r15-savar'
      if (!isOwn) await book(server, buyer, key)
      const page = await openPageAs(isOwn ? 'rahim' : buyer)
      // The page does not know yet, as when the booking was made in another tab.
      await page.route('**/api/bookings/products', (route) => route.fulfill({ json: { own: [], booked: [] } }))
      const dialog = await openBooking(page, key)
      await dialog.getByLabel('Contact Number').fill('01712345678')
      await dialog.getByLabel('Meeting Location').fill('Savar bus stand')
      await dialog.getByRole('button', { name: 'Submit' }).click()

      await expect(dialog.getByText(message)).toBeVisible()
      await expect(dialog.getByLabel('Meeting Location')).toHaveValue('Savar bus stand')
    },
  )
}

test(
  'a buyer whom the seller has blocked reads in the form that nothing begins, and the form stays',
  { tag: '@long' },
  async ({ openPageAs, buyer, server, browserErrors }) => {
    browserErrors.allow('POST /api/bookings 409')
    const seller = await registerSeller(server, `Babul ${createWord()}`)
    await createListings(server, seller, [createBikeName()])
    const [asSeller, asBuyer] = [await createClientFor(server, seller), await createClientFor(server, buyer)]
    const [bike] = await asSeller('GET /allbikes/myproduct')
    const question = { productId: bike?._id ?? '', text: 'Is it still there?', clientId: randomUUID() }
    const { chatId } = await asBuyer('POST /chats', { body: question })
    const { slug } = await asBuyer('GET /chats/:id', { params: { id: chatId } })
    await asSeller('PUT /chats/:id/block', { params: { id: chatId }, body: { blocked: true } })
    const page = await openPageAs(buyer)
    await page.goto(`/bikes/${slug}`)
    await waitUntilReady(page)
    await page.getByRole('button', { name: 'Book Now' }).filter({ visible: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Contact Number').fill('01712345678')
    await dialog.getByLabel('Meeting Location').fill('Savar bus stand')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText(/^You and this seller have no contact on Motohaat any more/)).toBeVisible()
    await expect(dialog.getByLabel('Contact Number')).toHaveValue('01712345678')
    await expect(dialog.getByLabel('Meeting Location')).toHaveValue('Savar bus stand')
  },
)

test(
  'a number that is filled in meanwhile is replaced by the one that is typed',
  { tag: '@long' },
  async ({ openPageAs, buyer, server }) => {
    await book(server, buyer, 'wego-patuakhali')
    const page = await openPageAs(buyer)
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/bookings?limit=1', async (route) => {
      await isReleased
      await route.continue()
    })
    const dialog = await openBooking(page, 'r15-savar')
    const number = dialog.getByLabel('Contact Number')
    await expect(number).toBeFocused()
    release()
    await expect(number).toHaveValue('01712345678')
    await page.keyboard.type('01812345678')
    await expect(number).toHaveValue('01812345678')
  },
)

test(
  'the card of a booked bike says Booked and leads to the deal; until then it says Book Now',
  { tag: '@long' },
  async ({ openPageAs, buyer }) => {
    const page = await openPageAs(buyer)
    const dialog = await openBooking(page, 'wego-patuakhali')
    await dialog.getByLabel('Contact Number').fill('01712345678')
    await dialog.getByLabel('Meeting Location').fill('Launch terminal')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByRole('heading', { name: 'Booking confirmed', exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const booked = findCard(page, 'wego-patuakhali').getByRole('link', { name: 'Booked', exact: true })
    await expect(booked).toBeFocused()

    await page.reload()
    await booked.click()
    await expect(page.getByRole('heading', { level: 1, name: /^Waiting for / })).toBeVisible()
  },
)

for (const [state, note] of [
  ['has paid', 'Reserved'],
  ['has the seller’s yes', 'A buyer comes first'],
] as const) {
  test(
    `who books a bike for which another buyer ${state} reads that it is a line, before and after`,
    { tag: '@long' },
    async ({ openPageAs, server, buyer }) => {
      const first = await registerBuyer(server, 'Sumon Das')
      const { id, ofSeller } = await createBookedBike(server, first)
      if (state === 'has paid') await payBooking(server, first, id, 'deposit')
      else await ofSeller('PUT /deals/:id/answer', { params: { id }, body: { answer: 'yes' } })
      const { slug } = await ofSeller('GET /deals/:id', { params: { id } })
      const page = await openPageAs(buyer)
      await page.goto(`/bikes/${slug}`)
      await waitUntilReady(page)
      await expect(page.getByText(note, { exact: true }).filter({ visible: true }).first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Book Now' })).toHaveCount(0)
      await page.getByRole('button', { name: 'Stand in line' }).filter({ visible: true }).first().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('heading', { name: 'Stand in line' })).toBeVisible()
      await expect(dialog.getByText(/^Another buyer comes first\. Waiting is free\./)).toBeVisible()
      await dialog.getByLabel('Contact Number').fill('01712345678')
      await dialog.getByLabel('Meeting Location').fill('Launch terminal')
      await dialog.getByRole('button', { name: 'Submit' }).click()
      await expect(dialog.getByRole('heading', { name: 'You are in line' })).toBeVisible()
      await expect(dialog.getByText('Booking confirmed')).toHaveCount(0)
      await expect(dialog.getByText(/deposit/)).toHaveCount(0)
      await dialog.getByRole('link', { name: 'See my order' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'You are 1st of those who wait' })).toBeVisible()
    },
  )
}

test('sellers edit their own bike from its card, and do not wish for it', { tag: '@long' }, async ({ openPageAs }) => {
  const page = await openPageAs('rahim')
  const card = await goToCard(page, 'r15-savar')
  await expect(card.getByRole('button', { name: 'Book Now' })).toBeHidden()
  await expect(card.getByRole('button', { name: 'Add to Wishlist' })).toBeHidden()
  await card.getByRole('link', { name: 'Edit', exact: true }).click()
  await expectPage(page, {
    path: /^\/dashboard\/myproducts\/[\w-]+$/,
    heading: `Edit ${getDemoBike('r15-savar').name}`,
  })
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
})
