// Toasts cover no button that a person presses next, measured on a phone.
import { openPayment, pay, testCards } from './card.ts'
import { createBookedBike } from './deals.ts'
import { expect, expectPage, test, waitUntilReady } from './e2e-test.ts'
import {
  createBikeName,
  createListings,
  createPhonePhoto,
  expectPhotoUploaded,
  fillProductForm,
  findAddProductButton,
  findPhotoField,
  typedBike,
} from './listing.ts'
import { createClientFor, createNewPerson, fillPhotoUrl, registerSeller, servePhotos } from './people.ts'
import { expectNothingCovered } from './toasts.ts'

test(
  'toasts stand beside the buttons of a bike, of the wishlist and of the login',
  { tag: '@long' },
  async ({ openPageAs, buyer, server }) => {
    const seller = await registerSeller(server, 'Selina Akter')
    await createListings(server, seller, [createBikeName()])
    const [bike] = await (await createClientFor(server, seller))('GET /allbikes/myproduct')
    const visitors = await openPageAs('visitor')
    await visitors.goto(`/bikes/${bike?.slug}`)
    await waitUntilReady(visitors)
    await expectNothingCovered(visitors, () =>
      visitors.getByRole('button', { name: 'Add to Wishlist' }).filter({ visible: true }).last().click(),
    )

    const buyers = await openPageAs(buyer)
    await buyers.goto(`/bikes/${bike?.slug}`)
    await waitUntilReady(buyers)
    await expectNothingCovered(buyers, () =>
      buyers.getByRole('button', { name: 'Add to Wishlist' }).filter({ visible: true }).last().click(),
    )
    await buyers.goto('/dashboard/wishlist')
    await buyers.getByRole('button', { name: /^Remove/ }).click()
    await expectNothingCovered(buyers, () => buyers.getByRole('dialog').getByRole('button', { name: 'Remove' }).click())

    const registering = await openPageAs('visitor')
    await servePhotos(registering.context())
    await registering.goto('/register')
    await waitUntilReady(registering)
    const person = createNewPerson()
    await registering.getByLabel('Your Name').fill(person.name)
    await fillPhotoUrl(registering, person.photoUrl)
    await registering.getByLabel('Email address').fill(person.email)
    await registering.getByLabel('Password', { exact: true }).fill(person.password)
    await expectNothingCovered(registering, async () => {
      await registering.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click()
      await expectPage(registering, { path: '/login', heading: 'Login' })
      // To the edge where the toasts are.
      const forgotten = registering.getByRole('link', { name: 'Forgot your password?' })
      await forgotten.evaluate((link) => link.scrollIntoView({ block: 'end', behavior: 'instant' }))
    })
  },
)

test(
  'toasts stand beside the buttons of a deal, of its payment and of its handover',
  { tag: '@long' },
  async ({ openPageAs, buyer, server }) => {
    test.slow()
    const { id, seller, ofSeller, ofBuyer } = await createBookedBike(server, buyer)
    const sellers = await openPageAs(seller)
    await sellers.goto(`/dashboard/deal/${id}`)
    await waitUntilReady(sellers)
    const dialog = sellers.getByRole('dialog')
    await sellers.getByRole('button', { name: 'Accept', exact: true }).click()
    for (const name of ['day', 'time'])
      await dialog
        .locator('label', { has: sellers.locator(`[name="${name}"]`) })
        .nth(1)
        .click()
    await expectNothingCovered(sellers, () => dialog.getByRole('button', { name: /^Accept/ }).click())

    const buyers = await openPageAs(buyer)
    await openPayment(buyers, id)
    await buyers.getByRole('radio', { name: /^Deposit/ }).check()
    await expectNothingCovered(buyers, () => pay(buyers, testCards.works))

    await sellers.goto(`/dashboard/deal/${id}`)
    await waitUntilReady(sellers)
    await sellers.locator('summary').getByText('More', { exact: true }).click()
    await sellers.getByRole('button', { name: 'Change the price', exact: true }).click()
    await dialog.getByLabel('New price in Taka').fill('100000')
    await expectNothingCovered(sellers, () => dialog.getByRole('button', { name: 'Send', exact: true }).click())

    const { code } = await ofBuyer('GET /deals/:id/code', { params: { id }, query: { together: 'yes' } })
    await ofSeller('POST /deals/:id/handover', { params: { id }, body: { code } })
    await buyers.goto(`/dashboard/deal/${id}`)
    await waitUntilReady(buyers)
    await buyers.getByRole('button', { name: 'Everything is fine', exact: true }).click()
    const sure = buyers.getByRole('dialog').getByRole('button', { name: 'Everything is fine', exact: true })
    await expectNothingCovered(buyers, () => sure.click())
  },
)

test(
  'toasts stand beside the buttons of the product form and of the contact form',
  { tag: '@long' },
  async ({ openPageAs, server }) => {
    const sellers = await openPageAs(await registerSeller(server))
    await sellers.goto('/dashboard/addproducts')
    await fillProductForm(sellers, { ...typedBike, productName: createBikeName() })
    await findPhotoField(sellers).setInputFiles(await createPhonePhoto())
    await expectPhotoUploaded(sellers)
    await expectNothingCovered(sellers, async () => {
      await findAddProductButton(sellers).click()
      await expect(sellers).toHaveURL(/\/dashboard\/myproducts$/)
    })

    const visitors = await openPageAs('visitor')
    await visitors.goto('/')
    await waitUntilReady(visitors)
    const form = visitors.locator('form').filter({ has: visitors.getByLabel('Message') })
    await form.getByLabel('Email').fill('sadia@example.com')
    await form.getByLabel('Message').fill('Do you open on Friday?')
    await expectNothingCovered(visitors, () => form.getByRole('button', { name: /Send Message/ }).click())
  },
)
