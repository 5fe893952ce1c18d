// A seller's own bikes: what stands beside each.
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import type { Language } from '#web/i18n/language.ts'
import type { OwnBike } from '#web/lib/bike.ts'
import MyProducts from './my-products-page.tsx'

const bike: OwnBike = {
  _id: 'gixxer',
  slug: 'suzuki-gixxer-155',
  productName: 'Suzuki Gixxer 155',
  salePrice: 178_000,
  originalPrice: 239_950,
  purchaseTime: 2021,
  usedTime: 5,
  condition: 'Good',
  sellerName: 'Nadia Motors',
  contactNumber: '01700-000101',
  location: 'Mirpur 10, Dhaka',
  name: 'Suzuki',
  image: '',
  email: 'nadia@motohaat.test',
  date: '12/11/2026',
  time: '10:00 AM',
  status: 'available',
  verification: true,
  advertise: 'off',
  paid: false,
  numberRequests: 0,
  liveDeals: 0,
  saves: 0,
  similarPrices: { low: 170_000, high: 190_000 },
}
const toPage = (one: OwnBike) => ({ items: [one], isWhole: true })

test('a bike for sale says since when, and what similar bikes cost', async () => {
  expect(readText(MyProducts, toPage(bike))).toContain(
    'For sale since 12/11/2026. Similar bikes cost ৳1,70,000–\u20601,90,000.',
  )
  expect(readText(MyProducts, toPage({ ...bike, similarPrices: null }))).toContain('since 12/11/2026 ')
  const one = { ...bike, similarPrices: { low: 170_000, high: 170_000 } }
  expect(readText(MyProducts, toPage(one))).toContain('Similar bikes cost ৳1,70,000.')
  const priced = (salePrice: number) => readText(MyProducts, toPage({ ...bike, salePrice }))
  expect(priced(169_999)).toContain('Yours is less.')
  expect(priced(190_001)).toContain('Yours is more.')
  for (const salePrice of [170_000, 190_000]) expect(priced(salePrice)).not.toContain('Yours')
  expect(readText(MyProducts, toPage(bike), await loadBangla())).toContain('১২/১১/২০২৬ থেকে')
  expect(readText(MyProducts, toPage({ ...bike, status: 'sold', paid: true }))).not.toContain('since')
})

test('a bike for sale says how many buyers wait for an answer, have saved it and have asked for the number', () => {
  const interest = { liveDeals: 2, saves: 3, numberRequests: 4 }
  const text = readText(MyProducts, toPage({ ...bike, ...interest }))
  expect(text).toMatch(/2 [^·]* · 3 people have saved it · 4 /)
  expect(readText(MyProducts, toPage(bike))).not.toContain('saved it')
})

test('each bike that is not gone leads to its papers', async () => {
  const path = 'dashboard/myproducts/gixxer/papers"'
  for (const status of ['available', 'reserved', 'waiting', 'hidden'] as const)
    expect(readHtml(MyProducts, toPage({ ...bike, status }))).toContain(path)
  for (const status of ['sold', 'withdrawn'] as const)
    expect(readHtml(MyProducts, toPage({ ...bike, status }))).not.toContain(path)
  expect(readHtml(MyProducts, toPage(bike), await loadBangla())).toContain('aria-label="কাগজপত্র: Suzuki Gixxer 155"')
})

test('each bike that is not gone leads to its inspections', async () => {
  const path = 'href="/dashboard/inspections/bike/suzuki-gixxer-155"'
  for (const status of ['available', 'reserved', 'waiting', 'hidden'] as const)
    expect(readHtml(MyProducts, toPage({ ...bike, status }))).toContain(path)
  for (const status of ['sold', 'withdrawn'] as const)
    expect(readHtml(MyProducts, toPage({ ...bike, status }))).not.toContain(path)
  expect(readText(MyProducts, toPage(bike))).toContain('Inspection')
  expect(readText(MyProducts, toPage(bike), await loadBangla())).toContain('বাইক পরীক্ষা')
})

test('after a bike was added the way to its papers is offered, for that bike alone', () => {
  const offer = 'Say something about the papers'
  expect(readHtml(MyProducts, toPage(bike), undefined, '', { addedId: 'gixxer' })).toContain(offer)
  expect(readHtml(MyProducts, toPage(bike), undefined, '', { addedId: 'another' })).not.toContain(offer)
  expect(readHtml(MyProducts, toPage(bike))).not.toContain(offer)
})

test('a verified seller reads what buyers see, and a bike that is advertised says where it stands', async () => {
  const read = (changes: Partial<OwnBike>, language?: Language) =>
    readHtml(MyProducts, toPage({ ...bike, ...changes }), language)
  expect(read({ verification: true })).toContain('Buyers see “Verified” beside your name.')
  expect(read({ verification: false })).not.toContain('Buyers see “Verified”')
  expect(read({ advertise: 'on' })).toContain('data-label="On the home page"')
  expect(read({ advertise: 'off' })).toContain('data-label="Advertise it, free"')
  expect(read({ verification: true, advertise: 'on' }, await loadBangla())).toMatch(/“যাচাইকৃত” দেখেন।.*হোম পেজে আছে/s)
})

const readRow = async (one: Partial<OwnBike>, isBangla = false) => {
  const page = readHtml(MyProducts, toPage({ ...bike, ...one }), isBangla ? await loadBangla() : undefined)
  const row = page.slice(page.indexOf('<tbody'))
  const [shown = '', behind = ''] = row.split('<details')
  const list = (html: string) =>
    [...html.matchAll(/<(?:a|button) [^>]*?class="btn ([^"]*)"[^>]*?aria-label="([^"]*)"/g)].map(([, kind, name]) => [
      kind?.replace(/ .*/, ''),
      name,
    ])
  return {
    shown: list(shown),
    behind: list(behind).map(([, name]) => name),
    label: /aria-label="([^"]*)"/.exec(behind)?.[1],
  }
}
const name = 'Suzuki Gixxer 155'

test('of each bike one act comes first: what waits for the seller', async () => {
  const edit = ['btn--quiet', `Edit ${name}`]
  const readShown = async (one: Partial<OwnBike>) => (await readRow(one)).shown
  const on = ['btn--line', `On: advertise ${name}`]
  expect(await readShown({})).toEqual([on, ['btn--line', `Edit ${name}`]])
  const advertised = ['btn--line', `Stop advertising ${name}`]
  expect(await readShown({ advertise: 'on' })).toEqual([advertised, ['btn--line', `Edit ${name}`]])
  const bookings = ['btn--primary', `See bookings: ${name}`]
  expect(await readShown({ advertise: 'on', liveDeals: 2 })).toEqual([advertised, bookings, edit])
  expect(await readShown({ liveDeals: 2 })).toEqual([on, bookings, edit])
  expect(await readShown({ status: 'reserved', liveDeals: 1 })).toEqual([['btn--primary', `See deal: ${name}`]])
  expect(await readShown({ status: 'reserved' })).toEqual([])
  expect(await readShown({ status: 'sold', paid: true })).toEqual([['btn--line', `See deal: ${name}`]])
  expect(await readShown({ status: 'waiting' })).toEqual([['btn--primary', `Read why: ${name}`], edit])
  expect(await readShown({ status: 'hidden' })).toEqual([['btn--primary', `Read why: ${name}`]])
  expect(await readShown({ status: 'withdrawn' })).toEqual([])
  const read = (status: OwnBike['status']) => readHtml(MyProducts, toPage({ ...bike, status }))
  expect(read('waiting')).toContain('href="/dashboard/myproducts/gixxer/waits"')
  expect(read('hidden')).toContain('href="/dashboard/standing"')
  expect((await readRow({ status: 'waiting' }, true)).shown[0]).toEqual(['btn--primary', `কেন, পড়ুন: ${name}`])
})

test('what most bikes do without stands behind one button that names the bike', async () => {
  const { behind, label } = await readRow({})
  expect(label).toBe(`More for ${name}`)
  const deletion = `Delete ${name}`
  expect(behind).toEqual([`Add chassis number: ${name}`, `Papers: ${name}`, `Inspection: ${name}`, deletion])
  const readBehind = async (one: Partial<OwnBike>) => (await readRow(one)).behind
  expect(await readBehind({ status: 'sold', paid: true })).toEqual([deletion])
  expect(await readBehind({ status: 'withdrawn' })).toEqual([deletion])
  expect(await readBehind({ status: 'hidden', liveDeals: 1 })).toContain(`See bookings: ${name}`)
  expect(await readBehind({ liveDeals: 1 })).not.toContain(`See bookings: ${name}`)
  const bangla = await readRow({}, true)
  expect(bangla.label).toBe(`আরও: ${name}`)
  expect(bangla.behind).toContain(`${name} মুছুন`)
})
