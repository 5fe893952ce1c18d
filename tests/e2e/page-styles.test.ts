// Each way inside the shop into a page with a style sheet of its own: the page has its styles at once, without a reload.
import type { Page } from '@playwright/test'
import { ask, findBikePath } from './people.ts'
import { createReservedBike, getSharedDeal } from './deals.ts'
import { expect, test, waitUntilReady } from './e2e-test.ts'
import { createBikeName, createListings } from './listing.ts'

type Way = {
  /** Where a newly loaded document begins, which has not loaded the style sheet yet. */
  from: string
  /** The names of the links, buttons and checkboxes that lead on. */
  by: (string | RegExp)[]
  /** An element of the page that the way leads to, and what its style sheet gives it. */
  shows: readonly [selector: string, property: string, value: string]
  /** The page has the bar with the next act. */
  hasBar?: true
}

const deal = ['.dealtop', 'display', 'grid'] as const

const follow = async (page: Page, { from, by, shows: [selector, property, value], hasBar }: Way): Promise<void> => {
  await page.goto(from)
  await waitUntilReady(page)
  for (const name of by) {
    const folds = page.locator('summary')
    const fold = folds.filter({ hasText: name }).or(folds.and(page.getByLabel(name)))
    const button = page.getByRole('button', { name }).or(page.getByRole('checkbox', { name }))
    const control = page.getByRole('link', { name }).or(button).or(fold)
    await control.filter({ visible: true }).first().click()
  }
  const way = [from, ...by].join(' → ')
  await expect(page.locator(selector).first(), way).toHaveCSS(property, value)
  if (hasBar) await expect(page.locator('.actbar'), way).toHaveCSS('position', 'sticky')
}

test('a visitor’s ways into styled pages', { tag: '@long' }, async ({ openPageAs, server, buyer }) => {
  const page = await openPageAs('visitor')
  const bike = await findBikePath(server, buyer, 'gixxer-mirpur')
  const ways: Way[] = [
    { from: '/', by: ['See all bikes'], shows: ['.mini', 'display', 'grid'] },
    { from: '/', by: [/^What is my bike worth/], shows: ['.valuation', 'display', 'grid'] },
    { from: '/bikes', by: [/^Suzuki Gixxer/], shows: ['.bike', 'display', 'grid'] },
    { from: bike, by: [/^What a used /], shows: ['.guide', 'display', 'grid'] },
    { from: bike, by: ['All bikes of this seller'], shows: ['.mini', 'display', 'grid'] },
    {
      from: '/bikes',
      by: [/^Compare Suzuki/, /^Compare Yamaha/, 'Compare 2 bikes'],
      shows: ['.compare__bar', 'display', 'flex'],
    },
  ]
  for (const way of ways) await follow(page, way)
})

test(
  'a buyer’s ways into the own order and the pages around it',
  { tag: '@long' },
  async ({ openPageAs, server, buyer }) => {
    const { id } = await createReservedBike(server, buyer)
    await ask(server, buyer, 'gixxer-mirpur', 'Is it still there?')
    const page = await openPageAs(buyer)
    const orders = '/dashboard'
    const order = `/dashboard/deal/${id}`
    const ways: Way[] = [
      { from: orders, by: [/^See order: /], shows: deal, hasBar: true },
      { from: '/', by: [/^Notifications/, /^Paid and protected/], shows: deal, hasBar: true },
      { from: '/dashboard/account', by: [/^Notifications/, /^Paid and protected/], shows: deal, hasBar: true },
      { from: order, by: ['Show my code'], shows: ['.steps.order', 'list-style-type', 'none'] },
      { from: order, by: [/^More$/, 'Something is wrong'], shows: deal },
      { from: `${order}/code`, by: ['Back to the deal'], shows: deal, hasBar: true },
      { from: order, by: [/^More$/, 'Pay the rest'], shows: ['.pay__bar', 'position', 'sticky'] },
      { from: orders, by: [/^Notifications/], shows: ['.bellbox', 'overflow', 'hidden'] },
      { from: orders, by: ['My Account'], shows: ['.account', 'display', 'grid'] },
      { from: orders, by: [/^Messages/], shows: ['.threads', 'list-style-type', 'none'] },
      { from: orders, by: [/^Messages/, /Is it still there/], shows: ['.talk', 'display', 'flex'] },
    ]
    for (const way of ways) await follow(page, way)
  },
)

test('a seller’s ways into deals and money', { tag: '@long' }, async ({ openPageAs, server, buyer }) => {
  const { id, seller } = await createReservedBike(server, buyer)
  // Beside the reserved bike one that can be edited.
  await createListings(server, seller, [createBikeName()])
  const page = await openPageAs(seller)
  const products = '/dashboard/myproducts'
  const ways: Way[] = [
    { from: products, by: [/^Deals/], shows: ['.dealcard', 'display', 'grid'] },
    // "See deal" is a link of both lists.
    { from: products, by: [/^Deals/, /^Propose a time: /], shows: deal, hasBar: true },
    { from: products, by: ['Money'], shows: ['.totals', 'display', 'grid'] },
    {
      from: `/dashboard/deal/${id}`,
      by: ['Add your bKash or bank account'],
      shows: ['.destination', 'display', 'grid'],
    },
    {
      from: `/dashboard/deal/${id}`,
      by: [/^More$/, /^Enter .+’s code$/],
      shows: ['.steps.order', 'list-style-type', 'none'],
    },
    { from: products, by: [/^More for /, /^Inspection: /], shows: ['.inspect', 'display', 'grid'] },
    { from: '/dashboard/deals', by: ['My Products'], shows: ['.records--mine .own', 'display', 'contents'] },
    { from: products, by: [/^Edit /], shows: ['.savebar', 'position', 'sticky'] },
    { from: products, by: ['Add a Product'], shows: ['.form__category', 'display', 'grid'] },
  ]
  for (const way of ways) await follow(page, way)
})

test('the admin’s ways into lists', { tag: '@long' }, async ({ openPageAs, server }) => {
  // A problem to list.
  await getSharedDeal({ server }, 'disputed')
  const page = await openPageAs('ayesha')
  const messages = '/dashboard/messages'
  const ways: Way[] = [
    { from: messages, by: ['Overview'], shows: ['.stats', 'display', 'grid'] },
    { from: messages, by: ['Bookings and deals'], shows: ['.list-filters', 'display', 'grid'] },
    { from: messages, by: ['Payouts'], shows: ['.views', 'display', 'flex'] },
    { from: messages, by: ['Problems'], shows: ['.dl', 'list-style-type', 'none'] },
    { from: messages, by: ['Fees and deadlines'], shows: ['.fees', 'list-style-type', 'none'] },
  ]
  for (const way of ways) await follow(page, way)
})
