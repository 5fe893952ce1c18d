// Spec §2, §4: paying for a booking and for a wishlist item.
import { cardOf, demoBike, goToCard, rowOf, taka } from './bikes.ts'
import { bank, cards, openPayment, pay, typeCard } from './card.ts'
import { expect, said, test } from './e2e-test.ts'
import { book, clientOf, personOf, wish } from './people.ts'

test('a buyer pays for an order and sees the transaction id', { tag: '@desktop' }, async ({ as, buyer, shop }) => {
  const { name, taka: price } = demoBike('radeon-narsingdi')
  const order = await book(shop, buyer, 'radeon-narsingdi')
  const page = await as(buyer)
  await openPayment(page, order)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByRole('main').getByText(taka(price.sale)).first()).toBeVisible()
  await pay(page, cards.works)

  await expect(said(page, 'your payment is completed')).toBeVisible()
  await expect(page.getByText('Congrats! your payment completed')).toBeVisible()
  await expect(page.getByText(/^pi_\w+$/)).toBeVisible()
  await page.goto('/dashboard')
  await expect(rowOf(page, 'radeon-narsingdi').getByText('Paid', { exact: true })).toBeVisible()
})

test('a buyer pays from the wishlist', { tag: '@desktop' }, async ({ as, buyer, shop }) => {
  const item = await wish(shop, buyer, 'saluto-kushtia')
  const page = await as(buyer)
  await openPayment(page, item, 'payments')
  await expect(page.getByRole('heading', { name: demoBike('saluto-kushtia').name })).toBeVisible()
  await pay(page, cards.works)

  await expect(said(page, 'your payment is completed')).toBeVisible()
  await expect(page.getByText('Congrats! your payment completed')).toBeVisible()
  await expect(page.getByText(/^pi_\w+$/)).toBeVisible()
  await page.goto('/dashboard/wishlist')
  await expect(rowOf(page, 'saluto-kushtia').getByText('Paid', { exact: true })).toBeVisible()
})

test('a paid bike is gone from the home page and its category, for everybody', async ({ as, buyer, page, shop }) => {
  const order = await book(shop, buyer, 'intruder-khulna')
  await page.goto('/')
  await expect(cardOf(page, 'intruder-khulna')).toBeVisible()
  const payer = await as(buyer)
  await openPayment(payer, order)
  await pay(payer, cards.works)
  await expect(payer.getByText('Congrats! your payment completed')).toBeVisible()

  await page.goto('/')
  await expect(cardOf(page, 'raider-badda')).toBeVisible()
  await expect(cardOf(page, 'intruder-khulna')).toHaveCount(0)
  const another = await as('arif')
  await goToCard(another, 'intruder-khulna')
  await expect(cardOf(another, 'intruder-mirpur')).toBeVisible()
  await expect(cardOf(another, 'intruder-khulna')).toHaveCount(0)
})

test('Pay is disabled until the payment provider and the client secret are ready', async ({ as, buyer, shop }) => {
  const order = await book(shop, buyer, 'radeon-cumilla')
  const page = await as(buyer)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/create-payment-intent', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/dashboard/payment/${order}`)
  await expect(page.getByRole('textbox', { name: 'Card number' })).toBeVisible()
  const button = page.getByRole('button', { name: 'Pay', exact: true })
  await expect(button).toBeDisabled()

  answer()
  await expect(button).toBeEnabled()
})

test('Pay is disabled while a payment is in progress', async ({ as, buyer, shop }) => {
  const order = await book(shop, buyer, 'fazer-jashore')
  const page = await as(buyer)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/v1/payment_intents/*/confirm', async (route) => {
    await held
    await route.continue()
  })
  await openPayment(page, order)
  await pay(page, cards.works)
  await expect(page.locator('form button[type="submit"]')).toBeDisabled()

  answer()
  await expect(page.getByText('Congrats! your payment completed')).toBeVisible()
})

test('a buyer opens an order that is paid and sees its transaction id again', async ({ as, shop }) => {
  const orders = await (await clientOf(shop, personOf('karim')))('GET /bookings')
  const paid = orders.find((order) => order.paid)
  const page = await as('karim')
  await page.goto(`/dashboard/payment/${paid?._id}`)

  await expect(page.getByText(paid?.transactionId ?? 'no transaction', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toHaveCount(0)
})

test.describe('3-D Secure', () => {
  test('the payment goes on when the buyer completes it', async ({ as, buyer, shop }) => {
    const order = await book(shop, buyer, 'hayate-satkhira')
    const page = await as(buyer)
    await openPayment(page, order)
    await pay(page, cards.asksFor3dSecure)
    await bank(page).getByRole('button', { name: 'Complete' }).click()

    await expect(page.getByText('Congrats! your payment completed')).toBeVisible()
  })

  test('the buyer who fails it is told so and can pay with another card', async ({ as, buyer, shop }) => {
    const order = await book(shop, buyer, 'hayate-rajshahi')
    const page = await as(buyer)
    await openPayment(page, order)
    await pay(page, cards.asksFor3dSecure)
    await bank(page).getByRole('button', { name: 'Fail' }).click()
    await expect(page.getByText(/^We are unable to authenticate your payment method\./)).toBeVisible()

    await pay(page, cards.works)
    await expect(page.getByText('Congrats! your payment completed')).toBeVisible()
  })
})

test(
  'two buyers want one bike: one pays, the other is told in words',
  { tag: '@desktop' },
  async ({ as, buyer, shop, watch }) => {
    watch.allow('POST /api/create-payment-intent 409')
    const [first, second] = [await book(shop, buyer, 'fzs-mirpur'), 'fzs-mirpur'] as const
    const [payer, sadia] = [await as(buyer), await as('sadia')]
    await sadia.goto('/dashboard')
    await openPayment(payer, first)

    await rowOf(sadia, second).getByRole('link', { name: 'Pay', exact: true }).click()
    await expect(sadia.getByText('Another buyer is paying for this bike right now.')).toBeVisible()
    await expect(sadia.getByRole('button', { name: 'Pay', exact: true })).toBeDisabled()
    await pay(payer, cards.works)
    await expect(payer.getByText('Congrats! your payment completed')).toBeVisible()
    await sadia.getByRole('button', { name: 'Try again' }).click()
    await expect(sadia.getByRole('heading', { name: 'This bike is sold' })).toBeVisible()
    await sadia.goto('/dashboard')
    await expect(rowOf(sadia, second).getByText('Sold', { exact: true })).toBeVisible()
  },
)

test("a buyer closes the tab right after the card is accepted and still finds 'Paid'", async ({ as, buyer, shop }) => {
  const order = await book(shop, buyer, 'fz16-rangpur')
  const page = await as(buyer)
  const closed = page.waitForEvent('close')
  // The card is accepted; the shop never hears of it from this page.
  await page.route('**/api/payments', () => page.close())
  await openPayment(page, order)
  await typeCard(page, cards.works)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await closed

  const again = await as(buyer)
  await expect(async () => {
    await again.goto('/dashboard')
    await expect(rowOf(again, 'fz16-rangpur').getByText('Paid', { exact: true })).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
})
