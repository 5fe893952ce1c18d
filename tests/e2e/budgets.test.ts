// Performance budgets of a first visit.
import type { Page } from '@playwright/test'
import { expect, expectPage, waitUntilReady, test, longUnless } from './e2e-test.ts'
import { resourceKinds, sumShifts, withoutStream, measureVisit } from '#benchmarks/pages/page-weight.ts'
import { budgets } from './budgets.ts'
import { createClientFor, getPerson } from './people.ts'

// Ten times what a first visit takes on the test machine, in CPU time of the main thread: phones are several times
// slower.
const maxBusyMs = 5_000

/** Transfer sizes of the home page and of a bike's page. */
const maxHomeBytes = 350_000
const sumBytes = (bytes: Record<string, number>): number => Object.values(bytes).reduce((sum, one) => sum + one, 0)

for (const { path, who, maxBytes, maxRequests } of budgets) {
  test(
    `the first visit of ${path} stays in its budget and nothing moves`,
    { tag: longUnless(path === '/') },
    async ({ openPageAs, browserErrors }) => {
      if (path === '/nowhere') browserErrors.allow('GET /nowhere 404')
      const weight = await measureVisit(await openPageAs(who), path)
      for (const kind of resourceKinds)
        expect(weight.bytes[kind], `bytes of ${kind}`).toBeLessThanOrEqual(maxBytes[kind])
      if (path === '/' || path === '/bn') expect(sumBytes(weight.bytes), 'bytes in all').toBeLessThan(maxHomeBytes)
      expect(weight.requests, 'requests').toBeLessThanOrEqual(maxRequests)
      // Rounded to three digits, as layout shift is usually reported.
      expect(weight.layoutShift, 'shift of the layout').toBeCloseTo(0, 3)
      expect(weight.busyMs, 'work of the page, in milliseconds of processor time').toBeLessThan(maxBusyMs)
    },
  )
}

test('the first visit of the page of a bike meets the budgets of the home page', async ({ openPageAs, server }) => {
  // A demo bike, because bikes of other tests have photos of any size.
  const sellerClient = await createClientFor(server, getPerson('rahim'))
  const mine = await sellerClient('GET /allbikes/myproduct', { query: { limit: '100' } })
  const { slug } = mine.find(({ status, image }) => status === 'available' && image.startsWith('/pictures/')) ?? {}
  const [home] = budgets
  const weight = await measureVisit(await openPageAs('visitor'), `/bikes/${slug}`)

  expect(weight.bytes.script, 'bytes of script').toBeLessThanOrEqual(home?.maxBytes.script ?? 0)
  expect(sumBytes(weight.bytes), 'bytes in all').toBeLessThan(maxHomeBytes)
  expect(weight.requests, 'requests').toBeLessThanOrEqual(home?.maxRequests ?? 0)
  expect(weight.layoutShift, 'shift of the layout').toBeCloseTo(0, 3)
})

test(
  'nothing moves on the page of a bike with a location in Bangla when the Bangla font comes late',
  { tag: '@long' },
  async ({ openPageAs, server }) => {
    const page = await openPageAs('visitor')
    // Wide enough for the location and the time in one line.
    await page.setViewportSize({ width: 412, height: 740 })
    const sellerClient = await createClientFor(server, getPerson('rahim'))
    const mine = await sellerClient('GET /allbikes/myproduct', { query: { limit: '100' } })
    const { slug } = mine.find(({ location }) => /\p{Script=Bengali}/u.test(location)) ?? {}
    await page.addInitScript(sumShifts)
    const painted = Promise.withResolvers<void>()
    await page.route('**/anek-bangla-*.woff2', async (route) => {
      await painted.promise
      await route.continue()
    })
    await page.goto(`/bikes/${slug}`, { waitUntil: 'commit' })
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1)
    painted.resolve()
    await page.evaluate(() => document.fonts.ready)
    // Wait by time: what would move the layout is not known.
    await page.waitForLoadState('networkidle')
    await expect
      .poll(() => page.evaluate(() => document.fonts.check('1em "Anek Bangla"', 'ম')), 'the font has come')
      .toBe(true)
    // Read at once: the sum of all shifts only grows.
    expect(await page.evaluate(() => window.shifted), 'shift of the layout').toBe(0)
  },
)

/** Waits until no further file is requested for half a second. */
const waitUntilQuiet = async (page: Page): Promise<void> => {
  const countFiles = () => page.evaluate(() => performance.getEntriesByType('resource').length)
  await expect
    .poll(async () => {
      const before = await countFiles()
      // Wait by time: a page does not say that it will request nothing more.
      await page.waitForTimeout(500)
      return (await countFiles()) - before
    })
    .toBe(0)
}

test(
  'a category opens within one round trip for somebody who is logged in, and nothing moves',
  { tag: '@long' },
  async ({ openPageAs }) => {
    const page = await openPageAs('arif')
    await page.addInitScript(sumShifts)
    await withoutStream(page)
    // The first access token is issued here.
    await page.goto('/dashboard')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('motohaat-token'))).not.toBeNull()
    await page.goto('/')
    await waitUntilReady(page)
    const link = page.getByRole('link', { name: 'View All Products of Suzuki' })
    await link.scrollIntoViewIfNeeded()
    // The first touch of a page also fetches the code of toasts and of the parts that become live then.
    await page.getByRole('heading', { level: 1 }).hover()
    await page.mouse.move(0, 0)
    await link.scrollIntoViewIfNeeded()
    await waitUntilQuiet(page)
    // A request that starts after the first response would be a second round trip.
    const [requestedPaths, late]: [string[], string[]] = [[], []]
    let isAnswered = false
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      // The bell asks for the count of notifications when it likes, on any page; the first heart asks for the wishlist,
      // and the first button for what is booked.
      if (/^\/api\/(notifications\/|(wishlist|bookings)\/products$)/.test(pathname)) return
      if (pathname.startsWith('/api/')) requestedPaths.push(pathname)
      else if (isAnswered && request.resourceType() === 'script') late.push(pathname)
    })
    page.on('response', (response) => (isAnswered ||= response.url().includes('/api/categoryDetails/')))
    const before = await page.evaluate(() => window.shifted)

    await link.click()
    await expectPage(page, { path: '/categoryDetails/Suzuki', heading: 'Suzuki' })
    await expect(page.getByRole('article').first()).toBeVisible()
    expect(requestedPaths).toEqual(['/api/categoryDetails/Suzuki'])
    expect(late).toEqual([])
    // Wait by time: what would move the layout is not known.
    await page.waitForLoadState('networkidle')
    // Read at once: the sum of all shifts only grows.
    expect(await page.evaluate(() => window.shifted), 'shift of the layout').toBe(before)
  },
)
