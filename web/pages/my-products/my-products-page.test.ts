// A seller's own bikes: what stands beside each.
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText, toText } from '#tests/support/deals/read-page.ts'
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
  photos: 4,
  similarPrices: { low: 170_000, high: 190_000 },
}
const nowMs = Date.parse('2026-11-20T08:00:00.000Z')
const toPage = (one: OwnBike) => ({ items: [one], isWhole: true, nowMs })

test('a bike for sale says for how many days, and what similar bikes cost', async () => {
  const bangla = await loadBangla()
  expect(readText(MyProducts, toPage(bike))).toContain(
    'For sale for 8 days. Similar bikes cost ৳1,70,000–\u20601,90,000.',
  )
  const readDay = (date: string, language?: Language) => readText(MyProducts, toPage({ ...bike, date }), language)
  expect(readDay('20/11/2026')).toContain('For sale since today.')
  expect(readDay('19/11/2026')).toContain('For sale for 1 day.')
  expect(readDay('20/11/2026', bangla)).toContain('আজ থেকে বিক্রিতে আছে।')
  expect(readDay('12/11/2026', bangla)).toContain('৮ দিন ধরে বিক্রিতে আছে।')
  expect(readText(MyProducts, toPage({ ...bike, similarPrices: null }))).toContain('For sale for 8 days ')
  const one = { ...bike, similarPrices: { low: 170_000, high: 170_000 } }
  expect(readText(MyProducts, toPage(one))).toContain('Similar bikes cost ৳1,70,000.')
  const priced = (salePrice: number) => readText(MyProducts, toPage({ ...bike, salePrice }))
  expect(priced(169_999)).toContain('Yours is less.')
  expect(priced(190_001)).toContain('Yours is more.')
  for (const salePrice of [170_000, 190_000]) expect(priced(salePrice)).not.toContain('Yours')
  expect(readText(MyProducts, toPage({ ...bike, status: 'sold', paid: true }))).not.toContain('For sale for')
})

const toBikes = (counts: { [Status in OwnBike['status']]?: number }, liveDeals = 0) =>
  Object.entries(counts).flatMap(([status, number]) =>
    Array.from({ length: number }, (_, index): OwnBike => ({
      ...bike,
      _id: `${status}-${liveDeals}-${index}`,
      productName: `${status}-${liveDeals}-${index}`,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the type above
      status: status as OwnBike['status'],
      liveDeals,
    })),
  )

test('of more than six bikes those in one state are shown by a link, with their number', async () => {
  const items = [...toBikes({ available: 1 }, 2), ...toBikes({ available: 3, reserved: 1, sold: 1, hidden: 1 })]
  const readAt = (search: string, bikes = items, language?: Language) =>
    readHtml(MyProducts, { items: bikes, isWhole: true, nowMs }, language, search)
  const listShown = (html: string) => [...html.matchAll(/>(\w+-\d-\d)<\/(?:a|span)>/g)].map(([, name]) => name)
  const readLinks = (html: string) => toText(/<nav class="chips chips--one"[^>]*>.*?<\/nav>/s.exec(html)?.[0] ?? '')
  expect(readLinks(readAt(''))).toBe('All 7 Not booked 3 Booked 2 Sold 1')
  expect(readLinks(readAt('', items, await loadBangla()))).toBe('সব ৭ বুকিং নেই ৩ বুক করা ২ বিক্রি হয়েছে ১')
  expect(listShown(readAt(''))).toHaveLength(7)
  expect(listShown(readAt('?state=booked'))).toEqual(['available-2-0', 'reserved-0-0'])
  expect(listShown(readAt('?state=sold'))).toEqual(['sold-0-0'])
  expect(readAt('?state=sold')).toMatch(/aria-current="true"[^>]*>Sold</)
  expect(readAt('?state=sold')).toContain('You Added 7 Products')
  // A state without bikes has no link, and an address that names it shows all.
  const unsold = toBikes({ available: 7 })
  expect(readLinks(readAt('', unsold))).toBe('All 7 Not booked 7')
  for (const search of ['?state=sold', '?state=constructor']) expect(listShown(readAt(search, unsold))).toHaveLength(7)
  expect(readLinks(readAt('?state=sold', items.slice(1)))).toBe('')
  expect(listShown(readAt('?state=sold', items.slice(1)))).toHaveLength(6)
})

test('no bike is in two of the states that are chosen from', () => {
  const statuses = ['available', 'reserved', 'sold', 'hidden', 'waiting', 'withdrawn'] as const
  const items = statuses.flatMap((status) => [...toBikes({ [status]: 1 }, 2), ...toBikes({ [status]: 1 })])
  const listShown = (state: string) => {
    const html = readHtml(MyProducts, { items, isWhole: true, nowMs }, undefined, `?state=${state}`)
    return [...html.matchAll(/>(\w+-\d-\d)<\/(?:a|span)>/g)].map(([, shown]) => shown)
  }
  expect(listShown('available')).toEqual(['available-0-0'])
  expect(listShown('booked')).toEqual([
    'available-2-0',
    'reserved-2-0',
    'reserved-0-0',
    'hidden-2-0',
    'waiting-2-0',
    'withdrawn-2-0',
  ])
  expect(listShown('sold')).toEqual(['sold-2-0', 'sold-0-0'])
})

test('a bike that is for sale for three weeks without a booking gets the first advice that fits', async () => {
  const read = (changes: Partial<OwnBike>, language?: Language) =>
    readText(MyProducts, toPage({ ...bike, date: '30/10/2026', ...changes }), language)
  const advice = { photos: /More photos help buyers/, price: /Look at your price again/, advertise: /Advertise it:/ }
  const listAdvice = (changes: Partial<OwnBike>) =>
    Object.entries(advice).flatMap(([name, pattern]) => (pattern.test(read(changes)) ? [name] : []))
  const dear = { salePrice: 190_001 }
  expect(read({})).toContain('For sale for 21 days.')
  expect(listAdvice({ photos: 3, ...dear })).toEqual(['photos'])
  expect(listAdvice({ photos: 4, ...dear })).toEqual(['price'])
  expect(listAdvice({ salePrice: 190_000 })).toEqual(['advertise'])
  expect(listAdvice({ ...dear, similarPrices: null })).toEqual(['advertise'])
  expect(listAdvice({ advertise: 'on' })).toEqual([])
  // Earlier, with a booking and after the sale there is none.
  expect(listAdvice({ date: '31/10/2026', photos: 1 })).toEqual([])
  expect(listAdvice({ liveDeals: 1, photos: 1 })).toEqual([])
  expect(listAdvice({ status: 'reserved', photos: 1 })).toEqual([])
  const bangla = await loadBangla()
  expect(read({ photos: 1 }, bangla)).toContain('আরও ছবি দিন')
  expect(read(dear, bangla)).toContain('দামটা আরেকবার দেখুন')
  expect(read({}, bangla)).toContain('হোম পেজে তুলুন: টাকা লাগে না।')
})

test('advice about photos and the price leads to the form of the bike, which it names', () => {
  const readLinks = (changes: Partial<OwnBike>) =>
    [
      ...readHtml(MyProducts, toPage({ ...bike, date: '30/10/2026', ...changes })).matchAll(
        /<a class="link" aria-label="([^"]*)" href="([^"]*)"/g,
      ),
    ].map(([, label, href]) => [label, href])
  const path = '/dashboard/myproducts/gixxer'
  expect(readLinks({ photos: 1 })).toEqual([[`More photos help buyers decide: add photos: ${name}`, path]])
  expect(readLinks({ salePrice: 190_001 })).toEqual([[`Look at your price again: ${name}`, path]])
  expect(readLinks({})).toEqual([])
})

/** What the row of a bike says in the column of its status. */
const readStatus = (changes: Partial<OwnBike>, language?: Language) => {
  const html = readHtml(MyProducts, toPage({ ...bike, ...changes }), language)
  return toText(/<td class="cell" data-label="(?:Product Status|এখন)">(.*?)<\/td>/s.exec(html)?.[1] ?? '')
}

test('a bike that is for sale and booked says beside “Available” how many bookings it has, and nowhere else', async () => {
  expect(readStatus({ liveDeals: 2 })).toBe('Available 2 bookings')
  expect(readStatus({ liveDeals: 1 })).toBe('Available 1 booking')
  expect(readStatus({})).toBe('Available')
  expect(readStatus({ liveDeals: 2, status: 'reserved' })).toBe('Reserved')
  expect(readStatus({ liveDeals: 2 }, await loadBangla())).toBe('বিক্রির জন্য আছে ২টি বুকিং')
  const row = /<tbody.*<\/tbody>/s.exec(readHtml(MyProducts, toPage({ ...bike, liveDeals: 2 })))?.[0] ?? ''
  expect(toText(row).match(/\b2\b/g)).toHaveLength(1)
})

test('of what is said about a bike only bookings that wait are bold', () => {
  const read = (changes: Partial<OwnBike>) => readHtml(MyProducts, toPage({ ...bike, ...changes }))
  expect(read({ liveDeals: 2, saves: 3 })).toMatch(/3 people have saved it<\/p>.*<b>2 bookings<\/b>/s)
  expect(read({ saves: 3, numberRequests: 1 })).not.toContain('<b>')
})

test('a bike for sale says how many people have saved it and have asked for the number', () => {
  const interest = { liveDeals: 2, saves: 3, numberRequests: 4 }
  const text = readText(MyProducts, toPage({ ...bike, ...interest }))
  expect(text).toContain('3 people have saved it · 4 people have seen your number')
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
  expect(read({ advertise: 'off' })).toContain('data-label="Ad is off"')
  expect(read({})).toContain('Advertising is free. Advertised bikes are on the home page')
  expect(read({ advertise: 'on' })).not.toContain('data-label="Ad is off"')
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

test('of each bike what waits for the seller comes first, and the edit is the same button beside it', async () => {
  const edit = ['btn--line', `Edit ${name}`]
  const readShown = async (one: Partial<OwnBike>) => (await readRow(one)).shown
  const on = ['btn--line', `On: advertise ${name}`]
  expect(await readShown({})).toEqual([on, edit])
  expect(await readShown({ advertise: 'on' })).toEqual([edit])
  const bookings = ['btn--primary', `See bookings: ${name}`]
  expect(await readShown({ advertise: 'on', liveDeals: 2 })).toEqual([bookings, edit])
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
  const elsewhere = `I sold it elsewhere: ${name}`
  const further = [`Add chassis number: ${name}`, `Papers: ${name}`, `Inspection: ${name}`]
  expect(behind).toEqual([...further, elsewhere, deletion])
  const readBehind = async (one: Partial<OwnBike>) => (await readRow(one)).behind
  expect(await readBehind({ advertise: 'on' })).toContain(`Stop advertising ${name}`)
  expect(await readBehind({ status: 'sold', paid: true, advertise: 'on' })).toEqual([deletion])
  expect(await readBehind({ status: 'withdrawn' })).toEqual([deletion])
  expect(await readBehind({ status: 'waiting' })).toContain(elsewhere)
  expect(await readBehind({ status: 'reserved' })).not.toContain(elsewhere)
  expect(await readBehind({ status: 'hidden', liveDeals: 1 })).toContain(`See bookings: ${name}`)
  expect(await readBehind({ liveDeals: 1 })).not.toContain(`See bookings: ${name}`)
  const bangla = await readRow({}, true)
  expect(bangla.label).toBe(`আরও: ${name}`)
  expect(bangla.behind).toContain(`${name} মুছুন`)
  expect(bangla.behind).toContain(`অন্য জায়গায় বিক্রি করেছি: ${name}`)
})
