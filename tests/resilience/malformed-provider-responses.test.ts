// What the card provider says is believed only when it can be read.
import { expect, test } from 'vitest'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import { begin, book, claim, freshBike, keptMoney, refusalOf } from '#tests/support/buying.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'

// The provider's own library tries three times.
const tries = 3

const spoil = async ({ sandboxPort }: TestShop, operation: 'create' | 'retrieve', fault: 'garbage' | 'html') => {
  await fetch(`http://127.0.0.1:${sandboxPort}/sandbox/faults`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
    body: JSON.stringify({ operation, fault, times: tries }),
  })
}

const heal = ({ sandboxPort }: TestShop) =>
  fetch(`http://127.0.0.1:${sandboxPort}/sandbox/faults`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
  })

test.each([{ fault: 'garbage' }, { fault: 'html' }] as const)(
  'an answer of the provider that is $fault is no success, and the buyer tries again',
  { timeout: 60_000 },
  async ({ fault }) => {
    const shop = await openTestShop()
    const karim = await shop.as('karim')
    const order = await book(karim, await freshBike(shop))

    await spoil(shop, 'create', fault)
    expect(await refusalOf(begin(karim, order))).toMatchObject({ status: 503, code: 'cards_unavailable' })
    await heal(shop)
    const intent = await begin(karim, order)
    await shop.payFor(intent)

    await spoil(shop, 'retrieve', fault)
    const body = claim(karim, order, intent)
    expect(await refusalOf(karim('POST /payments', { body }))).toMatchObject({ status: 503, code: 'cards_unavailable' })
    expect(await karim('GET /bookings/:id', { params: { id: order.bookingId } })).toMatchObject({ paid: false })
    await heal(shop)
    expect(await karim('POST /payments', { body })).toMatchObject({ acknowledged: true })
    expect([...(await keptMoney(shop)).keys()]).toEqual([intent])
  },
)
