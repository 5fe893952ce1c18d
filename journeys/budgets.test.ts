// What a first visit may cost, so that the shop stays fast while it grows.
import { expect, test } from './journey.ts'
import { kinds, weighVisit } from '../bench/page-weight.ts'
import { budgets } from './budgets.ts'
import { clientOf, personOf } from './people.ts'

// Ten times what a first visit takes here, in processor time of the page's thread: a phone is several times slower.
const busyMost = 5_000

/** The home page and the page of a bike, in bytes as they travel. */
const homeMost = 350_000
const inAll = (bytes: Record<string, number>): number => Object.values(bytes).reduce((sum, one) => sum + one, 0)

for (const { path, who, bytes: most, requests } of budgets) {
  test(`the first visit of ${path} stays in its budget and nothing moves`, async ({ as, watch }) => {
    if (path === '/nowhere') watch.allow('GET /nowhere 404')
    const weight = await weighVisit(await as(who), path)
    for (const kind of kinds) expect(weight.bytes[kind], `bytes of ${kind}`).toBeLessThanOrEqual(most[kind])
    if (path === '/') expect(inAll(weight.bytes), 'bytes in all').toBeLessThan(homeMost)
    expect(weight.requests, 'requests').toBeLessThanOrEqual(requests)
    // To three figures, as it is reported everywhere.
    expect(weight.layoutShift, 'shift of the layout').toBeCloseTo(0, 3)
    expect(weight.busyMs, 'work of the page, in milliseconds of processor time').toBeLessThan(busyMost)
  })
}

test('the first visit of the page of a bike meets the budgets of the home page', async ({ as, shop }) => {
  // A bike of the demonstration: what journeys offer has whatever photo they took.
  const ask = await clientOf(shop, personOf('rahim'))
  const mine = await ask('GET /allbikes/myproduct', { query: { limit: '100' } })
  const { slug } = mine.find(({ status, image }) => status === 'available' && image.startsWith('/pictures/')) ?? {}
  const [home] = budgets
  const weight = await weighVisit(await as('visitor'), `/bikes/${slug}`)

  expect(weight.bytes.script, 'bytes of script').toBeLessThanOrEqual(home?.bytes.script ?? 0)
  expect(inAll(weight.bytes), 'bytes in all').toBeLessThan(homeMost)
  expect(weight.requests, 'requests').toBeLessThanOrEqual(home?.requests ?? 0)
  expect(weight.layoutShift, 'shift of the layout').toBeCloseTo(0, 3)
})
