// A seller enters the numbers of a bike; at the meeting its buyer finds another one on the frame; anybody checks a number.
import { payBooking } from './deals.ts'
import { expect, test } from './e2e-test.ts'
import { languages } from './languages.ts'
import { createListings } from './listing.ts'
import { confirmAddress, createClientFor, registerSeller } from './people.ts'

for (const language of languages) {
  const { name: languageName, namespaces, localizePath, code } = language
  const { vehicleNumbers, bikePage, selling } = namespaces
  const { form, compare, check } = vehicleNumbers
  const serial = { en: '0048213', bn: '0048214' }[code]
  const chassis = `PS2GIX155M${serial}`

  test(
    `a seller enters the numbers of a bike, and its buyer reports a different one at the meeting (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, buyer, server, browserErrors }) => {
      test.slow()
      browserErrors.allow(/^PUT \/api\/allbikes\/myproduct\/[\w-]+\/numbers 400$/)
      const seller = await registerSeller(server)
      await createListings(server, seller, ['Suzuki Gixxer 155'])
      const [bike] = await (await createClientFor(server, seller))('GET /allbikes/myproduct')
      if (!bike) throw new Error('The seller has no bike.')
      const sellers = await openPageAs(seller)
      await sellers.goto(localizePath('/dashboard/myproducts'))
      await sellers.getByLabel(selling.mine.moreActs('Suzuki Gixxer 155'), { exact: true }).click()
      await sellers.getByRole('link', { name: selling.mine.numbersLabel('Suzuki Gixxer 155') }).click()
      await sellers.getByLabel(form.registration).fill('ঢাকা মেট্রো-ল ১২-৩৪৫৬')
      await sellers.getByLabel(form.engine).fill('G3E5E0415507')
      await sellers.getByLabel(form.chassis).fill('PS2GIX')
      await sellers.getByRole('button', { name: form.save }).click()
      await expect(sellers.getByLabel(form.chassis)).toHaveAttribute('aria-invalid', 'true')
      await sellers.getByLabel(form.chassis).fill(chassis)
      await sellers.getByRole('button', { name: form.save }).click()
      await expect(sellers.getByText(form.saved)).toBeVisible()

      const ofBuyer = await createClientFor(server, buyer)
      const booking = { producId: bike._id, salePrice: bike.salePrice }
      const meeting = { contactNumber: '01712345678', meetingLocation: 'Mirpur 10 circle' }
      const { insertedId: id } = await ofBuyer('POST /bookings', { body: { ...booking, ...meeting } })
      await payBooking(server, buyer, id, 'full')
      const buyers = await openPageAs(buyer)
      await buyers.goto(localizePath(`/dashboard/deal/${id}`))
      const numbers = buyers.getByRole('region', { name: compare.heading })
      await expect(numbers.getByText('ঢাকা মেট্রো-ল ১২-৩৪৫৬')).toBeVisible()
      const ofChassis = numbers.getByRole('region', { name: compare.chassis })
      await expect(ofChassis.getByText(`•••• ${serial.slice(-4)}`)).toBeVisible()
      for (const kind of [compare.registration, compare.engine])
        await numbers.getByRole('region', { name: kind }).getByRole('button', { name: compare.same }).click()
      await ofChassis.getByRole('button', { name: compare.different }).click()
      await expect(numbers.getByRole('heading', { name: compare.stop })).toBeVisible()
      await numbers.getByRole('button', { name: compare.report }).click()
      await expect(numbers).toBeHidden()
      const { state, paid } = await ofBuyer('GET /deals/:id', { params: { id } })
      expect([state, paid > 0]).toEqual(['disputed', true])

      await confirmAddress(server, buyer)
      await buyers.goto(localizePath(`/bikes/${bike.slug}`))
      await buyers.getByRole('link', { name: bikePage.checkBike }).click()
      await buyers.getByLabel(check.chassis).fill('ME1RG4420L0000001')
      await buyers.getByRole('button', { name: check.submit, exact: true }).click()
      await expect(buyers.getByRole('heading', { name: check.answers.nothing_known.heading })).toBeVisible()
    },
  )
}
