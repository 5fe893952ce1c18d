// Spec §2: who may see a protected screen, and where the others are sent.
import { RouterContextProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { Refusal, type Transport } from '#contract/client.ts'
import { guarded, type Access } from './guard.ts'
import { openLanguage } from '#web/i18n/language.ts'
import { createSession } from '#web/session/session.ts'
import { world } from '#web/context/app-context.ts'

type Kind = 'visitor' | 'buyer' | 'seller' | 'admin'

const who = { uid: 'k', email: 'k@example.com', displayName: 'K', photoURL: null, emailVerified: false }
const endsAt = 4_000_000_000
const token = `x.${btoa(JSON.stringify({ exp: endsAt }))}.y`

/** A small shop that knows one person of this kind. */
const shopOf =
  (kind: Kind): Transport =>
  async (path) => {
    const body = path.startsWith('/api/auth/get-session')
      ? { user: kind === 'visitor' ? null : who }
      : { token, isBuyer: kind === 'buyer', isSeller: kind === 'seller', isAdmin: kind === 'admin' }
    return { status: 200, header: () => null, text: async () => JSON.stringify(body) }
  }

let shown: string[] = []
beforeEach(() => {
  shown = []
})

const open = async (kind: Kind, access: Access, loader = async (): Promise<unknown> => shown.push(kind)) => {
  const session = createSession({
    transport: shopOf(kind),
    storage: { read: () => token, write: () => {} },
    now: () => 0,
  })
  await session.refresh()
  const context = new RouterContextProvider()
  const cards = { publishableKey: '', script: null }
  context.set(world, {
    client: session.client,
    session,
    cards,
    language: await openLanguage('/'),
    shopUrl: 'http://shop.example',
  })
  const request = new Request('http://shop.example/dashboard/allsellers?page=2')
  const args = { context, request, url: new URL(request.url), params: {}, pattern: '/dashboard/allsellers' }
  return Promise.resolve(guarded(access, loader)(args)).catch((thrown: unknown) => thrown)
}

const login = '/login?from=%2Fdashboard%2Fallsellers%3Fpage%3D2'
const wayTo = (answer: unknown) => (answer instanceof Response ? answer.headers.get('location') : null)

test('a visitor is sent to /login, which remembers the page, and nothing of it is loaded', async () => {
  for (const access of ['member', 'seller', 'admin'] as const) expect(wayTo(await open('visitor', access))).toBe(login)
  expect(shown).toEqual([])
})

test('login opens what is for everybody who is logged in, whatever their role', async () => {
  for (const kind of ['buyer', 'seller', 'admin'] as const) await open(kind, 'member')
  expect(shown).toEqual(['buyer', 'seller', 'admin'])
})

test('what is for sellers opens to sellers only, what is for the admin to the admin only', async () => {
  for (const kind of ['buyer', 'seller', 'admin'] as const) {
    for (const access of ['seller', 'admin'] as const) {
      const answer = await open(kind, access)
      if (kind === access) expect(shown).toEqual([kind])
      else expect(answer).toMatchObject({ init: { status: 403 } })
      shown = []
    }
  }
})

test('a session that ends while the screen loads leads to /login as well', async () => {
  const ended = async () =>
    Promise.reject(new Refusal(401, { code: 'not_signed_in', message: 'Please log in to do this.' }))
  expect(wayTo(await open('buyer', 'member', ended))).toBe(login)
})
