import { describe, expect, test } from 'vitest'
import { createSearchName } from './search-names.ts'

describe('a saved search without a name is called by its filters', () => {
  test.each([
    [{ brand: 'tvs' }, 'TVS'],
    [{ brand: 'royal-enfield' }, 'Royal Enfield'],
    [{ brand: 'yamaha', model: 'fzs-v3' }, 'Fzs V3'],
    [{ q: 'gixxer', district: 'dhaka' }, 'gixxer, Dhaka'],
    [{ priceTo: '200000' }, '≤ ৳2,00,000'],
    [{ ccFrom: '150' }, '≥ 150 cc'],
    [{ yearFrom: '2018', yearTo: '2021' }, '2018–2021'],
    [{ yearFrom: '2018', yearTo: '2018' }, '2018'],
    [{ q: 'scooter', notBrand: 'bajaj,tvs', notDistrict: 'dhaka' }, 'scooter, not Bajaj, not TVS, not Dhaka'],
    [{ kmTo: '20000', condition: 'Good,Fair' }, '≤ 20,000 km, Good, Fair'],
    [{ papers: 'complete', inspected: 'yes' }, 'papers complete, inspected'],
  ] as const)('%j is %s', (query, name) => {
    expect(createSearchName(query, 'en')).toBe(name)
  })

  test('in Bangla for those who read it', () => {
    const query = { district: 'dhaka', ccFrom: '150', yearTo: '2021', condition: 'Good' } as const
    expect(createSearchName(query, 'bn')).toBe('ঢাকা, ≥ ১৫০ সিসি, ≤ ২০২১, ভালো')
    expect(createSearchName({ notDistrict: 'dhaka' }, 'bn')).toBe('ঢাকা নয়')
    expect(createSearchName({ papers: 'complete', inspected: 'yes' }, 'bn')).toBe('কাগজ ঠিক আছে, পরীক্ষা করা')
  })

  test('is cut after 80 characters', () => {
    expect(createSearchName({ q: 'x'.repeat(90) }, 'en')).toBe('x'.repeat(80))
  })
})
