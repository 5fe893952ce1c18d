import { describe, expect, test } from 'vitest'
import { changed, countFilters, isForEngines, readSearch, searchPath, withoutChoice } from './search-url.ts'

const read = (address: string) => readSearch(new URLSearchParams(address))

describe('the address of a search', () => {
  test('is read as a form without scripts sends it: boxes one by one, empty fields left out', () => {
    expect(read('q=&brand=yamaha&brand=suzuki&priceFrom=&priceTo=150000&sort=newest')).toEqual({
      brand: 'yamaha,suzuki',
      priceTo: '150000',
    })
  })

  test('takes numbers as people type them, in either script', () => {
    expect(read(`priceTo=${encodeURIComponent('৳১,৫০,০০০')}&kmTo=20,000`)).toEqual({ priceTo: '150000', kmTo: '20000' })
  })

  test('leaves out what it does not know, such as the marks of whoever sent the link', () => {
    expect(read('utm_source=mail&fbclid=x&brand=tvs&sort=ugly&verified=yes')).toEqual({ brand: 'tvs' })
  })

  test('is written with commas, and read back the same', () => {
    const search = read('q=pulsar 150&brand=bajaj,hero&district=dhaka&verified=on&sort=price&cursor=abc')
    const path = searchPath(search)
    expect(path).toBe('/bikes?q=pulsar+150&brand=bajaj,hero&district=dhaka&verified=on&sort=price&cursor=abc')
    expect(read(path.split('?')[1] ?? '')).toEqual(search)
    expect(searchPath({})).toBe('/bikes')
  })

  test('goes back to the first page when something in it changes', () => {
    expect(changed({ q: 'fz', cursor: 'abc' }, { priceTo: '90000' })).toEqual({ q: 'fz', priceTo: '90000' })
    expect(withoutChoice({ brand: 'tvs,hero', cursor: 'x' }, 'brand', 'tvs')).toEqual({ brand: 'hero' })
    expect(withoutChoice({ brand: 'tvs' }, 'brand', 'tvs')).toEqual({})
  })

  test('counts a range as one filter, and every chosen value as one', () => {
    expect(countFilters(read('q=x&priceFrom=1&priceTo=2&brand=a,b&verified=on&sort=km'))).toBe(4)
  })

  test('is for search engines when it is the whole list or the list of one brand', () => {
    expect(
      ['', 'brand=tvs', 'brand=tvs,hero', 'q=fz', 'brand=tvs&cursor=x'].map((one) => isForEngines(read(one))),
    ).toEqual([true, true, false, false, false])
  })
})
