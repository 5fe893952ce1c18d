import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { holdBike } from '#market/payments/holds.ts'
import { settle } from '#market/payments/settle.ts'
import { findViolations } from './invariants.ts'
import {
  type InvariantHarness,
  listIntents,
  karimIdSql,
  createInvariantHarness,
  soldBikeSql,
} from '#tests/support/invariant-harness.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { queryAsOwner } from '#tests/support/owner-connection.ts'

let harness: InvariantHarness
beforeAll(async () => {
  harness = await createInvariantHarness()
})
afterAll(() => harness.close())

describe('against the card provider', () => {
  const anHourAgo = `update payments set settled_at = now() - interval '1 hour', created_at = now() - interval '1 hour';`

  test('I5: money came there and the shop knows nothing of it', async () => {
    const intents = await listIntents(harness.testApp)
    const unknown = {
      id: 'pi_unknown',
      status: 'succeeded',
      amountPoisha: 5_000_000,
      refundedPoisha: 0,
      currency: 'bdt',
    }
    expect(await harness.findViolationsAfter('select', [...intents, unknown])).toEqual(['I5'])
    expect(
      await harness.findViolationsAfter('select', [...intents, { ...unknown, refundedPoisha: 5_000_000 }]),
    ).toEqual([])
    expect(
      await harness.findViolationsAfter('select', [...intents, { ...unknown, status: 'requires_payment_method' }]),
    ).toEqual([])
  })

  test('I5: money came there and the shop forgot to write it down', async () => {
    const intents = await listIntents(harness.testApp)
    const lost = `update payments set state = 'open', settled_at = null, created_at = now() - interval '6 minutes' where bike_id = ${soldBikeSql}`
    expect(await harness.findViolationsAfter(lost, intents)).toContain('I5')
  })

  test('I6: a sale that the provider has no such money for', async () => {
    const intents = await listIntents(harness.testApp)
    const [first, ...others] = intents
    assert(first, 'needs an intent')
    expect(await harness.findViolationsAfter(anHourAgo, intents)).toEqual([])
    expect(await harness.findViolationsAfter(anHourAgo, others)).toEqual(['I6'])
    for (const change of [
      { status: 'canceled' },
      { amountPoisha: first.amountPoisha - 1 },
      { currency: 'usd' },
      { refundedPoisha: 100 },
      { refundedPoisha: first.amountPoisha },
      { dispute: 'lost' },
    ]) {
      expect(
        await harness.findViolationsAfter(anHourAgo, [{ ...first, ...change }, ...others]),
        JSON.stringify(change),
      ).toContain('I6')
    }
  })

  test('I6: a part of a sale’s money that went back is told here to the Taka', async () => {
    const intents = (await listIntents(harness.testApp)).map((one) => ({ ...one, refundedPoisha: 100_050 }))
    const recordedSql = `${anHourAgo} update payments set refunded_taka = 1000 where state = 'succeeded';
      insert into audit (actor, what, payment_id, details)
      select 'system', 'partly_refunded', id, '{}' from payments where state = 'succeeded'`
    expect(await harness.findViolationsAfter(recordedSql, intents)).toEqual([])
    expect(await harness.findViolationsAfter(recordedSql.replace('1000', '999'), intents)).toEqual(['I6'])
  })

  test('I6b: a dispute that the shop knows nothing of, or knows otherwise', async () => {
    const intents = (await listIntents(harness.testApp)).map((one) => ({ ...one, dispute: 'open' }))
    const recordedSql = `${anHourAgo} update payments set disputed_at = now() where state = 'succeeded';
      insert into audit (actor, what, payment_id, details)
      select 'system', 'payment_disputed', id, '{}' from payments where state = 'succeeded'`
    expect(await harness.findViolationsAfter(anHourAgo, intents)).toEqual(['I6b'])
    expect(await harness.findViolationsAfter(recordedSql, intents)).toEqual([])
    expect(await harness.findViolationsAfter(recordedSql, await listIntents(harness.testApp))).toEqual(['I6b'])
  })

  test('I7: a refund that was written down and never made', async () => {
    const clock = { now: new Date() }
    const otherApp = await createTestApp({ clock })
    const buyer = await otherApp.signInAs('karim')
    const bike = (await otherApp.visitor('GET /allbikes')).at(-1)
    assert(bike, 'needs a bike on sale')
    const body = {
      contactNumber: '01712345678',
      meetingLocation: 'Mirpur',
      salePrice: bike.salePrice,
      producId: bike._id,
    }
    const { insertedId } = await buyer('POST /bookings', { body })
    const { rows } = await otherApp.db.$client.query<{ id: string }>(`select ${karimIdSql} as id`)
    const wish = { bikeId: bike._id, buyerId: rows[0]?.id ?? '', bookingId: insertedId, wishId: null }
    const intent = await holdBike(otherApp.paymentsDeps, {
      ...wish,
      amountTaka: bike.salePrice,
      priceTaka: bike.salePrice,
      purpose: 'full',
      provider: 'cards',
    })
    await otherApp.payIntent(intent.id)
    await otherApp.db.$client.query('update bikes set withdrawn_at = now(), advertised_at = null where id = $1', [
      bike._id,
    ])
    await settle(otherApp.paymentsDeps, intent.id)

    const intents = await listIntents(otherApp)
    const refunded = `update payments set refunded_at = now() - interval '1 hour', created_at = now() - interval '1 hour'`
    await queryAsOwner(otherApp, refunded)
    expect((await findViolations(otherApp.db.$client, intents)).violations).toEqual([])
    const notRefunded = intents.map((one) => ({ ...one, refundedPoisha: 0 }))
    const { violations } = await findViolations(otherApp.db.$client, notRefunded)
    expect(violations.map(({ invariant }) => invariant.id)).toEqual(['I5', 'I7'])
    const lost = notRefunded.map((one) => ({ ...one, dispute: 'lost' }))
    expect((await findViolations(otherApp.db.$client, lost)).violations).toEqual([])
  })
})
