// The session against a small shop of its own: the identity service stands in for what we do not own.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Transport } from '#contract/client.ts'
import { createSession, type SessionUser } from './session.ts'

const karim: SessionUser = {
  uid: 'k',
  email: 'karim@example.com',
  displayName: 'Karim',
  photoURL: null,
  emailVerified: false,
}

const tokenUntil = (endsAtMs: number) => `x.${btoa(JSON.stringify({ exp: endsAtMs / 1000 }))}.y`

type Answer = { status: number; body: unknown }

let now = 0
let kept: string | null = null
let signedIn: SessionUser | null = null
let asked: string[] = []
let refused = new Set<string>()
let sent: unknown = null
let isSignOutBroken = false

const answerTo = (call: string, bearer: string | undefined): Answer => {
  if (call === 'GET /api/auth/get-session') return { status: 200, body: { user: signedIn } }
  if (call === 'POST /api/auth/sign-out') {
    if (isSignOutBroken) return { status: 503, body: { message: 'Motohaat is busy right now.' } }
    signedIn = null
    return { status: 200, body: { success: true } }
  }
  if (call === 'POST /api/auth/sign-in/email') {
    signedIn = karim
    return { status: 200, body: { user: karim } }
  }
  if (call === 'POST /api/users' || call === 'POST /api/auth/sign-up/email') return { status: 200, body: {} }
  if (call === 'POST /api/jwt') {
    return signedIn ? { status: 200, body: { token: tokenUntil(now + 300_000) } } : { status: 401, body: {} }
  }
  if (bearer === undefined || refused.has(bearer))
    return { status: 401, body: { message: 'Please log in to do this.' } }
  return { status: 200, body: call.includes('/users/buyer/') ? { isBuyer: true } : {} }
}

const transport: Transport = async (path, { method, headers, body: sentBody }) => {
  const call = `${method} ${path}`
  asked.push(call)
  if (call === 'POST /api/users') sent = JSON.parse(sentBody ?? 'null')
  const { status, body } = answerTo(call, headers.authorization?.replace('Bearer ', ''))
  return { status, header: () => null, text: async () => JSON.stringify(body) }
}

const open = async () => {
  const storage = { read: () => kept, write: (token: string | null) => void (kept = token) }
  const session = createSession({ transport, storage, now: () => now })
  await session.refresh()
  asked = []
  return session
}

beforeEach(() => {
  now = 1_000_000_000
  kept = null
  signedIn = null
  asked = []
  refused = new Set()
  sent = null
  isSignOutBroken = false
})

const countOf = (call: string) => asked.filter((one) => one === call).length

test('what the shop said of the time before a log-in does not undo it', async () => {
  const late = Promise.withResolvers<void>()
  const slow: Transport = async (path, init) => {
    const answer = await transport(path, init)
    if (path === '/api/auth/get-session') await late.promise
    return answer
  }
  const storage = { read: () => kept, write: (token: string | null) => void (kept = token) }
  const session = createSession({ transport: slow, storage, now: () => now })
  const asking = session.refresh()
  await session.signIn({ email: karim.email, password: 'x' })
  late.resolve()
  await asking
  expect(session.current()).toMatchObject({ state: 'member' })
  expect(kept).not.toBeNull()
})

describe('who is signed in', () => {
  test('is a visitor without a session', async () => {
    expect((await open()).current()).toEqual({ state: 'visitor' })
  })

  test('is the person of the session', async () => {
    signedIn = karim
    expect((await open()).current()).toEqual({ state: 'member', user: karim })
  })

  test('is nobody when the person is verified but has no display name (spec §3)', async () => {
    signedIn = { ...karim, emailVerified: true, displayName: '' }
    expect((await open()).current().state).toBe('visitor')
  })

  test('is loading while the person signs in', async () => {
    const session = await open()
    const states: string[] = []
    session.subscribe(() => states.push(session.current().state))

    await session.signIn({ email: karim.email, password: 'x' })

    expect(states).toEqual(['loading', 'member'])
    expect(kept).not.toBeNull()
  })

  test('is loading while the person signs up or out', async () => {
    signedIn = karim
    const session = await open()
    const states: string[] = []
    session.subscribe(() => states.push(session.current().state))

    await session.signOut()
    const image = 'https://photos.example.com/k.jpg'
    await session.signUp({ name: 'Karim', image, email: karim.email, password: 'x', role: 'Buyer' })

    expect(states).toEqual(['loading', 'visitor', 'loading', 'visitor'])
    expect(asked).toContain('POST /api/users')
  })

  test('is still signed in when signing out did not work, and the fault is there to be told', async () => {
    signedIn = karim
    const session = await open()
    isSignOutBroken = true

    await expect(session.signOut()).rejects.toThrow('Motohaat is busy right now.')

    expect(session.current().state).toBe('member')
  })

  test('is registered as a Buyer after social login', async () => {
    signedIn = karim
    const session = await open()

    await session.welcomeFromSocial()

    expect(asked).toEqual(['POST /api/users', 'POST /api/jwt'])
    expect(sent).toMatchObject({ email: karim.email, role: 'Buyer' })
  })
})

describe('the access token', () => {
  test('is kept from the sign-in and used without asking again', async () => {
    const session = await open()
    await session.signIn({ email: karim.email, password: 'x' })
    asked = []

    await session.client('GET /bookings')

    expect(asked).toEqual(['GET /api/bookings'])
  })

  test('is renewed once when several calls find it near its end', async () => {
    signedIn = karim
    kept = tokenUntil(now + 5_000)
    const session = await open()

    await Promise.all([session.client('GET /bookings'), session.client('GET /wishlist')])

    expect(countOf('POST /api/jwt')).toBe(1)
  })

  test('is renewed when the page opens, so that the first call need not wait for it', async () => {
    signedIn = karim
    kept = tokenUntil(now - 60_000)
    const session = await open()
    await expect.poll(() => countOf('POST /api/jwt')).toBe(1)
    asked = []

    await session.client('GET /bookings')

    expect(asked).toEqual(['GET /api/bookings'])
  })

  test('is renewed and the call made again when the shop no longer takes it', async () => {
    signedIn = karim
    kept = tokenUntil(now + 200_000)
    refused.add(kept)
    const session = await open()

    await session.client('GET /bookings')

    expect(countOf('GET /api/bookings')).toBe(2)
    expect(session.current().state).toBe('member')
  })

  test('is dropped, and the person a visitor, when the session has ended elsewhere', async () => {
    signedIn = karim
    kept = tokenUntil(now + 200_000)
    refused.add(kept)
    const session = await open()
    signedIn = null

    await expect(session.client('GET /bookings')).rejects.toThrow('Please log in to do this.')

    expect(session.current().state).toBe('visitor')
    expect(kept).toBeNull()
  })

  test('is not sent for a visitor, nor asked for', async () => {
    const session = await open()

    await expect(session.client('GET /bookings')).rejects.toThrow('Please log in')

    expect(asked).toEqual(['GET /api/bookings'])
  })

  test('is gone after signing out', async () => {
    signedIn = karim
    const session = await open()
    await session.client('GET /bookings')
    expect(kept).not.toBeNull()

    await session.signOut()

    expect([kept, session.current().state]).toEqual([null, 'visitor'])
  })
})

test('the three role look-ups are made once for a sign-in', async () => {
  signedIn = karim
  const session = await open()

  await Promise.all([session.roles(), session.roles()])
  await session.roles()

  expect(asked.filter((call) => call.includes('/users/'))).toHaveLength(3)
})
