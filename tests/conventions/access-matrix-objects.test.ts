// Every call that names a thing × every kind of visitor × their own, another's and one that is nowhere.
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Access, Call } from '#contract/call.ts'
import { cast } from '#seed/fixtures.ts'
import { table } from '#web/app/routes.tsx'
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import {
  absent,
  codeOf,
  type Kind,
  kinds,
  openVisitedShop,
  proofOf,
  type VisitedShop,
} from '#tests/support/test-roles.ts'

let shop: VisitedShop
beforeAll(async () => {
  shop = await openVisitedShop()
  // Whoever has one of the seeded things has no search yet.
  const sadia = await shop.as('sadia')
  await sadia('POST /searches', { body: { query: { q: 'fzs' } } })
})
afterAll(() => shop.close())

type Thing = { own: Partial<Record<Kind, string>>; others: string }

const oneOf = (column: string, of: { email: string }) =>
  `${column} = (select id from members where email = '${of.email}')`

// What a call is about, by how its path begins; a new one is added here with whose the thing can be.
const things: [path: RegExp, thing: Thing][] = [
  [
    /^\/bookings\//,
    {
      own: { buyer: `select id from bookings where ${oneOf('buyer_id', cast.karim)}` },
      others: `select id from bookings where ${oneOf('buyer_id', cast.sadia)}`,
    },
  ],
  [
    /^\/wishlists\//,
    {
      own: { buyer: `select id from wishes where ${oneOf('buyer_id', cast.karim)}` },
      others: `select id from wishes where ${oneOf('buyer_id', cast.sadia)}`,
    },
  ],
  [
    /^\/allbikes\//,
    {
      own: {
        seller: `select id from bikes where sold_at is null and withdrawn_at is null and ${oneOf('seller_id', cast.rahim)}`,
      },
      others: `select id from bikes where sold_at is null and withdrawn_at is null and ${oneOf('seller_id', cast.farhana)}`,
    },
  ],
  [/^\/messages\//, { own: {}, others: 'select id from contact_messages' }],
  [
    /^\/users\//,
    {
      own: {
        buyer: `select id from members where email = '${cast.karim.email}'`,
        seller: `select id from members where email = '${cast.rahim.email}'`,
      },
      others: `select id from members where email = '${cast.sadia.email}'`,
    },
  ],
  [
    /^\/searches\//,
    {
      own: {
        buyer: `select id from saved_searches where ${oneOf('member_id', cast.karim)}`,
        seller: `select id from saved_searches where ${oneOf('member_id', cast.rahim)}`,
        admin: `select id from saved_searches where ${oneOf('member_id', cast.ayesha)}`,
      },
      others: `select id from saved_searches where ${oneOf('member_id', cast.sadia)}`,
    },
  ],
  [/^\/catalogue\/brands\//, { own: {}, others: 'select id from brands' }],
  [/^\/catalogue\/models\//, { own: {}, others: 'select id from models' }],
]
const thingOf = (name: string): Thing | undefined => things.find(([path]) => path.test(name.split(' ')[1] ?? ''))?.[1]

const named = Object.entries<Call>(contract).filter(([name]) => name.includes('/:id'))
const find = async (sql: string): Promise<string> => {
  const { rows } = await shop.db.$client.query<{ id: string }>(`${sql} order by 1 limit 1`)
  return rows[0]?.id ?? absent
}

const roleOf: Partial<Record<Access, Kind>> = { seller: 'seller', admin: 'admin' }
const refusedBy = ({ access }: Call, kind: Kind): string | null => {
  if (kind === 'visitor' || kind === 'removed') return '401 not_signed_in'
  const role = roleOf[access]
  return role === undefined || role === kind ? null : '403 role_not_allowed'
}

describe('every call that names a thing by its id', () => {
  test('says here whose it can be', () => {
    assert(named.length > 5, 'needs calls with ids')
    expect(named.map(([name]) => name).filter((name) => !thingOf(name))).toEqual([])
  })

  const ask = async (name: string, kind: Kind, id: string) => {
    const answer = await shop.send(name, { headers: proofOf(shop.people[kind]), params: { id } })
    return `${answer.statusCode} ${codeOf(answer)}`
  }

  test.each(named)('%s tells a kind that may not come nothing about the thing', async (name, call) => {
    const thing = thingOf(name)
    assert(thing, 'needs its thing')
    for (const kind of kinds) {
      const refusal = refusedBy(call, kind)
      if (refusal === null) continue
      await shop.expectNoEffect(async () => {
        const ids = [thing.own[kind] ?? thing.others, thing.others].map(find)
        for (const id of [...(await Promise.all(ids)), absent])
          expect([name, kind, await ask(name, kind, id)]).toEqual([name, kind, refusal])
      })
    }
  })

  test.each(named.filter(([, { access }]) => access !== 'admin'))(
    '%s gives a kind that may come its own thing alone; another’s is as if it were nowhere',
    async (name, call) => {
      const thing = thingOf(name)
      assert(thing, 'needs its thing')
      for (const kind of kinds.filter((one) => refusedBy(call, one) === null)) {
        const others = await find(thing.others)
        await shop.expectNoEffect(async () => {
          const [theirs, nowhere] = [await ask(name, kind, others), await ask(name, kind, absent)]
          expect([name, kind, theirs]).toEqual([name, kind, nowhere])
          expect(theirs).toMatch(/^40[04] /)
        })
        const own = thing.own[kind]
        // What would change something is tried by the rooms' own tests; here it is that one's own is told apart.
        if (own === undefined || !name.startsWith('GET ')) continue
        expect([name, kind, await ask(name, kind, await find(own))]).toEqual([name, kind, '200 answered'])
      }
    },
  )
})

describe('screens', () => {
  test('each has one access of the four, and none lies about without a row', () => {
    const accesses: string[] = ['anyone', 'member', 'seller', 'admin']
    expect(table.filter(({ access }) => !accesses.includes(access))).toEqual([])
    const shown = new Set(table.map(({ screen }) => `${screen}-page.tsx`))
    const pages = readdirSync(new URL('../../web/pages', import.meta.url), { recursive: true })
      .map((file) => basename(String(file)))
      .filter((file) => file.endsWith('-page.tsx'))
    expect(pages.length).toBeGreaterThan(20)
    expect(pages.filter((file) => !shown.has(file))).toEqual([])
  })

  test('every one below /dashboard asks for somebody, and what the admin does for the admin', () => {
    const open = table.filter(({ path, access }) => path.startsWith('/dashboard') && access === 'anyone')
    expect(open).toEqual([])
  })
})
