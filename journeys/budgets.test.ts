// Issue 5: what a first visit may cost, so that the shop stays fast while it grows.
import { expect, test } from './journey.ts'
import { weighVisit } from '../bench/page-weight.ts'
import { budgets } from './budgets.ts'

// Ten times what a first visit takes here, in processor time of the page's thread: a phone is several times slower.
const busyMost = 5_000

for (const { path, who, bytes: most, requests } of budgets) {
  test(`the first visit of ${path} stays in its budget and nothing moves`, async ({ as }) => {
    const weight = await weighVisit(await as(who), path)
    console.log(path, JSON.stringify(weight))

    const over = Object.entries(weight.bytes).filter(([kind, bytes]) => bytes > (most[kind as keyof typeof most] ?? 0))
    expect(over, 'kinds of files that are over their budget, in bytes').toEqual([])
    expect(weight.requests, 'requests').toBeLessThanOrEqual(requests)
    expect(weight.layoutShift, 'shift of the layout').toBe(0)
    expect(weight.busyMs, 'work of the page, in milliseconds of processor time').toBeLessThan(busyMost)
  })
}
