// Spec §5, §8: card errors from the payment provider are shown as received, in red.
import { testCards, openPayment, pay, typeCard, findPayButton } from './card.ts'
import { expect, expectRed, findExactText, test } from './e2e-test.ts'
import { book, registerBuyer } from './people.ts'

// Source: https://docs.stripe.com/testing and https://docs.stripe.com/declines/codes
const declines = [
  ['a declined card', '4000000000000002', 'Your card was declined.'],
  ['a card without money', '4000000000009995', 'Your card has insufficient funds.'],
  ['a lost card', '4000000000009987', 'Your card was declined.'],
  ['a stolen card', '4000000000009979', 'Your card was declined.'],
  ['an expired card', '4000000000000069', 'Your card has expired.'],
  ['a wrong CVC', '4000000000000127', "Your card's security code is incorrect."],
  [
    'a processing error',
    '4000000000000119',
    'An error occurred while processing your card. Try again in a little bit.',
  ],
  [
    'a card used too often',
    '4000000000006975',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ],
] as const

const anyDecline = /^POST \/v1\/payment_intents\/\w+\/confirm 402$/

test(
  'a buyer is declined, reads why, and pays with another card',
  { tag: '@desktop' },
  async ({ openPageAs, buyer, server, browserErrors }) => {
    browserErrors.allow(anyDecline)
    const order = await book(server, buyer, 'metro-barishal')
    const page = await openPageAs(buyer)
    await openPayment(page, order)
    await pay(page, testCards.declined)
    await expect(page.getByText('Your card was declined.')).toBeVisible()

    await pay(page, testCards.works)
    await expect(findExactText(page, 'your payment is completed')).toBeVisible()
    await expect(page.getByText('Congrats! your payment completed')).toBeVisible()
  },
)

test(
  "payment errors show the provider's message in red, for each kind of card",
  { tag: '@long' },
  async ({ openPageAs, buyer, server, browserErrors }) => {
    browserErrors.allow(anyDecline)
    const order = await book(server, buyer, 'mt15-coxsbazar')
    let page = await openPageAs(buyer)
    await openPayment(page, order)
    for (const [index, [what, number, sentence]] of declines.entries()) {
      await test.step(what, async () => {
        // The fifth declined card ends a payment: another buyer and another bike.
        if (index === 4) {
          const other = await registerBuyer(server)
          const otherOrder = await book(server, other, 'fzs-ambarkhana')
          page = await openPageAs(other)
          await openPayment(page, otherOrder)
        }
        const declineResponse = page.waitForResponse((response) => response.status() === 402)
        await pay(page, number)
        await declineResponse

        const error = page.getByText(sentence, { exact: true })
        await expect(error).toBeVisible()
        await expectRed(error)
        await expect(findPayButton(page)).toBeEnabled()
      })
    }
  },
)

const wrongNumber = '4242424242424241'

test('the card is validated before it is sent', async ({ openPageAs, buyer, server }) => {
  const order = await book(server, buyer, 'apache4v-bogura')
  const page = await openPageAs(buyer)
  await openPayment(page, order)
  await page.getByRole('textbox', { name: 'Card number' }).fill(wrongNumber)

  const error = page.getByText('Your card number is invalid.')
  await expect(error).toBeVisible()
  await expectRed(error)
  await typeCard(page, testCards.works)
  await expect(error).toHaveCount(0)
})

test(
  'a card error stays visible when the payment becomes ready meanwhile',
  { tag: '@long' },
  async ({ openPageAs, buyer, server }) => {
    const order = await book(server, buyer, 'gixxer-boyra')
    const page = await openPageAs(buyer)
    const typed = Promise.withResolvers<void>()
    await page.route('**/create-payment-intent', async (route) => {
      await typed.promise
      await route.continue()
    })
    await page.goto(`/dashboard/payment/${order}`)
    await page.getByRole('textbox', { name: 'Card number' }).fill(wrongNumber)
    const error = page.getByText('Your card number is invalid.')
    await expect(error).toBeVisible()

    typed.resolve()
    await expect(findPayButton(page)).toBeEnabled()
    await expect(error).toBeVisible()
  },
)
