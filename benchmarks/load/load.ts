// `npm run bench:load`: what the shop holds when people come as they come, and what it does when three times as many do.
import { loadavg } from 'node:os'
import { type Deed, type LoadFigures, openLoad, randomFrom } from './load-generator.ts'
import { bookBikes, lookAtLists, payForOrders } from './user-actions.ts'
import { type LoadShop, withLoadShop } from './benchmark-app.ts'
import { measuredOn, type Section, table, writeSections } from '#benchmarks/report/performance-report.ts'
import { measureShedding, type SheddingFigures, sheddingText } from './shedding.ts'

type Bar = { perSecond: number; p99Ms: number }
type Held = { what: string; bar: Bar; figures: LoadFigures; broken: string[] }

// How much it must hold, on two cores with PostgreSQL beside it.
const bars = {
  lists: { perSecond: 600, p99Ms: 80 },
  bookings: { perSecond: 150, p99Ms: 120 },
  payments: { perSecond: 40, p99Ms: 500 },
} as const satisfies Record<string, Bar>

const bikes = 100_000
const warmUpSeconds = 5
// What the first seconds warm up is known to every run alike.
const seed = 20_26

const hold = async (shop: LoadShop, what: string, bar: Bar, deed: Deed, seconds: number): Promise<Held> => {
  const random = randomFrom(seed)
  await openLoad({ perSecond: bar.perSecond / 2, seconds: warmUpSeconds, deed, random })
  const figures = await openLoad({ perSecond: bar.perSecond, seconds, deed, random })
  return { what, bar, figures, broken: await shop.broken() }
}

const holdAll = async (shop: LoadShop, seconds: number): Promise<Held[]> => {
  const look = await lookAtLists(shop, randomFrom(seed))
  const book = await bookBikes(shop)
  const pay = await payForOrders(shop, bars.payments.perSecond * (seconds + warmUpSeconds) * 2)
  return [
    await hold(shop, 'public lists', bars.lists, look, seconds),
    await hold(shop, 'bookings', bars.bookings, book, seconds),
    await hold(shop, 'payments, from the intent until settled', bars.payments, pay.deed, seconds),
  ]
}

const failures = ({ failed, shed }: LoadFigures): string =>
  [
    ...Object.entries(failed).map(([status, times]) => `${times} × ${status}`),
    ...(shed > 0 ? [`${shed} shed`] : []),
  ].join(', ') || 'none'

const ms = (value: number): string => `${value.toFixed(0)} ms`

const heldRow = ({ what, bar, figures, broken }: Held): string[] => [
  what,
  `${figures.perSecond.toFixed(0)}/s`,
  `**${ms(figures.milliseconds.p99)}**`,
  ms(bar.p99Ms),
  `${ms(figures.milliseconds.p50)} / ${ms(figures.milliseconds.most)}`,
  failures(figures),
  `${figures.lateStarts} of ${figures.begun}`,
  broken.length === 0 ? 'all hold' : broken.join('; '),
]

const heldText = (held: readonly Held[], seconds: number): string =>
  `People arrive at random moments, whether or not those before them were answered; an answer's time counts from the moment when it should have been asked for. The shop with ${bikes.toLocaleString('en')} bikes, its own PostgreSQL (durable), the card provider (50 ms for each call) and the load itself share the two cores. ${seconds} seconds each, after ${warmUpSeconds} seconds of half as much. The invariants are asked after each, with the provider's books. A late start was begun more than 5 ms after its moment because the machine was busy.

${table(['what', 'arrived', 'p99', 'at most', 'p50 / slowest', 'refused or failed', 'late starts', 'invariants'], held.map(heldRow))}`

/** Measures all that issue asks for; `quick` takes shorter turns. */
export const measureLoad = async (quick: boolean): Promise<Section[]> => {
  const loadBefore = loadavg()[0] ?? 0
  const seconds = quick ? 8 : 30
  return withLoadShop({ bikes }, async (shop) => {
    const held = await holdAll(shop, seconds)
    const shedding: SheddingFigures = await measureShedding(shop, quick ? 6 : 20)
    const day = measuredOn(loadBefore)
    return [
      { title: 'What it holds', text: `${day}\n\n${heldText(held, seconds)}` },
      { title: 'Three times too many', text: `${day}\n\n${sheddingText(shedding)}` },
    ]
  })
}

if (import.meta.main) {
  const sections = await measureLoad(process.argv.includes('--quick'))
  await writeSections(sections)
  for (const { title, text } of sections) console.log(`\n## ${title}\n\n${text}`)
}
