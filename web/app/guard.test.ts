// Spec §2: access to protected pages, and the redirects of everybody else.
import { RouterContextProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { ApiResponseError, type Transport } from '#contract/client.ts'
import { guardLoader, type ScreenAccess } from './guard.ts'
import { loadLanguage } from '#web/i18n/load-language.ts'
import { createSession } from '#web/session/auth-store.ts'
import { appContext } from '#web/context/app-context.ts'

type ViewerKind = 'visitor' | 'buyer' | 'seller' | 'admin'

const user = { uid: 'k', email: 'k@example.com', displayName: 'K', photoURL: null, emailVerified: false }
const endsAt = 4_000_000_000
const token = `x.${btoa(JSON.stringify({ exp: endsAt }))}.y`

/** A fake API with one signed-in person of this kind. */
const createFakeTransport =
  (kind: ViewerKind): Transport =>
  async (path) => {
    const body = path.startsWith('/api/auth/get-session')
      ? { user: kind === 'visitor' ? null : user }
      : {
          token,
          isBuyer: kind === 'buyer',
          isSeller: kind === 'seller',
          isAdmin: kind === 'admin',
          isCashier: kind === 'admin',
        }
    return { status: 200, header: () => null, text: async () => JSON.stringify(body) }
  }

let loadedFor: string[] = []
beforeEach(() => {
  loadedFor = []
})

const runGuardedLoader = async (
  kind: ViewerKind,
  access: ScreenAccess,
  loader = async (): Promise<unknown> => loadedFor.push(kind),
) => {
  const session = createSession({
    transport: createFakeTransport(kind),
    storage: { read: () => token, write: () => {} },
    now: () => 0,
  })
  await session.refresh()
  const context = new RouterContextProvider()
  const stripe = { publishableKey: '', script: null }
  context.set(appContext, {
    client: session.client,
    session,
    stripe,
    language: await loadLanguage('/'),
    shopUrl: 'http://shop.example',
  })
  const request = new Request('http://shop.example/dashboard/allsellers?page=2')
  const args = { context, request, url: new URL(request.url), params: {}, pattern: '/dashboard/allsellers' }
  return Promise.resolve(guardLoader(access, loader)(args)).catch((thrown: unknown) => thrown)
}

const login = '/login?from=%2Fdashboard%2Fallsellers%3Fpage%3D2'
const getRedirect = (result: unknown) => (result instanceof Response ? result.headers.get('location') : null)

test('a visitor is sent to /login, which remembers the page, and nothing of it is loaded', async () => {
  for (const access of ['member', 'seller', 'admin'] as const)
    expect(getRedirect(await runGuardedLoader('visitor', access))).toBe(login)
  expect(loadedFor).toEqual([])
})

test('login opens what is for everybody who is logged in, whatever their role', async () => {
  for (const kind of ['buyer', 'seller', 'admin'] as const) await runGuardedLoader(kind, 'member')
  expect(loadedFor).toEqual(['buyer', 'seller', 'admin'])
})

test('what is for sellers opens to sellers only, what is for the admin to the admin only', async () => {
  for (const kind of ['buyer', 'seller', 'admin'] as const) {
    for (const access of ['seller', 'admin'] as const) {
      const result = await runGuardedLoader(kind, access)
      if (kind === access) expect(loadedFor).toEqual([kind])
      else expect(result).toMatchObject({ init: { status: 403 } })
      loadedFor = []
    }
  }
})

test('a session that ends while the screen loads leads to /login as well', async () => {
  const failWithEndedSession = async () =>
    Promise.reject(new ApiResponseError(401, { code: 'not_signed_in', message: 'Please log in to do this.' }))
  expect(getRedirect(await runGuardedLoader('buyer', 'member', failWithEndedSession))).toBe(login)
})
