// Addresses of things that are not there: the 404 page, with a way back to the lists.
import { expect, longUnless, test } from './e2e-test.ts'
import { getVisitorFor, routeRows, type RouteRow } from './screen-routes.ts'

const absentId = '019a0000-0000-7000-8000-000000000000'
const isOfThing = ({ path }: RouteRow) => path.startsWith('/dashboard/') && /:(?:id|slug)/.test(path)
const isOfDeal = ({ path }: RouteRow) => path.startsWith('/dashboard/deal/')

const rowsOfDeals = routeRows.filter((row) => isOfThing(row) && isOfDeal(row))
const otherRows = routeRows.filter((row) => isOfThing(row) && !isOfDeal(row))

for (const { what, id, things, rows, isInEveryRun } of [
  { what: 'no id', id: 'not-an-id', things: 'a deal', rows: rowsOfDeals, isInEveryRun: true },
  { what: 'an id of nothing', id: absentId, things: 'a deal', rows: rowsOfDeals, isInEveryRun: false },
  { what: 'no id', id: 'not-an-id', things: 'one thing', rows: otherRows, isInEveryRun: false },
  { what: 'an id of nothing', id: absentId, things: 'one thing', rows: otherRows, isInEveryRun: false },
]) {
  test(
    `each page of the dashboard about ${things} is the 404 page for ${what}`,
    { tag: longUnless(isInEveryRun) },
    async ({ openPageAs, browserErrors }) => {
      test.slow()
      browserErrors.allow(/^GET \/api\/\S+ 40[04]$/)
      browserErrors.allow(/^GET \/dashboard\/\S+ 404$/)
      for (const visitor of new Set(rows.map(getVisitorFor))) {
        const page = await openPageAs(visitor)
        for (const row of rows.filter((one) => getVisitorFor(one) === visitor)) {
          const path = row.path.replace(/:(?:id|slug)/, id)
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1, name: "Look like you're lost" }), path).toBeVisible()
          await expect(page.getByRole('link', { name: 'Go to Dashboard' }), path).toHaveAttribute('href', '/dashboard')
        }
        await page.context().close()
      }
    },
  )
}
