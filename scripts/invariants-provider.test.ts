import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { holdBike } from '#market/payments/holds/rules.ts'
import { settle } from '#market/payments/settle.ts'
import { findBroken } from './invariants.ts'
import { type Books, dumpOf, karim, openBooks, sold } from '#tests/support/invariant-harness.ts'
import { openTestShop } from '#tests/support/test-app.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks()
})
afterAll(() => books.close())

describe('against the card provider', () => {
  const anHourAgo = `update payments set settled_at = now() - interval '1 hour', created_at = now() - interval '1 hour';`

  test('I5: money came there and the shop knows nothing of it', async () => {
    const intents = await dumpOf(books.shop)
    const unknown = {
      id: 'pi_unknown',
      status: 'succeeded',
      amountPoisha: 5_000_000,
      refundedPoisha: 0,
      currency: 'bdt',
    }
    expect(await books.plant('select', [...intents, unknown])).toEqual(['I5'])
    expect(await books.plant('select', [...intents, { ...unknown, refundedPoisha: 5_000_000 }])).toEqual([])
    expect(await books.plant('select', [...intents, { ...unknown, status: 'requires_payment_method' }])).toEqual([])
  })

  test('I5: money came there and the shop forgot to write it down', async () => {
    const intents = await dumpOf(books.shop)
    const lost = `update payments set state = 'open', settled_at = null, created_at = now() - interval '6 minutes' where bike_id = ${sold}`
    expect(await books.plant(lost, intents)).toContain('I5')
  })

  test('I6: a sale that the provider has no such money for', async () => {
    const intents = await dumpOf(books.shop)
    const [first, ...others] = intents
    assert(first, 'needs an intent')
    expect(await books.plant(anHourAgo, intents)).toEqual([])
    expect(await books.plant(anHourAgo, others)).toEqual(['I6'])
    for (const change of [
      { status: 'canceled' },
      { amountPoisha: first.amountPoisha - 1 },
      { currency: 'usd' },
      { refundedPoisha: 100 },
      { refundedPoisha: first.amountPoisha },
      { dispute: 'lost' },
    ]) {
      expect(await books.plant(anHourAgo, [{ ...first, ...change }, ...others]), JSON.stringify(change)).toContain('I6')
    }
  })

  test('I6: a part of a sale’s money that went back is told here to the Taka', async () => {
    const intents = (await dumpOf(books.shop)).map((one) => ({ ...one, refundedPoisha: 100_050 }))
    const told = `${anHourAgo} update payments set sent_back_taka = 1000 where state = 'succeeded';
      insert into audit (actor, what, payment_id, details)
      select 'system', 'partly_refunded', id, '{}' from payments where state = 'succeeded'`
    expect(await books.plant(told, intents)).toEqual([])
    expect(await books.plant(told.replace('1000', '999'), intents)).toEqual(['I6'])
  })

  test('I6b: a dispute that the shop knows nothing of, or knows otherwise', async () => {
    const intents = (await dumpOf(books.shop)).map((one) => ({ ...one, dispute: 'open' }))
    const told = `${anHourAgo} update payments set disputed_at = now() where state = 'succeeded';
      insert into audit (actor, what, payment_id, details)
      select 'system', 'payment_disputed', id, '{}' from payments where state = 'succeeded'`
    expect(await books.plant(anHourAgo, intents)).toEqual(['I6b'])
    expect(await books.plant(told, intents)).toEqual([])
    expect(await books.plant(told, await dumpOf(books.shop))).toEqual(['I6b'])
  })

  test('I7: a refund that was written down and never made', async () => {
    const clock = { now: new Date() }
    const other = await openTestShop({ clock })
    const buyer = await other.as('karim')
    const bike = (await other.visitor('GET /allbikes')).at(-1)
    assert(bike, 'needs a bike on sale')
    const body = {
      contactNumber: '01712345678',
      meetingLocation: 'Mirpur',
      salePrice: bike.salePrice,
      producId: bike._id,
    }
    const { insertedId } = await buyer('POST /bookings', { body })
    const { rows } = await other.db.$client.query<{ id: string }>(`select ${karim} as id`)
    const wish = { bikeId: bike._id, buyerId: rows[0]?.id ?? '', bookingId: insertedId, wishId: null }
    const intent = await holdBike(other.till, { ...wish, amountTaka: bike.salePrice })
    await other.payFor(intent.id)
    await other.db.$client.query('update bikes set withdrawn_at = now(), advertised_at = null where id = $1', [
      bike._id,
    ])
    await settle(other.till, intent.id)

    const intents = await dumpOf(other)
    const refunded = `update payments set refunded_at = now() - interval '1 hour', created_at = now() - interval '1 hour'`
    await other.db.$client.query(refunded)
    expect((await findBroken(other.db.$client, intents)).broken).toEqual([])
    const kept = intents.map((one) => ({ ...one, refundedPoisha: 0 }))
    const { broken } = await findBroken(other.db.$client, kept)
    expect(broken.map(({ invariant }) => invariant.id)).toEqual(['I5', 'I7'])
    const lost = kept.map((one) => ({ ...one, dispute: 'lost' }))
    expect((await findBroken(other.db.$client, lost)).broken).toEqual([])
  })
})
