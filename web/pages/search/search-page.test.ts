// The search page with what the API answers.
import { expect, test } from 'vitest'
import type { Language } from '#web/i18n/language.ts'
import { loadBangla, readHtml, readText, readTranslatable } from '#tests/support/deals/read-page.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import SearchPage from './search-page.tsx'
import { toShownSearch } from './shown-search.ts'

const load = async (q: string) => {
  const { visitor } = await createTestApp()
  return { q, found: await visitor('GET /bikes', { query: { q } }) }
}
type Loaded = Awaited<ReturnType<typeof load>>

const toData = ({ q, found }: Loaded, language?: Language) => ({
  search: { q },
  found: { ok: true, value: toShownSearch(found, [], language?.code ?? 'en') },
})
const read = (loaded: Loaded, language?: Language) => readText(SearchPage, toData(loaded, language), language)

test('a model that nobody offers is named as such, with "Save this search", and no price guide where it is empty', async () => {
  const data = await load('xpulse')
  const text = read(data)
  expect(text).toContain('No Hero Xpulse on sale now')
  expect(text).toContain('Save this search')
  expect(text).toContain('“xpulse”: bikes of the same kind')
  expect(text).not.toContain('Price guide:')
  expect(read(data, await loadBangla())).toContain('হিরো এক্সপালস এখন বিক্রিতে নেই')

  const { q, found } = data
  const { notOnSale } = found
  const sold = { q, found: { ...found, notOnSale: notOnSale && { ...notOnSale, hasGuide: true } } }
  expect(readHtml(SearchPage, toData(sold))).toContain('/guide/hero/xpulse-200')
})

test('the chips say who the bikes are for, in both languages', async () => {
  const data = await load('short rider 50 kmpl')
  expect(read(data)).toContain('Seat up to 780 mm')
  expect(read(data)).toContain('From 50 km per litre')
  expect(read(data, await loadBangla())).toContain('সিট ৭৮০ মিমি পর্যন্ত')
  expect(read(await load('yamaha sylhet division'), await loadBangla())).toMatch(/ইয়ামাহা.*সিলেট বিভাগ/)
})

test('whom a bike is not for is a chip, and of a model that is given up nothing is said to follow elsewhere', async () => {
  expect(read(await load('not for women'))).toContain('not scooter, light commuter')
  const { q, found } = await load('gixxer dhaka')
  const page = (widened: (typeof found)['widened']) => read({ q, found: { ...found, hasElsewhere: true, widened } })
  const step = {
    part: 'model' as const,
    what: ['Gixxer'],
    typed: 'gixxer',
    to: 'kind' as const,
    from: null,
    until: null,
  }
  expect(page([])).toContain('then the same model elsewhere')
  expect(page([step])).not.toContain('then the same model elsewhere')
})

test('where the same model elsewhere follows, the page names the place that was typed', async () => {
  const readWords = async (q: string, language?: Language) => {
    const { found } = await load(q)
    return read({ q, found: { ...found, hasElsewhere: true } }, language)
  }
  const bangla = await loadBangla()
  expect(await readWords('gixxer mirpr')).toContain(
    'First those in Mirpur, then the same model elsewhere, the nearest first.',
  )
  expect(await readWords('gixxer mirpur', bangla)).toContain('আগে মিরপুর এলাকার বাইক, তারপর একই মডেল অন্য জায়গায়')
  expect(await readWords('gixxer dhaka')).toContain('First those in Dhaka, then')
  expect(await readWords('gixxer dhaka not mirpur')).toContain('First those in Dhaka, then')
})

test('no brand or model of the filters, the chips and the headings is translated by a browser', async () => {
  const readKept = (loaded: Loaded, search: object = {}) => {
    const data = toData(loaded)
    const html = readHtml(SearchPage, { ...data, search: { ...data.search, ...search } })
    return { text: readText(SearchPage, data), translated: readTranslatable(html) }
  }
  const yamaha = readKept(await load('yamaha 150cc'), { brand: 'yamaha', notBrand: 'bajaj' })
  expect(yamaha.text).toMatch(/Yamaha.*Yamaha/)
  expect(yamaha.translated).toContain('150')
  expect(yamaha.translated).not.toMatch(/Yamaha|Suzuki|Bajaj/i)
  const nowhere = readKept(await load('xpulse'))
  expect(nowhere.text).toContain('No Hero Xpulse on sale now')
  expect(nowhere.translated).toMatch(/No on sale now/)
  expect(nowhere.translated).not.toContain('Hero')
})

test('complete papers and inspections are filters with their counts, chips and badges, in both languages', async () => {
  const { found } = await load('')
  const [first, ...others] = found.bikes
  if (!first) throw new Error('No bike is on sale.')
  const marked = { ...first, papersLevel: 'complete' as const, isInspected: true }
  const facets = { ...found.facets, papers: 7, inspected: 4 }
  const loaded = { q: '', found: { ...found, facets, bikes: [marked, ...others] } }
  const toPage = (language?: Language) => ({
    ...toData(loaded, language),
    search: { papers: 'complete', inspected: 'yes' },
  })
  const html = readHtml(SearchPage, toPage())
  const text = readText(SearchPage, toPage())
  expect(text).toContain('Papers and inspection Papers complete 7 Inspected 4 Seller Verified sellers only')
  expect(html).toMatch(/<input(?=[^>]*name="papers")(?=[^>]*value="complete")(?=[^>]*checked)/)
  expect(html).toMatch(/<input(?=[^>]*name="inspected")(?=[^>]*value="yes")(?=[^>]*checked)/)
  expect(html).toMatch(/<a(?=[^>]*href="\/bikes\?inspected=yes")(?=[^>]*aria-label="Remove Papers complete")/)
  expect(html).toMatch(/<a(?=[^>]*href="\/bikes\?papers=complete")(?=[^>]*aria-label="Remove Inspected")/)
  expect(html.match(/badge--good">Papers complete</g)).toHaveLength(1)
  const bangla = await loadBangla()
  const inBangla = readText(SearchPage, toPage(bangla), bangla)
  expect(inBangla).toContain('কাগজ আর পরীক্ষা কাগজ ঠিক আছে ৭ পরীক্ষা করা ৪')
  expect(readHtml(SearchPage, toPage(bangla), bangla)).toContain('aria-label="বাদ দিন: কাগজ ঠিক আছে"')
})

test('what was given up of papers and inspection is said in words', async () => {
  const { found } = await load('')
  const widened = (['papers', 'inspected'] as const).map((part) => ({
    part,
    what: [],
    typed: '',
    to: 'none' as const,
    from: null,
    until: null,
  }))
  const loaded = { q: '', found: { ...found, widened } }
  expect(read(loaded)).toContain('the papers: complete or not')
  expect(read(loaded)).toContain('the inspection: with or without one')
  const inBangla = read(loaded, await loadBangla())
  expect(inBangla).toContain('কাগজ: ঠিক থাকুক বা না থাকুক')
  expect(inBangla).toContain('বাইক পরীক্ষা: হোক বা না হোক')
})
