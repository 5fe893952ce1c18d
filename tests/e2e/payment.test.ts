// Spec §2, §4: paying for a booking and for a wishlist item.
import { findCard, getDemoBike, goToAllAdvertised, goToCard, findRow, formatTaka } from './bikes.ts'
import { getBankFrame, testCards, openPayment, pay, typeCard, findPayButton } from './card.ts'
import { expect, findExactText, test } from './e2e-test.ts'
import { createBookedBike } from './deals.ts'
import { book, createClientFor, getPerson, addToWishlist } from './people.ts'

test(
  'a buyer pays for an order and sees the transaction id',
  { tag: '@desktop' },
  async ({ openPageAs, buyer, server }) => {
    const { name, taka: price } = getDemoBike('radeon-narsingdi')
    const order = await book(server, buyer, 'radeon-narsingdi')
    const page = await openPageAs(buyer)
    await openPayment(page, order)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(page.getByRole('main').getByText(formatTaka(price.sale)).first()).toBeVisible()
    // The button says how much is paid.
    await page.getByRole('radio', { name: /^Full price/ }).check()
    await expect(findPayButton(page)).toHaveText(`Pay ${formatTaka(price.sale)}`)
    await page.getByRole('radio', { name: /^Deposit/ }).check()
    const deposit = Math.min(5_000, price.sale * 0.03)
    await expect(findPayButton(page)).toHaveText(`Pay ${formatTaka(deposit)}`)
    await expect(findPayButton(page)).toBeEnabled()
    await pay(page, testCards.works)

    await expect(findExactText(page, 'your payment is completed')).toBeVisible()
    await expect(page.getByText('Congrats! your payment completed')).toBeVisible()
    const rest = formatTaka(price.sale - deposit)
    await expect(
      findExactText(page, `You paid ${formatTaka(deposit)}. ${rest} at the meeting. Next: agree on a time.`),
    ).toBeVisible()
    await expect(page.getByText(/^pi_\w+$/)).toBeVisible()
    await page.goto('/dashboard')
    await expect(findRow(page, 'radeon-narsingdi').getByText('Paid', { exact: true })).toBeVisible()
  },
)

test('a buyer pays from the wishlist', { tag: '@desktop' }, async ({ openPageAs, buyer, server }) => {
  const item = await addToWishlist(server, buyer, 'saluto-kushtia')
  const page = await openPageAs(buyer)
  await openPayment(page, item, 'payments')
  const { name, taka: price } = getDemoBike('saluto-kushtia')
  await expect(page.getByRole('heading', { name })).toBeVisible()
  // As for an order: who sells it, a deposit or all of it, and what comes back.
  await expect(page.getByRole('table', { name: 'What comes back' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Book it free of charge first' })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Deposit/ })).toBeChecked()
  await page.getByRole('radio', { name: /^Full price/ }).check()
  await expect(findPayButton(page)).toHaveText(`Pay ${formatTaka(price.sale)}`)
  await expect(findPayButton(page)).toBeEnabled()
  await pay(page, testCards.works)

  await expect(findExactText(page, 'your payment is completed')).toBeVisible()
  await expect(page.getByText('Congrats! your payment completed')).toBeVisible()
  await expect(page.getByText(/^pi_\w+$/)).toBeVisible()
  await page.goto('/dashboard/wishlist')
  await expect(findRow(page, 'saluto-kushtia').getByText('Paid', { exact: true })).toBeVisible()
})

test(
  'a paid bike is gone from the home page and its category, for everybody',
  { tag: '@long' },
  async ({ openPageAs, buyer, page, server }) => {
    const order = await book(server, buyer, 'intruder-khulna')
    await goToAllAdvertised(page)
    await expect(findCard(page, 'intruder-khulna')).toBeVisible()
    const payer = await openPageAs(buyer)
    await openPayment(payer, order)
    await pay(payer, testCards.works)
    await expect(payer.getByText('Congrats! your payment completed')).toBeVisible()

    await goToAllAdvertised(page)
    await expect(findCard(page, 'raider-badda')).toBeVisible()
    await expect(findCard(page, 'intruder-khulna')).toHaveCount(0)
    const another = await openPageAs('arif')
    await goToCard(another, 'intruder-khulna')
    await expect(findCard(another, 'gixxer-mirpur')).toBeVisible()
    await expect(findCard(another, 'intruder-khulna')).toHaveCount(0)
  },
)

test('Pay is disabled until the payment provider and the client secret are ready', async ({
  openPageAs,
  buyer,
  server,
}) => {
  const order = await book(server, buyer, 'radeon-cumilla')
  const page = await openPageAs(buyer)
  let openGate = () => {}
  const gate = new Promise<void>((resolve) => (openGate = resolve))
  await page.route('**/api/create-payment-intent', async (route) => {
    await gate
    await route.continue()
  })
  await page.goto(`/dashboard/payment/${order}`)
  await expect(page.getByRole('textbox', { name: 'Card number' })).toBeVisible()
  const button = findPayButton(page)
  await expect(button).toBeDisabled()

  openGate()
  await expect(button).toBeEnabled()
})

test(
  'what was chosen last is paid, even when the request of the choice before is slow',
  { tag: '@long' },
  async ({ openPageAs, buyer, server }) => {
    const { id: order } = await createBookedBike(server, buyer)
    const page = await openPageAs(buyer)
    await openPayment(page, order)
    let openGate = () => {}
    const gate = new Promise<void>((resolve) => (openGate = resolve))
    await page.route(
      '**/api/create-payment-intent',
      async (route) => {
        await gate
        await route.continue()
      },
      { times: 1 },
    )
    const slow = page.waitForRequest('**/api/create-payment-intent')
    await page.getByRole('radio', { name: /^Full price/ }).check()
    await slow
    await page.getByRole('radio', { name: /^Deposit/ }).check()
    openGate()
    await expect(findPayButton(page)).toBeEnabled()
    await pay(page, testCards.works)

    await expect(page.getByText('Congrats! your payment completed')).toBeVisible()
    await expect(page.getByText(/at the meeting\. Next: agree on a time\.$/)).toBeVisible()
  },
)

test('Pay is disabled while a payment is in progress', async ({ openPageAs, buyer, server }) => {
  const order = await book(server, buyer, 'fazer-jashore')
  const page = await openPageAs(buyer)
  let openGate = () => {}
  const gate = new Promise<void>((resolve) => (openGate = resolve))
  await page.route('**/v1/payment_intents/*/confirm', async (route) => {
    await gate
    await route.continue()
  })
  await openPayment(page, order)
  await pay(page, testCards.works)
  await expect(page.locator('form button[type="submit"]')).toBeDisabled()

  openGate()
  await expect(page.getByText('Congrats! your payment completed')).toBeVisible()
})

test(
  'a buyer opens an order that is paid and sees its transaction id again',
  { tag: '@long' },
  async ({ openPageAs, server }) => {
    const orders = await (await createClientFor(server, getPerson('karim')))('GET /bookings')
    const paid = orders.find((order) => order.paid)
    const page = await openPageAs('karim')
    await page.goto(`/dashboard/payment/${paid?._id}`)

    await expect(page.getByText(paid?.transactionId ?? 'no transaction', { exact: true })).toBeVisible()
    await expect(findPayButton(page)).toHaveCount(0)
  },
)

test.describe('3-D Secure', () => {
  test('the payment goes on when the buyer completes it', async ({ openPageAs, buyer, server }) => {
    const order = await book(server, buyer, 'hayate-satkhira')
    const page = await openPageAs(buyer)
    await openPayment(page, order)
    await pay(page, testCards.asksFor3dSecure)
    await getBankFrame(page).getByRole('button', { name: 'Complete' }).click()

    await expect(page.getByText('Congrats! your payment completed')).toBeVisible()
  })

  test(
    'a buyer who fails it sees an error and can pay with another card',
    { tag: '@long' },
    async ({ openPageAs, buyer, server }) => {
      const order = await book(server, buyer, 'hayate-rajshahi')
      const page = await openPageAs(buyer)
      await openPayment(page, order)
      await pay(page, testCards.asksFor3dSecure)
      await getBankFrame(page).getByRole('button', { name: 'Fail' }).click()
      await expect(page.getByText(/^We are unable to authenticate your payment method\./)).toBeVisible()

      await pay(page, testCards.works)
      await expect(page.getByText('Congrats! your payment completed')).toBeVisible()
    },
  )
})

test(
  'two buyers want one bike: one pays, the other sees a message',
  { tag: ['@desktop', '@long'] },
  async ({ openPageAs, buyer, server, browserErrors }) => {
    browserErrors.allow('POST /api/create-payment-intent 409')
    const [first, second] = [await book(server, buyer, 'fzs-mirpur'), 'fzs-mirpur'] as const
    const [payer, sadia] = [await openPageAs(buyer), await openPageAs('sadia')]
    await sadia.clock.install()
    await sadia.goto('/dashboard')
    await openPayment(payer, first)

    await findRow(sadia, second).getByRole('link', { name: 'Pay', exact: true }).click()
    const payButton = findPayButton(sadia)
    await expect(sadia.getByRole('heading', { name: 'Another buyer is paying for this bike right now' })).toBeVisible()
    await expect(payButton).toHaveCount(0)
    await expect(sadia.getByText(/^They have until \d+:\d\d [AP]M at the latest/)).toBeVisible()
    await expect(sadia.getByRole('button', { name: 'Try again' })).toBeVisible()
    await pay(payer, testCards.works)
    await expect(payer.getByText('Congrats! your payment completed')).toBeVisible()
    // When that time is over the page looks again by itself.
    await sadia.clock.fastForward('16:00')
    // Paid means reserved for the first buyer; it is sold at the handover.
    await expect(sadia.getByRole('heading', { name: 'You are 1st of those who wait', level: 2 })).toBeVisible()
    await expect(payButton).toHaveCount(0)
    await sadia.goto('/dashboard')
    await expect(findRow(sadia, second).getByText('You are 1st of those who wait', { exact: true })).toBeVisible()
  },
)

test(
  "a buyer closes the tab right after the card is accepted and still finds 'Paid'",
  { tag: '@long' },
  async ({ openPageAs, buyer, server }) => {
    test.slow()
    const order = await book(server, buyer, 'fz16-rangpur')
    const page = await openPageAs(buyer)
    const closed = page.waitForEvent('close')
    // The card is charged, but the page never tells the server.
    await page.route('**/api/payments', () => page.close())
    await openPayment(page, order)
    await typeCard(page, testCards.works)
    await findPayButton(page).click()
    await closed

    const again = await openPageAs(buyer)
    await expect(async () => {
      await again.goto('/dashboard')
      await expect(findRow(again, 'fz16-rangpur').getByText('Paid', { exact: true })).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 90_000 })
  },
)

test(
  'the way to the order works in the moment in which it appears',
  { tag: '@long' },
  async ({ openPageAs, buyer, server }) => {
    const page = await openPageAs(buyer)
    const { id } = await createBookedBike(server, buyer)
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.message())
      void dialog.dismiss()
    })
    await page.goto(`/dashboard/payment/${id}`)
    await expect(findPayButton(page)).toBeEnabled()
    await page.evaluate(() => {
      const observer = new MutationObserver(() => {
        const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'See my order')
        if (!link) return
        observer.disconnect()
        link.click()
      })
      observer.observe(document.body, { childList: true, subtree: true })
    })
    await pay(page, testCards.works)
    await expect(page).toHaveURL(/\/dashboard\/deal\/[\w-]+$/)
    expect(questions).toEqual([])
  },
)

for (const { title, isStreamed } of [
  { title: 'as it happens', isStreamed: true },
  { title: 'when it comes to the front, without the event stream', isStreamed: false },
])
  test(
    `after one tab paid, another tab of the order asks for nothing any more, ${title}`,
    { tag: '@long' },
    async ({ openPageAs, buyer, server, browserErrors }) => {
      const { id } = await createBookedBike(server, buyer)
      const paying = await openPageAs(buyer)
      const other = await paying.context().newPage()
      if (!isStreamed) {
        browserErrors.allow(/notifications\/stream/)
        await other.route(/\/api\/notifications\/stream/, (route) => route.abort())
      }
      // The last opened holds the bike.
      for (const page of [other, paying]) {
        await openPayment(page, id)
        await page.getByRole('radio', { name: /^Full price/ }).check()
        await expect(findPayButton(page)).toBeEnabled()
      }
      await typeCard(other, testCards.works)
      await pay(paying, testCards.works)
      await expect(paying.getByText('Congrats! your payment completed')).toBeVisible()
      if (!isStreamed) {
        await expect(findPayButton(other)).toBeVisible()
        await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      }
      await expect(findPayButton(other)).toHaveCount(0)
      await expect(other.getByText('How much do you pay now?')).toHaveCount(0)
      await expect(other.getByRole('link', { name: /^See / }).first()).toBeVisible()
    },
  )
