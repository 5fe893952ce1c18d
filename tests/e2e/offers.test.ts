// A buyer and a seller haggle, side by side: offer, another price, accept, book, pay what was agreed.
import type { Page } from '@playwright/test'
import { formatTaka } from './bikes.ts'
import { payForDeal } from './card.ts'
import { expect, readLinkPath, test } from './e2e-test.ts'
import { languages } from './languages.ts'
import { createBikeName, createListings } from './listing.ts'
import { createWord, createClientFor, registerSeller } from './people.ts'
import type { TestServer } from './test-server.ts'

/** A new seller with one bike at Tk 178,000. */
const createSeller = async (server: TestServer) => {
  const seller = await registerSeller(server, `Babul ${createWord()}`)
  await createListings(server, seller, [createBikeName()])
  const client = await createClientFor(server, seller)
  const [bike] = await client('GET /allbikes/myproduct')
  return { seller, id: bike?._id ?? '', slug: bike?.slug ?? '' }
}

const dialog = (page: Page) => page.getByRole('dialog')

for (const language of languages) {
  const { name: languageName, namespaces, localizePath, format } = language
  const { offers, chats, dealActs, dealSituations, money } = namespaces
  const log = (page: Page) => page.getByRole('log', { name: chats.log })

  test(
    `a buyer offers, the seller names another price, the buyer accepts, books and pays it (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, server, buyer }) => {
      test.slow()
      const { seller, slug } = await createSeller(server)
      const [sellers, buyers] = [await openPageAs(seller), await openPageAs(buyer)]
      const bikePath = localizePath(`/bikes/${slug}`)
      await buyers.goto(bikePath)
      await buyers.getByRole('link', { name: namespaces.bikePage.makeOffer, exact: true }).click()
      await dialog(buyers)
        .getByRole('button', { name: format.taka(164_000) })
        .click()
      await expect(dialog(buyers).getByLabel(offers.label)).toHaveValue('164000')
      await dialog(buyers).getByRole('button', { name: offers.send, exact: true }).click()
      await expect(buyers).toHaveURL(/\/dashboard\/chats\/[0-9a-f-]{36}$/)
      await expect(log(buyers)).toContainText(offers.yourOffer)
      await expect(buyers.getByRole('button', { name: offers.withdraw })).toBeVisible()

      await sellers.goto(localizePath('/dashboard/chats'))
      await sellers.getByRole('link', { name: offers.inList.theirs(format.taka(164_000)) }).click()
      await expect(sellers.getByRole('button', { name: offers.accept(format.taka(164_000)) })).toBeVisible()
      await sellers.getByRole('button', { name: offers.another, exact: true }).click()
      await dialog(sellers).getByLabel(offers.label).fill('1,70,000')
      await dialog(sellers).getByRole('button', { name: offers.send, exact: true }).click()
      await expect(log(sellers)).toContainText(offers.states.countered)

      // It arrives by itself.
      await buyers.getByRole('button', { name: offers.accept(format.taka(170_000)) }).click()
      await expect(dialog(buyers).getByText(offers.confirm.buyer('Babul'))).toBeVisible()
      await dialog(buyers)
        .getByRole('button', { name: offers.accept(format.taka(170_000)) })
        .click()
      await expect(buyers.getByText(chats.shown)).toBeVisible()
      await expect(log(sellers)).toContainText(offers.states.accepted)

      await buyers.getByRole('link', { name: offers.book(format.taka(170_000)) }).click()
      await expect(buyers.getByRole('heading', { level: 1 })).toHaveText(
        dealSituations.buyer.toBook.heading('Babul', ''),
      )
      await buyers.getByRole('button', { name: dealActs.buttons.book(format.taka(170_000)) }).click()
      await dialog(buyers).getByLabel(dealActs.contact.number).fill('01712345678')
      await dialog(buyers).getByLabel(dealActs.contact.place).fill('Mirpur 10 circle')
      await dialog(buyers).getByRole('button', { name: dealActs.contact.book, exact: true }).click()
      await buyers.getByRole('link', { name: dealActs.buttons.pay, exact: true }).click()
      await expect(buyers.getByRole('radio', { name: new RegExp(`^${money.pay.full}`) })).toBeVisible()
      await expect(buyers.getByText(format.taka(170_000)).first()).toBeVisible()
      await payForDeal(buyers, language, 'full')
      await expect(buyers.getByText(format.taka(170_000)).first()).toBeVisible()
      // Others see the price as it was.
      await sellers.goto(bikePath)
      await expect(sellers.getByText(format.taka(178_000)).first()).toBeVisible()
    },
  )
}

const { namespaces } = languages[0]
const { offers } = namespaces

test(
  'an offer is taken back and refused; after that the next one is for tomorrow',
  { tag: '@long' },
  async ({ openPageAs, server, buyer, browserErrors }) => {
    browserErrors.allow(/^POST \/api\/chats\/[0-9a-f-]+\/offers 409$/)
    const { seller, slug } = await createSeller(server)
    const [sellers, buyers] = [await openPageAs(seller), await openPageAs(buyer)]
    const offer = async (typed: string) => {
      await dialog(buyers).getByLabel(offers.label).fill(typed)
      await dialog(buyers).getByRole('button', { name: offers.send, exact: true }).click()
    }
    await buyers.goto(`/dashboard/ask/${slug}?offer`)
    await offer('160000')
    await buyers.getByRole('button', { name: offers.withdraw }).click()
    await expect(buyers.getByText(offers.states.withdrawn, { exact: true }).first()).toBeVisible()
    await buyers.getByRole('button', { name: offers.make, exact: true }).click()
    await dialog(buyers).getByLabel(offers.label).fill('1000')
    await dialog(buyers).getByRole('button', { name: offers.send, exact: true }).click()
    await expect(dialog(buyers).getByRole('alert')).toContainText('at least half of the asking price')
    await offer('150000')
    await expect(buyers.getByRole('button', { name: offers.withdraw })).toBeVisible()

    await expect(buyers).toHaveURL(/\/dashboard\/chats\/[0-9a-f-]{36}$/)
    // Read at once: the assertion has waited for the address.
    await sellers.goto(new URL(buyers.url()).pathname)
    await sellers.getByRole('button', { name: offers.refuse, exact: true }).click()
    await expect(buyers.getByText(offers.why.tomorrow)).toBeVisible()
    await expect(buyers.getByRole('button', { name: offers.make, exact: true })).toHaveCount(0)
  },
)

test(
  'a seller sets a lowest price, which accepts for them, and a fixed price, which takes no offers',
  { tag: '@long' },
  async ({ openPageAs, server, buyer }) => {
    const { seller, id, slug } = await createSeller(server)
    const [sellers, buyers] = [await openPageAs(seller), await openPageAs(buyer)]
    await sellers.goto(`/dashboard/myproducts/${id}`)
    await sellers.getByRole('link', { name: offers.settings.link }).click()
    await sellers.getByLabel(offers.settings.fixed).check()
    await sellers.getByRole('button', { name: offers.settings.save, exact: true }).click()
    await expect(sellers.getByText(offers.settings.saved)).toBeVisible()
    await buyers.goto(`/bikes/${slug}`)
    await expect(buyers.getByRole('button', { name: 'Book Now' })).toBeVisible()
    await expect(buyers.getByRole('link', { name: namespaces.bikePage.makeOffer, exact: true })).toHaveCount(0)

    await sellers.getByLabel(offers.settings.fixed).uncheck()
    await sellers.getByLabel(offers.settings.floor).fill('165000')
    await sellers.getByRole('button', { name: offers.settings.save, exact: true }).click()
    await expect(sellers.getByText(offers.settings.saved).last()).toBeVisible()
    await buyers.goto(`/dashboard/ask/${slug}?offer`)
    await dialog(buyers).getByLabel(offers.label).fill('166000')
    await dialog(buyers).getByRole('button', { name: offers.send, exact: true }).click()
    await expect(buyers.getByRole('link', { name: offers.book(formatTaka(166_000)) })).toBeVisible()
  },
)

test('who makes an offer reads what similar bikes cost', { tag: '@long' }, async ({ openPageAs, buyer }) => {
  const page = await openPageAs(buyer)
  await page.goto('/bikes?q=gixxer+155')
  const path = await readLinkPath(page.getByRole('article').getByRole('link').first())
  await page.goto(`${path.replace('/bikes/', '/dashboard/ask/')}?offer`)
  await expect(dialog(page).getByText(/^Similar bikes: ৳[\d,]+–\u2060?[\d,]+\.$/)).toBeVisible()
})
