// The same calls at a thousand bikes and at a million: what grows with the shop shows here.
import { loadavg } from 'node:os'
import { bookBikes, lookAtCategory, payForOrders } from './user-actions.ts'
import { type LoadShop, withLoadShop } from './benchmark-app.ts'
import type { Deed } from './load-generator.ts'
import { measuredOn, type Section, table, writeSections } from '#benchmarks/report/performance-report.ts'
import { type Compared, compare } from '#benchmarks/measurement/compare.ts'

const few = 1_000
const turns = 5
// In each turn, so that the small shop has enough bikes for all of them.
const paid = 40
const looks = 400
const booked = 200

type Grown = { what: string; compared: Compared }

const sideOf = ({ pids }: LoadShop, deed: Deed) => ({ deed, pids: { server: pids.shop, postgres: pids.postgres } })

const compareShops = async (large: LoadShop, small: LoadShop): Promise<Grown[]> => {
  const pay = async (shop: LoadShop) => sideOf(shop, (await payForOrders(shop, paid * (turns + 1))).deed)
  const book = async (shop: LoadShop) => sideOf(shop, await bookBikes(shop))
  const look = async (shop: LoadShop) => sideOf(shop, await lookAtCategory(shop))
  const [payLarge, paySmall] = [await pay(large), await pay(small)]
  const payments = await compare(payLarge, paySmall, { turns, deeds: paid, atOnce: 4 })
  const bookings = await compare(await book(large), await book(small), { turns, deeds: booked, atOnce: 4 })
  const lists = await compare(await look(large), await look(small), { turns, deeds: looks, atOnce: 4 })
  return [
    { what: 'category list, first and later pages', compared: lists },
    { what: 'bookings', compared: bookings },
    { what: 'payments, from the intent until settled', compared: payments },
  ]
}

const row = ({ what, compared }: Grown): string[] => {
  const { cpuRatio, turns: all, cpu, p99Ratio, p99Milliseconds } = compared
  return [
    what,
    `**${cpuRatio.toFixed(2)}** (${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)})`,
    `**${p99Ratio.toFixed(2)}**`,
    '1.5',
    `${cpu.one.toFixed(0)} / ${cpu.other.toFixed(0)} µs`,
    `${p99Milliseconds.one.toFixed(1)} / ${p99Milliseconds.other.toFixed(1)} ms`,
  ]
}

/** Measures the growth; `quick` looks at a hundred thousand bikes instead of a million. */
export const measureGrowth = async (quick: boolean): Promise<Section[]> => {
  const loadBefore = loadavg()[0] ?? 0
  const many = quick ? 100_000 : 1_000_000
  const grown = await withLoadShop({ bikes: few }, (small) =>
    withLoadShop({ bikes: many }, (large) => compareShops(large, small)),
  )
  const [largeWords, smallWords] = [many.toLocaleString('en'), few.toLocaleString('en')]
  const text = `${measuredOn(loadBefore)}

Two shops are open side by side, one with ${smallWords} bikes and one with ${largeWords}; three of four bikes are the only one of their seller. ${turns} turns each, in alternation, four at once. CPU is that of the server and its PostgreSQL together.

${table(['call', 'CPU, ratio', 'p99, ratio', 'at most', `CPU at ${largeWords} / ${smallWords}`, 'p99'], grown.map(row))}`
  return [{ title: 'As the shop grows', text }]
}

if (import.meta.main) {
  const sections = await measureGrowth(process.argv.includes('--quick'))
  await writeSections(sections)
  for (const { title, text } of sections) console.log(`\n## ${title}\n\n${text}`)
}
