// One of each kind of visitor, and the way to send a request as one of them without effect where it is refused.
import { assert, expect } from 'vitest'
import { cast } from '#seed/fixtures.ts'
import { openTestShop } from './test-app.ts'

export const kinds = ['visitor', 'buyer', 'seller', 'admin', 'removed'] as const
export type Kind = (typeof kinds)[number]
export type Person = { email: string; token: string; cookie: string }

/** An id of nothing. */
export const absent = '019a0000-0000-7000-8000-000000000000'
const usual: Record<string, string> = { id: absent, email: cast.karim.email, name: 'TVS', provider: 'social' }

type Sending = { headers?: Record<string, string>; payload?: string; query?: string; params?: Record<string, string> }

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** 'GET /bookings/:id' in its two halves. */
export const wayOf = (name: string): { method: (typeof methods)[number]; path: string } => {
  const [said = '', path = ''] = name.split(' ')
  return { method: methods.find((one) => one === said) ?? 'GET', path }
}

/** What a person's browser adds to each request. */
export const proofOf = ({ token, cookie }: Person): Record<string, string> =>
  token === '' ? {} : { authorization: `Bearer ${token}`, cookie }

/** The code of a refusal, or `answered`. */
export const codeOf = (answer: { payload: string }): string => /"code":"(\w+)"/.exec(answer.payload)?.[1] ?? 'answered'

/** A shop with one of each kind in it. */
export const openVisitedShop = async () => {
  const shop = await openTestShop({ keep: true })
  const names = ['visitor', 'karim', 'rahim', 'ayesha', 'puja'] as const
  const [visitor, buyer, seller, admin, removed] = await Promise.all(names.map((name) => shop.as(name)))
  assert(visitor && buyer && seller && admin && removed, 'needs one of each kind')
  const people: Record<Kind, Person> = { visitor, buyer, seller, admin, removed }
  // Removed past the code that would end the session, so that the door alone has to know.
  await shop.db.$client.query('update members set removed_at = now() where email = $1', [removed.email])

  const send = (name: string, { headers = {}, payload, query = '', params = {} }: Sending) => {
    const { method, path } = wayOf(name)
    const url = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? usual[key] ?? 'x'))
    const body = payload ?? (method === 'POST' || method === 'PUT' ? '{}' : undefined)
    return shop.app.inject({
      method,
      url: `/api${url}${query}`,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: body }),
    })
  }

  /** Every row of every table, as one word; that a refused call was counted is no effect of it. */
  const fingerprint = async (): Promise<string> => {
    const { rows } = await shop.db.$client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'limits' order by 1`,
    )
    const each = rows.map(
      ({ name }) =>
        `select '${name} ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as word from ${name} as t`,
    )
    const { rows: words } = await shop.db.$client.query<{ word: string }>(each.join(' union all '))
    // Many tables are read side by side, and come in any order.
    return words
      .map(({ word }) => word)
      .toSorted()
      .join(' ')
  }

  const expectNoEffect = async (deed: () => Promise<void>): Promise<void> => {
    const before = await fingerprint()
    await deed()
    expect(await fingerprint(), 'a refused call has no effect').toBe(before)
  }

  return { ...shop, people, send, expectNoEffect }
}

export type VisitedShop = Awaited<ReturnType<typeof openVisitedShop>>
