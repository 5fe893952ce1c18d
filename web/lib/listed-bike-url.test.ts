import { expect, test } from 'vitest'
import { parseListingParams, toListingPath } from './listed-bike-url.ts'

const bike = { brand: 'Royal Enfield', model: 'Bullet 350', year: 2021, kilometres: 12_000, priceTaka: 345_000 }
const parse = (path: string) => parseListingParams(new URL(path, 'http://shop').searchParams, 2026)

test('the bike of a valuation is read back from the path of the form', () => {
  expect(parse(toListingPath(bike))).toEqual(bike)
})

test('kilometres and price that are not known are not in the path', () => {
  const unknown = { ...bike, kilometres: null, priceTaka: null }
  expect(toListingPath(unknown)).toBe('/dashboard/addproducts?brand=Royal+Enfield&model=Bullet+350&year=2021')
  expect(parse(toListingPath(unknown))).toEqual(unknown)
})

test.each([
  ['a negative number', '-5'],
  ['a fraction', '1.5'],
  ['a text', '<script>'],
  ['too much', '10000000'],
])('%s is neither a price nor kilometres', (_, value) => {
  const read = parse(
    `/?brand=TVS&model=Metro&year=2020&price=${encodeURIComponent(value)}&km=${encodeURIComponent(value)}`,
  )
  expect(read).toMatchObject({ year: 2020, kilometres: null, priceTaka: null })
})

test('a price below that of any bike is ignored', () => {
  expect(parse('/?brand=TVS&model=Metro&year=2020&price=999')).toMatchObject({ priceTaka: null })
})

test.each([
  '/',
  '/?brand=TVS&model=Metro',
  '/?brand=TVS&year=2020',
  '/?model=Metro&year=2020',
  '/?brand=TVS&model=%20&year=2020',
  '/?brand=TVS&model=Metro&year=1949',
  '/?brand=TVS&model=Metro&year=2027',
  `/?brand=TVS&model=${'x'.repeat(61)}&year=2020`,
])('%s fills in nothing', (path) => {
  expect(parse(path)).toBeNull()
})
