// One person for each role, and requests in their name.
import { assert, expect } from 'vitest'
import { fixtures } from '#seed/fixtures.ts'
import { createTestApp } from './test-app.ts'

export const testRoles = ['visitor', 'buyer', 'seller', 'admin', 'cashier', 'removed'] as const
export type TestRole = (typeof testRoles)[number]
export type Credentials = { email: string; token: string; cookie: string }

/** An id that does not exist. */
export const absentId = '019a0000-0000-7000-8000-000000000000'
const defaultParams: Record<string, string> = {
  id: absentId,
  email: fixtures.karim.email,
  name: 'TVS',
  provider: 'social',
}

type SendOptions = {
  headers?: Record<string, string>
  payload?: string
  query?: string
  params?: Record<string, string>
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** Splits 'GET /bookings/:id' into method and path. */
export const parseCallName = (name: string): { method: (typeof methods)[number]; path: string } => {
  const [methodName = '', path = ''] = name.split(' ')
  return { method: methods.find((one) => one === methodName) ?? 'GET', path }
}

/** The headers of a signed-in browser. */
export const createAuthHeaders = ({ token, cookie }: Credentials): Record<string, string> =>
  token === '' ? {} : { authorization: `Bearer ${token}`, cookie }

/** Parses the error code of a response; `answered` when there is none. A handover code has digits alone. */
export const parseErrorCode = (response: { payload: string }): string =>
  /"code":"([a-z]\w*)"/.exec(response.payload)?.[1] ?? 'answered'

const boundary = 'the-boundary-of-a-form'

/** Headers and payload of a form with one file that is no picture. */
export const uploadForm = {
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  payload: `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\nno picture\r\n--${boundary}--\r\n`,
} as const

/** Creates an app with one person for each role. */
export const createTestAppWithRoles = async () => {
  const testApp = await createTestApp({ manualClose: true })
  const names = ['visitor', 'karim', 'rahim', 'ayesha', 'rokeya', 'puja'] as const
  const [visitor, buyer, seller, admin, cashier, removed] = await Promise.all(
    names.map((name) => testApp.signInAs(name)),
  )
  assert(visitor && buyer && seller && admin && cashier && removed, 'needs one of each kind')
  const people: Record<TestRole, Credentials> = { visitor, buyer, seller, admin, cashier, removed }
  // Removed in the database only: the session still exists, so the access check must detect it.
  await testApp.db.$client.query('update members set removed_at = now() where email = $1', [removed.email])

  const send = (name: string, { headers = {}, payload, query = '', params = {} }: SendOptions) => {
    const { method, path } = parseCallName(name)
    const url = path.replace(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent(params[key] ?? defaultParams[key] ?? 'x'),
    )
    const body = payload ?? (method === 'POST' || method === 'PUT' ? '{}' : undefined)
    return testApp.fastify.inject({
      method,
      url: `/api${url}${query}`,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: body }),
    })
  }

  /** Hashes all rows of all tables but `limits`, where refused calls are counted too. */
  const computeFingerprint = async (): Promise<string> => {
    const { rows } = await testApp.db.$client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'limits' order by 1`,
    )
    const selects = rows.map(
      ({ name }) =>
        `select '${name} ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as word from ${name} as t`,
    )
    const { rows: digests } = await testApp.db.$client.query<{ word: string }>(selects.join(' union all '))
    // The tables are read in parallel and arrive in any order.
    return digests
      .map(({ word }) => word)
      .toSorted()
      .join(' ')
  }

  const expectNoEffect = async (action: () => Promise<void>): Promise<void> => {
    const before = await computeFingerprint()
    await action()
    expect(await computeFingerprint(), 'a refused call has no effect').toBe(before)
  }

  return { ...testApp, people, send, expectNoEffect }
}

export type TestAppWithRoles = Awaited<ReturnType<typeof createTestAppWithRoles>>
