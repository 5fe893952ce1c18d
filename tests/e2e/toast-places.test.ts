// Toasts cover no button that a person presses next, measured on a phone.
import { expect, expectPage, test, waitUntilReady } from './e2e-test.ts'
import { createBikeName, createListings } from './listing.ts'
import { createClientFor, createNewPerson, registerSeller, servePhotos } from './people.ts'
import { findCoveredActions } from './toasts.ts'

const nothingCovered = { toasts: 1, covered: [] }
// While the toast is shown: those of login and registration stay for two seconds.
const soon = { timeout: 1_900 }

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
    await visitors.getByRole('button', { name: 'Book Now' }).filter({ visible: true }).last().click()
    await expect.poll(() => findCoveredActions(visitors), soon).toEqual(nothingCovered)

    const buyers = await openPageAs(buyer)
    await buyers.goto(`/bikes/${bike?.slug}`)
    await waitUntilReady(buyers)
    await buyers.getByRole('button', { name: 'Add to Wishlist' }).filter({ visible: true }).last().click()
    await expect.poll(() => findCoveredActions(buyers), soon).toEqual(nothingCovered)
    await buyers.goto('/dashboard/wishlist')
    await buyers.getByRole('button', { name: /^Remove/ }).click()
    await buyers.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => findCoveredActions(buyers), soon).toEqual(nothingCovered)

    const registering = await openPageAs('visitor')
    await servePhotos(registering.context())
    await registering.goto('/register')
    await waitUntilReady(registering)
    const person = createNewPerson()
    await registering.getByLabel('Your Name').fill(person.name)
    await registering.getByLabel('Photo URL').fill(person.photoUrl)
    await registering.getByLabel('Email address').fill(person.email)
    await registering.getByLabel('Password', { exact: true }).fill(person.password)
    await registering.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click()
    await expectPage(registering, { path: '/login', heading: 'Login' })
    await expect.poll(() => findCoveredActions(registering), soon).toEqual(nothingCovered)
  },
)
