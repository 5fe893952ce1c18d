// Toasts cover no button that a person presses next, measured on a phone.
import { expectPage, test, waitUntilReady } from './e2e-test.ts'
import { createBikeName, createListings } from './listing.ts'
import { createClientFor, createNewPerson, registerSeller, servePhotos } from './people.ts'
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
    await registering.getByLabel('Photo URL').fill(person.photoUrl)
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
