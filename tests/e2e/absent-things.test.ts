// Addresses of things that are not there: the 404 page, with a way back to the lists.
import { expect, test } from './e2e-test.ts'
import { getVisitorFor, routeRows } from './screen-routes.ts'

const absentId = '019a0000-0000-7000-8000-000000000000'
const isOfThing = ({ path }: { path: string }) => path.startsWith('/dashboard/') && /:(?:id|slug)/.test(path)

for (const [what, id] of [
  ['an id of nothing', absentId],
  ['no id', 'not-an-id'],
] as const) {
  test(
    `each page of the dashboard about one thing is the 404 page for ${what}`,
    { tag: '@long' },
    async ({ openPageAs, browserErrors }) => {
      test.slow()
      browserErrors.allow(/^GET \/api\/\S+ 40[04]$/)
      browserErrors.allow(/^GET \/dashboard\/\S+ 404$/)
      for (const row of routeRows.filter(isOfThing)) {
        const page = await openPageAs(getVisitorFor(row))
        const path = row.path.replace(/:(?:id|slug)/, id)
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: "Look like you're lost" }), path).toBeVisible()
        await expect(page.getByRole('link', { name: 'Go to Dashboard' }), path).toHaveAttribute('href', '/dashboard')
        await page.context().close()
      }
    },
  )
}
