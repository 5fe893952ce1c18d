// One person for each role, and requests in their name.
import { assert } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import { fixtures } from '#seed/fixtures.ts'
import { expectNoRowChanges, watchRows } from './row-changes.ts'
import { createTestApp } from './test-app.ts'

export const testRoles = ['visitor', 'buyer', 'seller', 'admin', 'cashier', 'moderator', 'removed'] as const
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

const getContentType = (name: string): string =>
  Object.entries<Call>(contract).some(([one, { takesForm }]) => one === name && takesForm)
    ? 'application/x-www-form-urlencoded'
    : 'application/json'

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
  const names = ['visitor', 'karim', 'rahim', 'ayesha', 'rokeya', 'imran', 'puja'] as const
  const [visitor, buyer, seller, admin, cashier, moderator, removed] = await Promise.all(
    names.map((name) => testApp.signInAs(name)),
  )
  assert(visitor && buyer && seller && admin && cashier && moderator && removed, 'needs one of each kind')
  const people: Record<TestRole, Credentials> = { visitor, buyer, seller, admin, cashier, moderator, removed }
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
      headers: { ...(body !== undefined && { 'content-type': getContentType(name) }), ...headers },
      ...(body !== undefined && { payload: body }),
    })
  }

  // Refused calls are counted there too.
  const uncheckedTables = /^limits$/
  const expectNoEffect = (action: () => Promise<void>) => expectNoRowChanges(testApp, uncheckedTables, action)

  return { ...testApp, people, send, expectNoEffect, watchRows: () => watchRows(testApp, uncheckedTables) }
}

export type TestAppWithRoles = Awaited<ReturnType<typeof createTestAppWithRoles>>
