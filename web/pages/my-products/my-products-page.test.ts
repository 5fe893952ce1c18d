// A seller's own bikes: what stands beside each.
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
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
    'For sale since 12/11/2026. Similar bikes cost ৳1,70,000–\u2060৳1,90,000.',
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
