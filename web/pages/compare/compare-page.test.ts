// The comparison with the bikes that the API gives.
import { assert, expect, test } from 'vitest'
import { loadBangla, readHtml, toText } from '#tests/support/deals/read-page.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import type { Language } from '#web/i18n/language.ts'
import Compare from './compare-page.tsx'

test('papers and inspection are two rows, for each bike in words', async () => {
  const { visitor } = await createTestApp()
  const [listed] = await visitor('GET /allbikes', { query: { limit: '1' } })
  assert(listed, 'needs a bike on sale')
  const bike = { ...(await visitor('GET /bikes/:slug', { params: { slug: listed.slug } })), priceEstimate: null }
  const levels = ['complete', 'mostly', 'unregistered', 'not_said'] as const
  const bikes = levels.map((level, at) => ({
    ...bike,
    slug: `${bike.slug}-${at}`,
    papers: { level, papers: [] },
    isInspected: level === 'complete',
  }))
  const listRows = (language?: Language) =>
    [...readHtml(Compare, { bikes, isBikeMissing: false }, language).matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(
      ([, row = '']) => toText(row),
    )
  expect(listRows()).toContain('Papers Papers complete Not all checked Unregistered Not given')
  expect(listRows()).toContain('Inspection Inspected None yet None yet None yet')
  const inBangla = listRows(await loadBangla())
  expect(inBangla).toContain('কাগজপত্র কাগজ ঠিক আছে সব যাচাই হয়নি রেজিস্ট্রেশন ছাড়া বিক্রেতা জানাননি')
  expect(inBangla).toContain('বাইক পরীক্ষা পরীক্ষা করা এখনো হয়নি এখনো হয়নি এখনো হয়নি')
})

test('the bike registered last is the newest, whenever its owner bought it', async () => {
  const { visitor } = await createTestApp()
  const [listed] = await visitor('GET /allbikes', { query: { limit: '1' } })
  assert(listed, 'needs a bike on sale')
  const bike = {
    ...(await visitor('GET /bikes/:slug', { params: { slug: listed.slug } })),
    priceEstimate: null,
    registrationDistrict: null,
  }
  const listRows = async (years: (number | null)[], language?: Language) => {
    const bikes = years.map((registrationYear, at) => ({
      ...bike,
      slug: `${bike.slug}-${at}`,
      registrationYear,
      // The older bike was bought later.
      purchaseTime: 2024 - at,
    }))
    const html = readHtml(Compare, { bikes, isBikeMissing: false }, language)
    return [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(([, row = '']) => toText(row))
  }
  expect(await listRows([2018, 2021])).toContain('Registered 2018 2021 Newest')
  expect(await listRows([2018, 2021], await loadBangla())).toContain('রেজিস্ট্রেশন ২০১৮ ২০২১ বেশি নতুন')
  expect(await listRows([2021, 2021])).toContain('Registered 2021 2021')
  expect(await listRows([2018, 2021])).toContain('Years of Buy 2024 2023')
})

test('each column ends with the price above the way to book', async () => {
  const { visitor } = await createTestApp()
  const [listed] = await visitor('GET /allbikes', { query: { limit: '1' } })
  assert(listed, 'needs a bike on sale')
  const bike = { ...(await visitor('GET /bikes/:slug', { params: { slug: listed.slug } })), priceEstimate: null }
  const [first, second] = [
    { ...bike, salePrice: 149_000 },
    { ...bike, slug: `${bike.slug}-2`, salePrice: 205_000 },
  ]
  const readFoot = (language?: Language) => {
    const html = readHtml(Compare, { bikes: [first, second], isBikeMissing: false }, language)
    return toText(html.slice(html.indexOf('<tfoot')))
  }
  expect(readFoot()).toMatch(/৳1,49,000 Book Now.*৳2,05,000 Book Now/)
  expect(readFoot(await loadBangla())).toMatch(/৳১,৪৯,০০০.*৳২,০৫,০০০/)
})
