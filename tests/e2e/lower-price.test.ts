// Two people lower the price while the buyer has the form of a payment open: nobody pays the old price.
import type { Page } from '@playwright/test'
import { typeCard, pay, testCards, findPayButton } from './card.ts'
import { createHeldDeal } from './deals.ts'
import { expect, findExactText, test, waitUntilReady } from './e2e-test.ts'
import { getDemoBike } from './bikes.ts'
import { createPattern, languages } from './languages.ts'
import { book, createClientFor, getPerson } from './people.ts'

const lowered = 100_000
const depositTaka = 5_000

for (const { name: languageName, namespaces, localizePath, code, format } of languages) {
  const { buyer: messages, dealActs, money } = namespaces
  const { payment } = messages

  /** The seller proposes the lower price, and the buyer agrees in another window; both on the page of the deal. */
  const lowerPrice = async (path: string, { sellers, buyers }: { sellers: Page; buyers: Page }) => {
    await sellers.goto(path)
    await waitUntilReady(sellers)
    await sellers.locator('summary').getByText(dealActs.more, { exact: true }).click()
    await sellers.getByRole('button', { name: dealActs.buttons.price, exact: true }).click()
    const dialog = sellers.getByRole('dialog')
    await dialog.getByLabel(dealActs.price.label).fill(String(lowered))
    await dialog.getByRole('button', { name: dealActs.price.submit, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await buyers.goto(path)
    await waitUntilReady(buyers)
    await buyers.getByRole('button', { name: dealActs.buttons.agreePrice(format.taka(lowered)), exact: true }).click()
    await expect(findExactText(buyers, dealActs.price.agreed)).toBeVisible()
  }

  const newPrice = (before: number) => payment.newPrice(format.taka(lowered), format.taka(before))

  test(
    `the rest of a lowered price: the open form takes nothing, says the new price and takes what is left (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, buyer, server, browserErrors }) => {
      test.slow()
      // The sandbox refuses the card for a payment that has ended.
      browserErrors.allow(/confirm 400$/, /create-payment-intent 409$/)
      const key = code === 'en' ? 'bajaj-pulsar-150-twin-disc-1' : 'suzuki-gixxer-sf-1'
      const { sale } = getDemoBike(key).taka
      const id = await createHeldDeal(server, buyer, key, 'deposit')
      const [form, buyers, sellers] = [
        await openPageAs(buyer),
        await openPageAs(buyer),
        await openPageAs(getPerson(getDemoBike(key).seller)),
      ]
      await form.goto(localizePath(`/dashboard/payment/${id}`))
      await expect(findPayButton(form)).toBeEnabled()
      await typeCard(form, testCards.works)

      await lowerPrice(localizePath(`/dashboard/deal/${id}`), { sellers, buyers })
      const button = findPayButton(form)
      await button.click()
      const notice = form.getByRole('alert').filter({ hasText: newPrice(sale) })
      await expect(notice).toBeVisible()
      // The tag and the table count with the same price, also before the buyer has agreed.
      await expect(form.locator('.pay__what')).toContainText(format.taka(lowered))
      const rest = format.taka(lowered - depositTaka)
      await notice.getByRole('button', { name: payment.payNewPrice(rest), exact: true }).click()
      await expect(form.locator('.pay__now')).toContainText(rest)
      await expect(button).toBeEnabled()
      await pay(form, testCards.works)
      await expect(form.getByText(payment.congrats)).toBeVisible()

      const client = await createClientFor(server, buyer)
      const deal = await client('GET /deals/:id', { params: { id } })
      expect([deal.price, deal.paid, deal.rest]).toEqual([lowered, lowered, 0])
      await expect(form.getByRole('heading', { level: 1 })).toHaveText(createPattern(payment.heading))
    },
  )

  test(
    `the full price of a lowered price: the open form takes nothing and says the new price (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, buyer, server, browserErrors }) => {
      test.slow()
      browserErrors.allow(/confirm 400$/, /create-payment-intent 409$/)
      const key = code === 'en' ? 'honda-dio-110-1' : 'suzuki-gixxer-fi-abs-1'
      const { seller, taka } = getDemoBike(key)
      const id = await book(server, buyer, key)
      const ofSeller = await createClientFor(server, getPerson(seller))
      await ofSeller('PUT /deals/:id/answer', { params: { id }, body: { answer: 'yes' } })
      const [form, buyers, sellers] = [
        await openPageAs(buyer),
        await openPageAs(buyer),
        await openPageAs(getPerson(seller)),
      ]
      await form.goto(localizePath(`/dashboard/payment/${id}`))
      await form.getByRole('radio', { name: new RegExp(`^${money.pay.full}`) }).check()
      const button = findPayButton(form)
      await expect(button).toBeEnabled()
      await typeCard(form, testCards.works)
      await lowerPrice(localizePath(`/dashboard/deal/${id}`), { sellers, buyers })
      await button.click()
      const notice = form.getByRole('alert').filter({ hasText: newPrice(taka.sale) })
      await notice.getByRole('button', { name: payment.payNewPrice(format.taka(lowered)), exact: true }).click()
      await expect(button).toBeEnabled()
      await pay(form, testCards.works)
      await expect(form.getByText(payment.congrats)).toBeVisible()
    },
  )
}
