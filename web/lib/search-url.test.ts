import { describe, expect, test } from 'vitest'
import { updateSearch, countFilters, isIndexable, parseSearch, toSearchPath, removeChoice } from './search-url.ts'

const parse = (query: string) => parseSearch(new URLSearchParams(query))

describe('the URL of a search', () => {
  test('is parsed as a plain form sends it: repeated checkboxes, empty fields omitted', () => {
    expect(parse('q=&brand=yamaha&brand=suzuki&priceFrom=&priceTo=150000&sort=newest')).toEqual({
      brand: 'yamaha,suzuki',
      priceTo: '150000',
    })
  })

  test('accepts numbers as people type them, in Latin or Bangla digits', () => {
    expect(parse(`priceTo=${encodeURIComponent('৳১,৫০,০০০')}&kmTo=20,000`)).toEqual({
      priceTo: '150000',
      kmTo: '20000',
    })
  })

  test('ignores unknown parameters, such as tracking ones', () => {
    expect(parse('utm_source=mail&fbclid=x&brand=tvs&sort=ugly&verified=yes')).toEqual({ brand: 'tvs' })
  })

  test('is written with commas and parsed back to the same search', () => {
    const search = parse('q=pulsar 150&brand=bajaj,hero&district=dhaka&verified=on&sort=price&cursor=abc')
    const path = toSearchPath(search)
    expect(path).toBe('/bikes?q=pulsar+150&brand=bajaj,hero&district=dhaka&verified=on&sort=price&cursor=abc')
    expect(parse(path.split('?')[1] ?? '')).toEqual(search)
    expect(toSearchPath({})).toBe('/bikes')
  })

  test('has complete papers and an inspection, each of which a link removes', () => {
    const search = parse('papers=complete&inspected=yes&verified=yes')
    expect(search).toEqual({ papers: 'complete', inspected: 'yes' })
    expect([toSearchPath(search), countFilters(search), isIndexable(search)]).toEqual([
      '/bikes?papers=complete&inspected=yes',
      2,
      false,
    ])
    expect(toSearchPath(updateSearch(search, { papers: undefined }))).toBe('/bikes?inspected=yes')
    expect(parse('papers=mostly&inspected=on')).toEqual({})
  })

  test('returns to the first page when a filter changes', () => {
    expect(updateSearch({ q: 'fz', cursor: 'abc' }, { priceTo: '90000' })).toEqual({ q: 'fz', priceTo: '90000' })
    expect(removeChoice({ brand: 'tvs,hero', cursor: 'x' }, 'brand', 'tvs')).toEqual({ brand: 'hero' })
    expect(removeChoice({ brand: 'tvs' }, 'brand', 'tvs')).toEqual({})
  })

  test('keeps what it excludes, which a link allows again', () => {
    const search = parse('q=scooter&notBrand=bajaj&notBrand=tvs&notDistrict=dhaka')
    expect(search).toEqual({ q: 'scooter', notBrand: 'bajaj,tvs', notDistrict: 'dhaka' })
    expect(removeChoice(search, 'notBrand', 'tvs')).toEqual({ q: 'scooter', notBrand: 'bajaj', notDistrict: 'dhaka' })
    expect([countFilters(search), isIndexable(search)]).toEqual([3, false])
  })

  test('counts a range as one filter and every chosen value as one', () => {
    expect(countFilters(parse('q=x&priceFrom=1&priceTo=2&brand=a,b&verified=on&sort=km'))).toBe(4)
  })

  test('is indexable for the whole list and the list of one brand', () => {
    expect(
      ['', 'brand=tvs', 'brand=tvs,hero', 'q=fz', 'brand=tvs&cursor=x'].map((query) => isIndexable(parse(query))),
    ).toEqual([true, true, false, false, false])
  })
})
