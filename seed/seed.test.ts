import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { getDhakaYear } from '#contract/time/dhaka.ts'
import { categoryNames, conditions } from '#contract/bikes.ts'
import { getPictureVariants } from '#contract/picture-sizes.ts'
import { Email, Taka, Telephone, textField } from '#contract/fields.ts'
import { askingPrices, maxShareOfNewPrice, priceRiseSince2022 } from './asking-prices.ts'
import { bikes, generatedBikes, handwrittenBikes, type SeedBike } from './bikes.ts'
import { fixtures } from './fixtures.ts'
import { toInstant } from './relative-time.ts'
import { createDemoRows } from './demo-rows.ts'
import { openBookings, soldBikes, wishes } from './bookings-and-wishes.ts'

const createId = (at?: Date) => v7({ msecs: at?.getTime() })
const createRowsAt = (now: string) => createDemoRows({ now: new Date(now), createId, password: 'hash' })
const demoRows = createRowsAt('2026-08-16T06:00:00Z')
const bookings = [...soldBikes, ...openBookings]

const getBike = (key: string): SeedBike => {
  const bike = bikes.find((one) => one.key === key)
  if (!bike) throw new Error(`no bike ${key}`)
  return bike
}
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
const findAskingPrices = (bike: SeedBike) => askingPrices.find(({ names }) => bike.name.startsWith(names))
const measuredBikes = bikes.flatMap((bike) => {
  const askingPrice = findAskingPrices(bike)
  return askingPrice ? [{ bike, askingPrice }] : []
})

describe('the demonstration people', () => {
  test('are forty-four sellers of whom some are verified, six buyers and one admin', () => {
    const people = Object.values(fixtures)
    const sellers = people.filter(({ role }) => role === 'Seller')
    expect(sellers).toHaveLength(44)
    expect(new Set(sellers.map(({ verified }) => verified))).toEqual(new Set([true, false]))
    expect(people.filter(({ role }) => role === 'Buyer')).toHaveLength(6)
    expect(people.filter(({ role }) => role === 'Admin')).toEqual([fixtures.ayesha])
  })

  test('are verified only if they sell', () => {
    for (const { role, verified } of Object.values(fixtures)) expect(verified && role !== 'Seller').toBe(false)
  })

  test('have normalised e-mail addresses and telephone numbers, one for each person', () => {
    const people = Object.values(fixtures)
    for (const { email, telephone } of people) {
      expect(Email.parse(email)).toBe(email)
      expect(Telephone.parse(telephone)).toBe(telephone)
      expect(telephone).toMatch(/^\+8801[3-9]00000\d{3}$/)
    }
    expect(new Set(people.map(({ email }) => email)).size).toBe(people.length)
    expect(new Set(people.map(({ telephone }) => telephone)).size).toBe(people.length)
  })

  test('sign in with one hash under the member’s id', () => {
    expect(demoRows.accounts.map(({ accountId }) => accountId)).toEqual(demoRows.members.map(({ id }) => id))
    for (const account of demoRows.accounts)
      expect(account).toMatchObject({ providerId: 'credential', password: 'hash' })
  })
})

describe('the bikes', () => {
  test('written by hand are about sixty, about twenty in each of the three categories', () => {
    expect(handwrittenBikes.length).toBeGreaterThanOrEqual(58)
    expect(handwrittenBikes.length).toBeLessThanOrEqual(66)
    for (const name of categoryNames) {
      expect(handwrittenBikes.filter(({ category }) => category === name).length).toBeGreaterThanOrEqual(18)
    }
  })

  test('name every bike by its maker, with texts that the contract accepts', () => {
    for (const bike of bikes) {
      expect(bike.name.startsWith(`${bike.category} `)).toBe(true)
      expect(textField('product_name', 120).parse(bike.name)).toBe(bike.name)
      expect(textField('location', 120).parse(bike.location)).toBe(bike.location)
    }
  })

  test('have no two bikes of one name at one location', () => {
    const places = bikes.map(({ name, location }) => `${name} at ${location}`)
    expect(new Set(places).size).toBe(places.length)
  })

  test('have bikes in every condition, and of every seller', () => {
    expect(new Set(bikes.map(({ bought }) => bought.condition))).toEqual(new Set(conditions))
    const sellers = Object.entries(fixtures).flatMap(([key, { role }]) => (role === 'Seller' ? [key] : []))
    expect(new Set([...bikes, ...generatedBikes].map(({ seller }) => seller))).toEqual(new Set(sellers))
  })

  test('advertise about nine bikes, of all three makers', () => {
    const advertised = bikes.filter(({ listed }) => listed.advertised)
    expect(advertised.length).toBeGreaterThanOrEqual(8)
    expect(advertised.length).toBeLessThanOrEqual(10)
    expect(new Set(advertised.map(({ category }) => category)).size).toBe(3)
  })

  test('are in all parts of the country, about four of ten bikes in Dhaka', () => {
    const places = bikes.map(({ location }) => location.split(', ').at(-1))
    const inDhaka = places.filter((place) => place === 'Dhaka' || place === 'ঢাকা' || place === 'Old Dhaka').length
    expect(inDhaka / bikes.length).toBeGreaterThan(0.33)
    expect(inDhaka / bikes.length).toBeLessThan(0.46)
    expect(new Set(places).size).toBeGreaterThanOrEqual(20)
  })

  const pictures = demoRows.bikes.map(({ picture }) => picture)
  const assets = join(import.meta.dirname, '../web/assets')
  test.each([...new Set(pictures)])('ship the picture %s in all its sizes', (picture) => {
    expect(getPictureVariants(picture).length).toBeGreaterThanOrEqual(2)
    for (const { url } of getPictureVariants(picture)) expect(existsSync(join(assets, url))).toBe(true)
  })
})

describe('the prices', () => {
  test('are accepted by the card provider', () => {
    for (const { taka } of bikes) expect(Taka.parse(taka.sale)).toBe(taka.sale)
  })

  test('are lower than the price of the new bike', () => {
    expect(bikes.filter(({ taka }) => taka.sale >= taka.original)).toEqual([])
  })

  test('are within the range of the model, adjusted to today', () => {
    expect(measuredBikes.length).toBeGreaterThan(40)
    const outliers = measuredBikes.filter(({ bike, askingPrice }) => {
      const then = bike.taka.sale / priceRiseSince2022
      return then < askingPrice.p10 || then > askingPrice.p90
    })
    expect(outliers).toEqual([])
  })

  test('are within 15 % of the usual price of the model at that age', () => {
    const sameAgeBikes = measuredBikes.flatMap(({ bike, askingPrice }) => {
      const median = askingPrice.medianByAge[bike.bought.yearsAgo]
      return median
        ? [{ ...bike, usual: Math.min(median * priceRiseSince2022, bike.taka.original * maxShareOfNewPrice) }]
        : []
    })
    expect(sameAgeBikes.length).toBeGreaterThan(30)
    expect(sameAgeBikes.filter(({ taka, usual }) => Math.abs(taka.sale / usual - 1) > 0.15)).toEqual([])
  })

  test('of bookings are those of the bikes', () => {
    const prices = new Map(demoRows.bikes.map(({ id, salePriceTaka }) => [id, salePriceTaka]))
    for (const { bikeId, priceTaka } of demoRows.bookings) expect(priceTaka).toBe(prices.get(bikeId))
  })
})

describe('bookings and wishes', () => {
  test('nobody books a bike twice or wishes for it twice', () => {
    for (const requests of [bookings, wishes]) {
      const pairs = requests.map(({ bike, buyer }) => `${buyer} ${bike}`)
      expect(new Set(pairs).size).toBe(pairs.length)
    }
  })

  test('nobody books or wishes for own bike', () => {
    for (const { bike, buyer } of [...bookings, ...wishes]) expect(getBike(bike).seller).not.toBe(buyer)
  })

  test('five bikes are sold, each once, and none of them is advertised', () => {
    const sold = soldBikes.map(({ bike }) => bike)
    expect(new Set(sold).size).toBe(5)
    for (const bike of sold) expect(getBike(bike).listed.advertised).toBeUndefined()
  })
})

describe('the dates', () => {
  // The last instant of a day in Dhaka and the first of the next; and the turn of the year.
  const evening = '2026-08-16T17:59:59.999Z'
  const midnight = '2026-08-16T18:00:00.000Z'
  const newYear = '2026-12-31T18:00:00.000Z'

  test('count back from the day of seeding in Dhaka', () => {
    const listed = { daysAgo: 2, at: '16:20' }
    expect(toInstant(listed, new Date(evening)).toISOString()).toBe('2026-08-14T10:20:00.000Z')
    expect(toInstant(listed, new Date(midnight)).toISOString()).toBe('2026-08-15T10:20:00.000Z')
    expect([getDhakaYear(new Date(evening)), getDhakaYear(new Date(newYear))]).toEqual([2026, 2027])
  })

  test.each([evening, midnight, newYear])('are all past when the shop is seeded at %s', (now) => {
    const rows = createRowsAt(now)
    const moments = [
      ...rows.members.flatMap(({ createdAt, updatedAt, verifiedAt }) => [createdAt, updatedAt, verifiedAt]),
      ...rows.bikes.flatMap(({ createdAt, advertisedAt }) => [createdAt, advertisedAt]),
      ...[...rows.bookings, ...rows.wishes].map(({ createdAt }) => createdAt),
    ]
    expect(moments.filter((moment) => moment && moment.getTime() >= Date.parse(now))).toEqual([])
  })

  test('let a seller join before listing, and a buyer before wanting', () => {
    const joined = new Map(demoRows.members.map(({ id, createdAt }) => [id, createdAt.getTime()]))
    const listed = new Map(demoRows.bikes.map(({ id, createdAt }) => [id, createdAt.getTime()]))
    for (const { sellerId, createdAt } of demoRows.bikes) {
      expect(createdAt.getTime()).toBeGreaterThan(joined.get(sellerId) ?? Infinity)
    }
    for (const { bikeId, buyerId, createdAt } of [...demoRows.bookings, ...demoRows.wishes]) {
      expect(createdAt.getTime()).toBeGreaterThan(listed.get(bikeId) ?? Infinity)
      expect(createdAt.getTime()).toBeGreaterThan(joined.get(buyerId) ?? Infinity)
    }
  })

  test('put the ids of bikes, bookings and wishes in the order of their listing', () => {
    for (const rows of [demoRows.bikes, demoRows.bookings, demoRows.wishes]) {
      const times = [...rows].sort(byId).map(({ createdAt }) => createdAt.getTime())
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(new Set(times).size).toBe(times.length)
    }
  })

  test('make the year of purchase and the years of use agree', () => {
    for (const bike of createRowsAt(newYear).bikes) expect(bike.boughtInYear + bike.yearsUsed).toBe(2027)
    for (const { bought } of bikes) expect(bought.yearsAgo).toBeGreaterThanOrEqual(1)
  })
})
