// What the seller sees at once after an act of their own: why it did not work, beside the button, and the counts of the menu.
import { apiErrors } from '#contract/errors/error-codes.ts'
import { expect, longUnless, test } from './e2e-test.ts'
import { languages } from './languages.ts'
import { createBikeName, createListings } from './listing.ts'
import { createClientFor, registerBuyer, registerSeller } from './people.ts'

const meeting = { contactNumber: '01712345678', meetingLocation: 'Kandirpar' }

for (const { name: languageName, namespaces, localizePath, code } of languages) {
  const { dealActs, dealSituations, dashboard } = namespaces
  test(
    `a seller who accepts while another buyer pays reads why beside the button, and afterwards the count is right (${languageName})`,
    { tag: longUnless(code === 'en') },
    async ({ openPageAs, server, buyer, browserErrors }) => {
      browserErrors.allow(/^PUT \/api\/deals\/[0-9a-f-]+\/answer 409$/)
      const [seller, other] = [await registerSeller(server, 'Selina Akter'), await registerBuyer(server, 'Sumon Das')]
      await createListings(server, seller, [createBikeName()])
      const [bike] = await (await createClientFor(server, seller))('GET /allbikes/myproduct')
      const [producId, price] = [bike?._id ?? '', bike?.salePrice ?? 0]
      const [ofBuyer, ofOther] = [await createClientFor(server, buyer), await createClientFor(server, other)]
      const { insertedId: id } = await ofBuyer('POST /bookings', { body: { producId, salePrice: price, ...meeting } })
      const { insertedId: otherId } = await ofOther('POST /bookings', {
        body: { producId, salePrice: price, ...meeting },
      })

      const page = await openPageAs(seller)
      await page.setViewportSize({ width: 360, height: 640 })
      await page.goto(localizePath(`/dashboard/deal/${id}`))
      const menu = page.locator('.sidemenu').getByRole('link', { name: new RegExp(`^${dashboard.deals}`) })
      await expect(menu).toHaveText(new RegExp(dashboard.answerNow(2)))
      await page.getByRole('button', { name: dealActs.buttons.accept, exact: true }).click()
      const submit = page.getByRole('dialog').getByRole('button', { name: dealActs.accept.submit, exact: true })
      // The page was read before, so it offers what is refused now.
      await ofOther('POST /create-payment-intent', { body: { price, bookingId: otherId } })
      await submit.click()
      const why = page.getByRole('dialog').getByRole('alert')
      await expect(why).not.toBeEmpty()
      await expect(why).toBeInViewport({ ratio: 1 })
      await expect(submit).toBeInViewport({ ratio: 1 })
      if (code === 'en') await expect(why).toHaveText(apiErrors.bike_being_paid.message)

      await ofOther('POST /deals/:id/cancel', { params: { id: otherId }, body: { reason: 'found' } })
      await submit.click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        dealSituations.seller.noTime.heading('Nadia', ''),
      )
      await expect(menu).toHaveText(dashboard.deals)
    },
  )
}
