import { describe, expect, test } from 'vitest'
import { updateSearch, countFilters, isIndexable, parseSearch, toSearchPath, removeChoice } from './search-url.ts'

const parse = (query: string) => parseSearch(new URLSearchParams(query))

describe('the address of a search', () => {
  test('is read as a form without scripts sends it: boxes one by one, empty fields left out', () => {
    expect(parse('q=&brand=yamaha&brand=suzuki&priceFrom=&priceTo=150000&sort=newest')).toEqual({
      brand: 'yamaha,suzuki',
      priceTo: '150000',
    })
  })

  test('takes numbers as people type them, in either script', () => {
    expect(parse(`priceTo=${encodeURIComponent('৳১,৫০,০০০')}&kmTo=20,000`)).toEqual({
      priceTo: '150000',
      kmTo: '20000',
    })
  })

  test('leaves out what it does not know, such as the marks of whoever sent the link', () => {
    expect(parse('utm_source=mail&fbclid=x&brand=tvs&sort=ugly&verified=yes')).toEqual({ brand: 'tvs' })
  })

  test('is written with commas, and read back the same', () => {
    const search = parse('q=pulsar 150&brand=bajaj,hero&district=dhaka&verified=on&sort=price&cursor=abc')
    const path = toSearchPath(search)
    expect(path).toBe('/bikes?q=pulsar+150&brand=bajaj,hero&district=dhaka&verified=on&sort=price&cursor=abc')
    expect(parse(path.split('?')[1] ?? '')).toEqual(search)
    expect(toSearchPath({})).toBe('/bikes')
  })

  test('goes back to the first page when something in it changes', () => {
    expect(updateSearch({ q: 'fz', cursor: 'abc' }, { priceTo: '90000' })).toEqual({ q: 'fz', priceTo: '90000' })
    expect(removeChoice({ brand: 'tvs,hero', cursor: 'x' }, 'brand', 'tvs')).toEqual({ brand: 'hero' })
    expect(removeChoice({ brand: 'tvs' }, 'brand', 'tvs')).toEqual({})
  })

  test('counts a range as one filter, and every chosen value as one', () => {
    expect(countFilters(parse('q=x&priceFrom=1&priceTo=2&brand=a,b&verified=on&sort=km'))).toBe(4)
  })

  test('is for search engines when it is the whole list or the list of one brand', () => {
    expect(
      ['', 'brand=tvs', 'brand=tvs,hero', 'q=fz', 'brand=tvs&cursor=x'].map((query) => isIndexable(parse(query))),
    ).toEqual([true, true, false, false, false])
  })
})
