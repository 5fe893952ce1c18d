// A line of two buyers for one bike: the first cancels, the next has a turn, pays, and gets the bike.
import type { Page } from '@playwright/test'
import { fixtures } from '#seed/fixtures.ts'
import { getDemoBike } from './bikes.ts'
import { payForDeal, findPayButton } from './card.ts'
import { expect, readText, test } from './e2e-test.ts'
import { createPattern, languages } from './languages.ts'
import { addToWishlist, book, registerBuyer } from './people.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const dialog = (page: Page) => page.getByRole('dialog')

for (const language of languages) {
  const { name: languageName, namespaces, localizePath, code } = language
  const { deals, dealActs, dealSituations, buyer: buyerMessages, money, orders } = namespaces
  const { buttons } = dealActs
  const bikes = { en: 'intruder-mirpur', bn: 'r15-dhanmondi' } as const

  test(
    `a buyer cancels, and the next in line pays and gets the bike (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, buyer, server }) => {
      test.slow()
      const bike = getDemoBike(bikes[code])
      const sellerName = fixtures[bike.seller].name.split(' ')[0] ?? ''
      const next = await registerBuyer(server, 'Sumon Das')
      const id = await book(server, buyer, bikes[code])
      const nextId = await book(server, next, bikes[code])
      await addToWishlist(server, next, bikes[code])
      const toPath = (dealId: string) => localizePath(`/dashboard/deal/${dealId}`)
      const [sellers, buyers, nexts] = [await openPageAs(bike.seller), await openPageAs(buyer), await openPageAs(next)]
      const accept = async (dealId: string, name: string) => {
        await sellers.goto(toPath(dealId))
        await sellers.getByRole('button', { name: buttons.accept, exact: true }).click()
        await dialog(sellers).getByRole('button', { name: dealActs.accept.submit, exact: true }).click()
        await expect(heading(sellers)).toHaveText(dealSituations.seller.noTime.heading(name, ''))
      }
      await accept(id, 'Nadia')

      await nexts.goto(toPath(nextId))
      await expect(heading(nexts)).toHaveText(dealSituations.buyer.inLine.heading('', deals.ordinal(1)))
      await expect(nexts.getByRole('link', { name: buttons.pay, exact: true })).toHaveCount(0)
      // Neither the list, nor the wish, nor the page of the payment asks for money.
      const place = dealSituations.buyer.inLine.heading('', deals.ordinal(1))
      for (const path of ['/dashboard', '/dashboard/wishlist']) {
        await nexts.goto(localizePath(path))
        await expect(nexts.getByRole('row').getByText(place)).toBeVisible()
        await expect(nexts.getByRole('link', { name: buyerMessages.purchases.pay, exact: true })).toHaveCount(0)
      }
      await nexts.goto(localizePath(`/dashboard/payment/${nextId}`))
      await expect(nexts.getByRole('heading', { level: 2, name: place })).toBeInViewport()
      await expect(findPayButton(nexts)).toHaveCount(0)
      await expect(nexts.getByText(buyerMessages.payment.price, { exact: true })).toHaveCount(0)
      await nexts.getByRole('link', { name: orders.booked.see }).click()
      await expect(heading(nexts)).toHaveText(place)

      await buyers.goto(localizePath('/dashboard'))
      await expect(buyers.getByText(dealSituations.buyer.noTime.heading(sellerName, ''))).toBeVisible()
      await buyers.getByRole('link', { name: new RegExp(`^${deals.list.openOrder}`) }).click()
      await buyers.getByRole('button', { name: buttons.cancelBooking, exact: true }).click()
      await expect(dialog(buyers).getByText(dealActs.cancel.unpaid)).toBeVisible()
      await dialog(buyers).getByRole('radio', { name: dealActs.cancel.reasonsBuyer.found }).check()
      await dialog(buyers).getByRole('button', { name: dealActs.cancel.submit, exact: true }).click()
      await expect(heading(buyers)).toHaveText(dealSituations.buyer.cancelled_by_buyer.heading('', ''))
      await buyers.goto(localizePath('/dashboard'))
      const noOrders = buyerMessages.orders.heading(language.format.digits(0))
      await expect(buyers.getByRole('heading', { name: noOrders, exact: true })).toBeVisible()

      // The page of the next learns of the turn by itself.
      await expect(heading(nexts)).toHaveText(createPattern((when) => dealSituations.buyer.turn.heading('', when)))
      await expect(nexts.getByRole('link', { name: buttons.takeBike, exact: true })).toBeVisible()
      await sellers.goto(toPath(id))
      await expect(sellers.getByText(dealActs.cancel.reasonsBuyer.found)).toBeVisible()
      await accept(nextId, 'Sumon')

      await expect(heading(nexts)).toHaveText(dealSituations.buyer.noTime.heading(sellerName, ''))
      await nexts.getByRole('link', { name: buttons.pay, exact: true }).click()
      await payForDeal(nexts, language, 'full')
      await expect(heading(nexts)).toHaveText(
        createPattern((taka) => dealSituations.buyer.paidNoTime.heading('', '', taka)),
      )
      await nexts.getByRole('link', { name: buttons.code, exact: true }).click()
      await nexts.getByRole('button', { name: money.code.together }).click()
      const shown = await readText(nexts.locator('.code [aria-hidden]'), /^[\d০-৯]{3} [\d০-৯]{3}$/)
      const digits = shown.replace(/\s/, '')

      await expect(heading(sellers)).toHaveText(
        createPattern((taka) => dealSituations.seller.paidNoTime.heading('Sumon', '', taka)),
      )
      await sellers.getByRole('link', { name: buttons.handOver('Sumon'), exact: true }).click()
      await sellers.getByLabel(money.handover.code('Sumon'), { exact: true }).fill(digits)
      await sellers.getByRole('button', { name: money.handover.submit, exact: true }).click()
      await expect(heading(sellers)).toHaveText(money.handover.success)
      await expect(heading(nexts)).toHaveText(dealSituations.buyer.handedOver.heading('', ''))
    },
  )
}
