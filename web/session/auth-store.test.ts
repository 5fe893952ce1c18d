// The session against a fake API.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Transport } from '#contract/client.ts'
import { createSession, type SessionUser } from './auth-store.ts'

const karim: SessionUser = {
  uid: 'k',
  email: 'karim@example.com',
  displayName: 'Karim',
  photoURL: null,
  emailVerified: false,
}

const createTokenUntil = (endsAtMs: number) => `x.${btoa(JSON.stringify({ exp: endsAtMs / 1000 }))}.y`

type FakeResponse = { status: number; body: unknown }

let now = 0
let storedToken: string | null = null
let signedInUser: SessionUser | null = null
let requests: string[] = []
let rejectedTokens = new Set<string>()
let registeredUser: unknown = null
let isSignOutBroken = false

const respondTo = (call: string, bearer: string | undefined): FakeResponse => {
  if (call === 'GET /api/auth/get-session') return { status: 200, body: { user: signedInUser } }
  if (call === 'POST /api/auth/sign-out') {
    if (isSignOutBroken) return { status: 503, body: { message: 'Motohaat is busy right now.' } }
    signedInUser = null
    return { status: 200, body: { success: true } }
  }
  if (call === 'POST /api/auth/sign-in/email') {
    signedInUser = karim
    return { status: 200, body: { user: karim } }
  }
  if (call === 'POST /api/users' || call === 'POST /api/auth/sign-up/email') return { status: 200, body: {} }
  if (call === 'POST /api/jwt') {
    return signedInUser ? { status: 200, body: { token: createTokenUntil(now + 300_000) } } : { status: 401, body: {} }
  }
  if (bearer === undefined || rejectedTokens.has(bearer))
    return { status: 401, body: { message: 'Please log in to do this.' } }
  return { status: 200, body: call.includes('/users/buyer/') ? { isBuyer: true } : {} }
}

const transport: Transport = async (path, { method, headers, body: requestBody }) => {
  const call = `${method} ${path}`
  requests.push(call)
  if (call === 'POST /api/users') registeredUser = JSON.parse(requestBody ?? 'null')
  const { status, body } = respondTo(call, headers.authorization?.replace('Bearer ', ''))
  return { status, header: () => null, text: async () => JSON.stringify(body) }
}

const createRefreshedSession = async () => {
  const storage = { read: () => storedToken, write: (token: string | null) => void (storedToken = token) }
  const session = createSession({ transport, storage, now: () => now })
  await session.refresh()
  requests = []
  return session
}

beforeEach(() => {
  now = 1_000_000_000
  storedToken = null
  signedInUser = null
  requests = []
  rejectedTokens = new Set()
  registeredUser = null
  isSignOutBroken = false
})

const countRequests = (call: string) => requests.filter((request) => request === call).length

test('a session response from before a log-in does not undo it', async () => {
  const delay = Promise.withResolvers<void>()
  const slowTransport: Transport = async (path, init) => {
    const response = await transport(path, init)
    if (path === '/api/auth/get-session') await delay.promise
    return response
  }
  const storage = { read: () => storedToken, write: (token: string | null) => void (storedToken = token) }
  const session = createSession({ transport: slowTransport, storage, now: () => now })
  const refreshing = session.refresh()
  await session.signIn({ email: karim.email, password: 'x' })
  delay.resolve()
  await refreshing
  expect(session.getState()).toMatchObject({ state: 'member' })
  expect(storedToken).not.toBeNull()
})

describe('who is signed in', () => {
  test('is a visitor without a session', async () => {
    expect((await createRefreshedSession()).getState()).toEqual({ state: 'visitor' })
  })

  test('is the person of the session', async () => {
    signedInUser = karim
    expect((await createRefreshedSession()).getState()).toEqual({ state: 'member', user: karim })
  })

  test('is nobody when the person is verified but has no display name (spec §3)', async () => {
    signedInUser = { ...karim, emailVerified: true, displayName: '' }
    expect((await createRefreshedSession()).getState().state).toBe('visitor')
  })

  test('is loading while the person signs in', async () => {
    const session = await createRefreshedSession()
    const states: string[] = []
    session.subscribe(() => states.push(session.getState().state))

    await session.signIn({ email: karim.email, password: 'x' })

    expect(states).toEqual(['loading', 'member'])
    expect(storedToken).not.toBeNull()
  })

  test('is loading while the person signs up or out', async () => {
    signedInUser = karim
    const session = await createRefreshedSession()
    const states: string[] = []
    session.subscribe(() => states.push(session.getState().state))

    await session.signOut()
    const image = 'https://photos.example.com/k.jpg'
    await session.signUp({ name: 'Karim', image, email: karim.email, password: 'x', role: 'Buyer' })

    expect(states).toEqual(['loading', 'visitor', 'loading', 'visitor'])
    expect(requests).toContain('POST /api/users')
  })

  test('stays signed in when the sign-out fails, and the error is thrown', async () => {
    signedInUser = karim
    const session = await createRefreshedSession()
    isSignOutBroken = true

    await expect(session.signOut()).rejects.toThrow('Motohaat is busy right now.')

    expect(session.getState().state).toBe('member')
  })

  test('is registered as a Buyer after social login', async () => {
    signedInUser = karim
    const session = await createRefreshedSession()

    await session.completeSocialSignIn()

    expect(requests).toEqual(['POST /api/users', 'POST /api/jwt'])
    expect(registeredUser).toMatchObject({ email: karim.email, role: 'Buyer' })
  })
})

describe('the access token', () => {
  test('is stored at the sign-in and used without another request', async () => {
    const session = await createRefreshedSession()
    await session.signIn({ email: karim.email, password: 'x' })
    requests = []

    await session.client('GET /bookings')

    expect(requests).toEqual(['GET /api/bookings'])
  })

  test('is renewed once when several calls find it about to expire', async () => {
    signedInUser = karim
    storedToken = createTokenUntil(now + 5_000)
    const session = await createRefreshedSession()

    await Promise.all([session.client('GET /bookings'), session.client('GET /wishlist')])

    expect(countRequests('POST /api/jwt')).toBe(1)
  })

  test('is renewed when the page opens, so that the first call need not wait for it', async () => {
    signedInUser = karim
    storedToken = createTokenUntil(now - 60_000)
    const session = await createRefreshedSession()
    await expect.poll(() => countRequests('POST /api/jwt')).toBe(1)
    requests = []

    await session.client('GET /bookings')

    expect(requests).toEqual(['GET /api/bookings'])
  })

  test('is renewed and the call retried when the server rejects it', async () => {
    signedInUser = karim
    storedToken = createTokenUntil(now + 200_000)
    rejectedTokens.add(storedToken)
    const session = await createRefreshedSession()

    await session.client('GET /bookings')

    expect(countRequests('GET /api/bookings')).toBe(2)
    expect(session.getState().state).toBe('member')
  })

  test('is dropped, and the person a visitor, when the session has ended elsewhere', async () => {
    signedInUser = karim
    storedToken = createTokenUntil(now + 200_000)
    rejectedTokens.add(storedToken)
    const session = await createRefreshedSession()
    signedInUser = null

    await expect(session.client('GET /bookings')).rejects.toThrow('Please log in to do this.')

    expect(session.getState().state).toBe('visitor')
    expect(storedToken).toBeNull()
  })

  test('is neither sent nor requested for a visitor', async () => {
    const session = await createRefreshedSession()

    await expect(session.client('GET /bookings')).rejects.toThrow('Please log in')

    expect(requests).toEqual(['GET /api/bookings'])
  })

  test('that arrives after a sign-out is not stored', async () => {
    signedInUser = karim
    const tokenResponse = Promise.withResolvers<void>()
    const slowTransport: Transport = async (path, init) => {
      const response = await transport(path, init)
      if (path === '/api/jwt') await tokenResponse.promise
      return response
    }
    const storage = { read: () => storedToken, write: (token: string | null) => void (storedToken = token) }
    const session = createSession({ transport: slowTransport, storage, now: () => now })
    await session.refresh()
    const call = session.client('GET /bookings')
    await expect.poll(() => countRequests('POST /api/jwt')).toBe(1)

    await session.signOut()
    tokenResponse.resolve()

    await expect(call).rejects.toThrow('Please log in to do this.')
    expect([storedToken, session.getState().state]).toEqual([null, 'visitor'])
  })

  test('is gone after signing out', async () => {
    signedInUser = karim
    const session = await createRefreshedSession()
    await session.client('GET /bookings')
    expect(storedToken).not.toBeNull()

    await session.signOut()

    expect([storedToken, session.getState().state]).toEqual([null, 'visitor'])
  })
})

test('the three role look-ups are made once for a sign-in', async () => {
  signedInUser = karim
  const session = await createRefreshedSession()

  await Promise.all([session.getRoles(), session.getRoles()])
  await session.getRoles()

  expect(requests.filter((call) => call.includes('/users/'))).toHaveLength(3)
})
