// The answer is lost after the commit, and the person sends the same form again.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, UnreachableError, type Transport } from '#contract/client.ts'
import { injectTransport } from '#platform/ssr/inject-transport.ts'
import { catchError, findUnwantedBike } from '#tests/support/buying.ts'
import { createProductBody, insertUploadedPicture, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

/** A client whose first answer is lost after the server has sent it. */
const createUnluckyClient = (token?: string) => {
  const transport = injectTransport(testApp.fastify)
  let isFirst = true
  const losing: Transport = async (path, init) => {
    const response = await transport(path, init)
    if (!isFirst) return response
    isFirst = false
    throw new UnreachableError('The answer was lost.')
  }
  return createClient(losing, async () => token ?? null)
}

type Table = 'bikes' | 'bookings' | 'contact_messages' | 'members' | 'saved_searches' | 'wishes'
const count = async (table: Table): Promise<number> => {
  const { rows } = await testApp.db.$client.query<{ count: number }>(`select count(*)::int as count from ${table}`)
  return rows[0]?.count ?? 0
}

const createPerson = (email: string) =>
  ({
    name: 'Nusrat Jahan',
    image: 'https://example.com/me.jpg',
    email,
    password: 'a long enough password',
    role: 'Buyer',
  }) as const

describe('a form that is sent again with its Idempotency-Key, because the answer was lost', () => {
  test('lists the bike once', async () => {
    const seller = await registerMember(testApp, 'Seller')
    const body = createProductBody(await insertUploadedPicture(testApp, seller))
    const client = createUnluckyClient(seller.token)
    const before = await count('bikes')
    const options = { idempotencyKey: 'listing-of-today' }
    await expect(client('POST /allbikes', { body }, options)).rejects.toThrow(UnreachableError)
    const again = await client('POST /allbikes', { body }, options)
    expect(again.acknowledged).toBe(true)
    expect(await count('bikes')).toBe(before + 1)
    const cheaper = { ...body, salePrice: body.salePrice - 1 }
    expect(await catchError(client('POST /allbikes', { body: cheaper }, options))).toMatchObject({ code: 'draft_used' })
    // The key is the seller's own: another seller may have the same.
    const other = await registerMember(testApp, 'Seller', 'Babul Mia')
    const otherBody = createProductBody(await insertUploadedPicture(testApp, other))
    const { insertedId } = await other('POST /allbikes', { body: otherBody }, options)
    expect(insertedId).not.toBe(again.insertedId)
  })

  test('stores the contact message once', async () => {
    const body = { email: 'visitor@example.com', message: 'Is the shop open on Friday?' }
    const client = createUnluckyClient()
    const before = await count('contact_messages')
    const options = { idempotencyKey: 'message-of-today' }
    await expect(client('POST /contact', { body }, options)).rejects.toThrow(UnreachableError)
    expect(await client('POST /contact', { body }, options)).toMatchObject({ acknowledged: true })
    expect(await count('contact_messages')).toBe(before + 1)
    await client('POST /contact', { body }, { idempotencyKey: 'message-of-tomorrow' })
    expect(await count('contact_messages')).toBe(before + 2)
  })

  test('saves the search once, and says which', async () => {
    const karim = await testApp.signInAs('karim')
    const client = createUnluckyClient(karim.token)
    const body = { query: { q: 'gixxer under 2 lakh' } }
    const options = { idempotencyKey: 'search-of-today' }
    const before = await count('saved_searches')
    await expect(client('POST /searches', { body }, options)).rejects.toThrow(UnreachableError)
    const { insertedId } = await client('POST /searches', { body }, options)
    expect((await karim('GET /searches')).map(({ _id }) => _id)).toContain(insertedId)
    expect(await count('saved_searches')).toBe(before + 1)
    expect(await catchError(client('POST /searches', { body }))).toMatchObject({ code: 'search_saved' })
  })

  test('books the bike once, and says so', async () => {
    const karim = await testApp.signInAs('karim')
    const client = createUnluckyClient(karim.token)
    const bike = await findUnwantedBike(testApp)
    const body = {
      producId: bike.id,
      salePrice: bike.salePriceTaka,
      contactNumber: '01712345678',
      meetingLocation: 'Farmgate',
    }
    const options = { idempotencyKey: 'booking-of-today' }
    const before = await count('bookings')
    await expect(client('POST /bookings', { body }, options)).rejects.toThrow(UnreachableError)
    const again = await client('POST /bookings', { body }, options)
    expect(again.message).toBe('Booking confirmed')
    expect((await karim('GET /bookings')).map(({ _id }) => _id)).toContain(again.insertedId)
    expect(await count('bookings')).toBe(before + 1)
    // Another request is told that the bike is booked: without the key, with another one, or with other words.
    const others = [
      client('POST /bookings', { body }),
      client('POST /bookings', { body }, { idempotencyKey: 'booking-of-tomorrow' }),
      client('POST /bookings', { body: { ...body, meetingLocation: 'Mirpur' } }, options),
    ]
    for (const error of await Promise.all(others.map(catchError)))
      expect(error).toMatchObject({ code: 'already_booked' })
    // The key is the buyer's own.
    const sadia = await testApp.signInAs('sadia')
    expect((await sadia('POST /bookings', { body }, options)).insertedId).not.toBe(again.insertedId)
    expect(await count('bookings')).toBe(before + 2)
  })

  test('sent eight times at once, books and wishes once', async () => {
    const karim = await testApp.signInAs('karim')
    const { id, salePriceTaka } = await findUnwantedBike(testApp)
    const place = { contactNumber: '01712345678', meetingLocation: 'Farmgate' }
    const options = { idempotencyKey: 'eight-clicks' }
    const [bookings, wishes] = [await count('bookings'), await count('wishes')]
    const book = () => karim('POST /bookings', { body: { ...place, producId: id, salePrice: salePriceTaka } }, options)
    const wish = () => karim('POST /wishlist', { body: { productId: id } }, options)
    for (const send of [book, wish]) {
      const answers = await Promise.all(Array.from({ length: 8 }, send))
      expect(new Set(answers.map(({ insertedId }) => insertedId)).size).toBe(1)
    }
    expect([await count('bookings'), await count('wishes')]).toEqual([bookings + 1, wishes + 1])
  })

  test('adds the bike to the wishlist once, and says so', async () => {
    const karim = await testApp.signInAs('karim')
    const client = createUnluckyClient(karim.token)
    const body = { productId: (await findUnwantedBike(testApp)).id }
    const options = { idempotencyKey: 'wish-of-today' }
    const before = await count('wishes')
    await expect(client('POST /wishlist', { body }, options)).rejects.toThrow(UnreachableError)
    const again = await client('POST /wishlist', { body }, options)
    expect(again.message).toBe('Added to wishlist')
    expect((await karim('GET /wishlist')).map(({ _id }) => _id)).toContain(again.insertedId)
    expect(await count('wishes')).toBe(before + 1)
    expect(await catchError(client('POST /wishlist', { body }))).toMatchObject({ code: 'already_wished' })
  })

  test('registers the person once, and logs in', async () => {
    const body = createPerson('nusrat@example.com')
    const client = createUnluckyClient()
    const options = { idempotencyKey: 'sign-up-of-today' }
    const before = await count('members')
    await expect(client('POST /auth/sign-up/email', { body }, options)).rejects.toThrow(UnreachableError)
    const { user } = await client('POST /auth/sign-up/email', { body }, options)
    expect(user).toMatchObject({ email: body.email, displayName: body.name })
    expect(await count('members')).toBe(before + 1)
  })

  test('sent eight times at once, registers the person once', async () => {
    const body = createPerson('eight@example.com')
    const options = { idempotencyKey: 'eight-times' }
    const before = await count('members')
    const signUp = () => testApp.visitor('POST /auth/sign-up/email', { body }, options)
    const answers = await Promise.all(Array.from({ length: 8 }, signUp))
    expect(new Set(answers.map(({ user }) => user.uid)).size).toBe(1)
    expect(await count('members')).toBe(before + 1)
  })
})

describe('a sign-up for an address that is taken is refused', () => {
  test('without the key, with another key, and with the key but another password', async () => {
    const body = createPerson('taken@example.com')
    await testApp.visitor('POST /auth/sign-up/email', { body }, { idempotencyKey: 'the-right-key' })
    const signUp = (password: string, idempotencyKey?: string) =>
      catchError(
        testApp.visitor(
          'POST /auth/sign-up/email',
          { body: { ...body, password } },
          idempotencyKey === undefined ? {} : { idempotencyKey },
        ),
      )
    expect(await signUp(body.password)).toMatchObject({ code: 'email_taken' })
    expect(await signUp(body.password, 'a-wrong-key')).toMatchObject({ code: 'email_taken' })
    expect(await signUp('another long password', 'the-right-key')).toMatchObject({ code: 'email_taken' })
  })
})

test('a key that is empty, too long or has spaces is refused by name', async () => {
  const body = { email: 'visitor@example.com', message: 'Hello' }
  for (const idempotencyKey of ['x'.repeat(256), '', 'tab\tkey'])
    expect(await catchError(testApp.visitor('POST /contact', { body }, { idempotencyKey }))).toMatchObject({
      status: 400,
      body: { field: 'Idempotency-Key' },
    })
})
