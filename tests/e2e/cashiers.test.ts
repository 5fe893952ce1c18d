// What cashiers do: a payout by two people, a refund that the card refuses, and a payout that a bank sends back.
import type { Page } from '@playwright/test'
import { getDemoBike } from './bikes.ts'
import { createHeldDeal, createPaidOutDeal, createReleasedDeal, failRefund } from './deals.ts'
import { expect, findExactText, test, typeOver, waitUntilReady } from './e2e-test.ts'
import { languages } from './languages.ts'
import { getPerson, registerBuyer } from './people.ts'

const dialog = (page: Page) => page.getByRole('dialog')

for (const language of languages) {
  const { name: languageName, namespaces, localizePath, code, format } = language
  const { payouts, money } = namespaces.money
  const { deals, returnedPayouts } = namespaces
  const bikes = {
    refunded: { en: 'gixxer-sf-uttara', bn: 'gixxer-subidbazar' },
    paidOut: { en: 'gixxer-mohammadpur', bn: 'fzs-sonadanga' },
    returned: { en: 'gsxr-lalmatia', bn: 'mt15-dhanmondi' },
  } as const

  test(
    `a refund that the card refuses is sent by hand by two people (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, server, browserErrors }) => {
      test.slow()
      browserErrors.allow(/^PUT \/api\/refunds\/[\w-]+ 409$/)
      const buyer = await registerBuyer(server, 'Tahmina Akter')
      const bike = getDemoBike(bikes.refunded[code])
      const price = format.taka(bike.taka.sale)
      const id = await createHeldDeal(server, buyer, bikes.refunded[code])
      await failRefund(server, bikes.refunded[code], id)
      const [cashiers, admins] = [await openPageAs('rokeya'), await openPageAs('ayesha')]
      const findItem = (page: Page) =>
        page.getByRole('listitem').filter({ hasText: buyer.name }).filter({ hasText: price })

      await cashiers.goto(localizePath('/dashboard/payouts'))
      await expect(cashiers.getByText(payouts.files)).toBeVisible()
      const downloaded = cashiers.waitForEvent('download')
      await cashiers.getByRole('button', { name: payouts.downloadExcel, exact: true }).click()
      expect((await downloaded).suggestedFilename()).toBe('payouts.xlsx')
      await expect(findItem(cashiers).getByText(payouts.refundStates.failed)).toBeVisible()
      await findItem(cashiers).getByRole('button', { name: payouts.byHand.open, exact: true }).click()
      await expect(dialog(cashiers).getByRole('heading')).toHaveText(payouts.byHand.heading(price, buyer.name))
      await dialog(cashiers).getByRole('button', { name: payouts.byHand.submit, exact: true }).click()
      await expect(dialog(cashiers).getByText(payouts.missingReference, { exact: true })).toBeVisible()
      await dialog(cashiers).getByLabel(payouts.reference).fill('BKASH 77')
      await dialog(cashiers).getByRole('button', { name: payouts.byHand.submit, exact: true }).click()
      await expect(findItem(cashiers).getByText(payouts.refundPreparedBy('Rokeya Begum', 'BKASH 77'))).toBeVisible()
      // Sending it to the card again would pay twice.
      await expect(findItem(cashiers).getByRole('button', { name: payouts.again, exact: true })).toHaveCount(0)

      await findItem(cashiers).getByRole('button', { name: payouts.approve, exact: true }).click()
      await dialog(cashiers).getByRole('button', { name: payouts.approveByHand.submit, exact: true }).click()
      await expect(dialog(cashiers).getByRole('alert').getByText(/\S/)).toBeVisible()

      await admins.goto(localizePath('/dashboard/payouts'))
      await admins.getByRole('link', { name: payouts.attention.title, exact: true }).click()
      const payment = admins.getByRole('listitem').filter({ hasText: bike.name }).filter({ hasText: price })
      await expect(payment.getByText(payouts.attention.waits.refund_failed.name)).toBeVisible()
      // Only the admin may see these payments.
      await expect(cashiers.getByRole('link', { name: payouts.attention.title, exact: true })).toHaveCount(0)
      await admins.getByRole('link', { name: payouts.waiting, exact: true }).click()
      await findItem(admins).getByRole('button', { name: payouts.approve, exact: true }).click()
      await expect(dialog(admins).getByLabel(payouts.reference)).toHaveValue('BKASH 77')
      await dialog(admins).getByRole('button', { name: payouts.approveByHand.submit, exact: true }).click()
      await expect(findExactText(admins, payouts.approveByHand.success)).toBeVisible()
      await expect(findItem(admins)).toHaveCount(0)

      const buyers = await openPageAs(buyer)
      await buyers.goto(localizePath(`/dashboard/deal/${id}`))
      await expect(buyers.getByText(`${price} (${deals.money.refundStates.by_hand})`)).toBeVisible()
    },
  )

  test(
    `a payout that the bank sends back is due again, and the seller reads why (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, buyer, server }) => {
      test.slow()
      const bike = getDemoBike(bikes.returned[code])
      const price = format.taka(bike.taka.sale)
      await createPaidOutDeal(server, buyer, bikes.returned[code])
      const page = await openPageAs('rokeya')
      const item = page.getByRole('listitem').filter({ hasText: price }).filter({ hasText: bike.name })
      await page.goto(localizePath('/dashboard/payouts'))
      await page.getByRole('link', { name: payouts.paid, exact: true }).click()
      await expect(item.getByText('BKP9XK2')).toBeVisible()
      await item.getByRole('button', { name: payouts.fail, exact: true }).click()
      await expect(dialog(page).getByRole('heading')).toHaveText(returnedPayouts.heading(price))
      await dialog(page).getByRole('button', { name: returnedPayouts.submit, exact: true }).click()
      await expect(dialog(page).getByText(returnedPayouts.missing)).toBeVisible()
      await expect(dialog(page).getByText(returnedPayouts.missingReference)).toBeVisible()
      await dialog(page).getByLabel(payouts.reason).fill('Account closed')
      await dialog(page).getByLabel(returnedPayouts.reference).fill('RT77')
      await dialog(page).getByRole('button', { name: returnedPayouts.submit, exact: true }).click()
      await expect(findExactText(page, returnedPayouts.success)).toBeVisible()
      await expect(item).toHaveCount(0)
      await page.getByRole('link', { name: payouts.waiting, exact: true }).click()
      const byHand = new RegExp(`^(${payouts.prepareByHand}|${payouts.prepare}): ৳[\\d০-৯,]+$`)
      await expect(item.getByRole('button', { name: byHand })).toBeVisible()
      await expect(item.getByText(returnedPayouts.repeats('BKP9XK2', 'Account closed'))).toBeVisible()
      await expect(item.getByText(returnedPayouts.returnedBy(getPerson('rokeya').name, 'RT77'))).toBeVisible()

      const sellers = await openPageAs(bike.seller)
      await sellers.goto(localizePath('/dashboard/money'))
      const row = sellers.getByRole('listitem').filter({ hasText: price }).filter({ hasText: 'Account closed' })
      await expect(row.getByText(money.states.failed)).toBeVisible()
    },
  )

  test(
    `a payout is prepared by one, approved by another, and confirmed (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, buyer, server }) => {
      test.slow()
      const bike = getDemoBike(bikes.paidOut[code])
      const price = format.taka(bike.taka.sale)
      await createReleasedDeal(server, buyer, bikes.paidOut[code])
      const [cashiers, admins, sellers] = [
        await openPageAs('rokeya'),
        await openPageAs('ayesha'),
        await openPageAs(bike.seller),
      ]
      const findItem = (page: Page) =>
        page.getByRole('listitem').filter({ hasText: price }).filter({ hasText: bike.name })
      const byHand = new RegExp(`^(${payouts.prepareByHand}|${payouts.prepare}): ৳[\\d০-৯,]+$`)
      const approve = payouts.withSum(payouts.approve, price)
      await cashiers.goto(localizePath('/dashboard'))
      await waitUntilReady(cashiers)
      await cashiers.getByRole('link', { name: payouts.title, exact: true }).click()
      await findItem(cashiers).getByRole('button', { name: byHand }).click()
      await expect(findItem(cashiers).getByText(payouts.prepared.you.byHand)).toBeVisible()

      await admins.goto(localizePath('/dashboard/payouts'))
      await expect(findItem(admins).getByText(payouts.prepared.other.byHand('Rokeya Begum'))).toBeVisible()
      await expect(findItem(admins).getByRole('button', { name: approve, exact: true })).toHaveCount(0)

      const save = findItem(cashiers).getByRole('button', { name: payouts.saveReference, exact: true })
      await save.click()
      await expect(findItem(cashiers).getByText(payouts.missingReference)).toBeVisible()
      await typeOver(findItem(cashiers).getByLabel(payouts.reference), 'BKP7Q2')
      await save.click()
      await expect(findItem(cashiers).getByText(payouts.prepared.you.sent('BKP7Q2'))).toBeVisible()

      await admins.reload()
      await findItem(admins).getByRole('button', { name: approve, exact: true }).click()
      await admins.getByRole('dialog').getByRole('button', { name: payouts.approval.labels.confirm }).click()
      await expect(findItem(admins).getByText(payouts.states.sent)).toBeVisible()
      await cashiers.reload()
      await findItem(cashiers).getByRole('button', { name: payouts.confirm, exact: true }).click()
      await expect(findItem(cashiers)).toHaveCount(0)

      await sellers.goto(localizePath('/dashboard/money'))
      const row = sellers.getByRole('listitem').filter({ hasText: price })
      await expect(row.getByText(money.states.confirmed)).toBeVisible()
      await expect(row.getByText(/BKP7Q2/)).toBeVisible()
    },
  )
}
