// Every call that names a thing × every kind of visitor × their own, another's and one that is nowhere.
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { CallAccess, Call } from '#contract/call.ts'
import { fixtures } from '#seed/fixtures.ts'
import { routeTable } from '#web/app/route-table.ts'
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { beginChats } from '#tests/support/chats/chats.ts'
import { beginInspections } from '#tests/support/inspections/inspections.ts'
import { beginMeetingAndDispute } from '#tests/support/money.ts'
import { createUniqueNumbers, provePhone, reportStolen } from '#tests/support/papers/stolen.ts'
import {
  absentId,
  parseErrorCode,
  type TestRole,
  testRoles,
  createTestAppWithRoles,
  createAuthHeaders,
  type TestAppWithRoles,
  uploadForm,
} from '#tests/support/test-roles.ts'
import { testEachCall } from '#tests/support/run-length.ts'

let testApp: TestAppWithRoles
beforeAll(async () => {
  testApp = await createTestAppWithRoles()
  // Whoever has one of the seeded things has no search yet.
  const sadia = await testApp.signInAs('sadia')
  await sadia('POST /searches', { body: { query: { q: 'fzs' } } })
  const [buyer, seller] = [await testApp.signInAs('karim'), await testApp.signInAs('rahim')]
  for (const people of [
    { buyer, seller },
    { buyer: sadia, seller: await testApp.signInAs('farhana') },
  ])
    await beginMeetingAndDispute(testApp, people)
  await beginChats(testApp, [buyer, sadia])
  await beginInspections([buyer, sadia])
  await provePhone(testApp, sadia)
  await reportStolen(sadia, createUniqueNumbers().chassis, '2025-10-19')
})
afterAll(() => testApp.close())

/** `everybodys`: the roles that may read the things of all, by GET alone. */
type Thing = { own: Partial<Record<TestRole, string>>; others: string; everybodys?: TestRole[] }

const ownedBySql = (column: string, of: { email: string }) =>
  `${column} = (select id from members where email = '${of.email}')`

const dealsOf = (column: 'buyer_id' | 'seller_id', of: { email: string }, state: string) =>
  `select id from deals where ${state} and ${ownedBySql(column, of)}`
const isDisputed = 'disputed_at is not null'

/** A deal in a state that the call can answer about; `readers` of the two sides may make the call. */
const toDealThing = (state: string, readers: readonly ('buyer' | 'seller')[] = ['buyer', 'seller']): Thing => ({
  own: {
    ...(readers.includes('buyer') && { buyer: dealsOf('buyer_id', fixtures.karim, state) }),
    ...(readers.includes('seller') && { seller: dealsOf('seller_id', fixtures.rahim, state) }),
  },
  others: dealsOf('buyer_id', fixtures.sadia, state),
})

// What a call is about, by how its path begins; a new one is added here with whose the thing can be.
const things: [path: RegExp, thing: Thing][] = [
  [
    /^\/bookings\//,
    {
      own: { buyer: `select id from bookings where ${ownedBySql('buyer_id', fixtures.karim)}` },
      others: `select id from bookings where ${ownedBySql('buyer_id', fixtures.sadia)}`,
    },
  ],
  [
    /^\/wishlists\//,
    {
      own: { buyer: `select id from wishes where ${ownedBySql('buyer_id', fixtures.karim)}` },
      others: `select id from wishes where ${ownedBySql('buyer_id', fixtures.sadia)}`,
    },
  ],
  [
    /^\/allbikes\//,
    {
      own: {
        seller: `select id from bikes where sold_at is null and withdrawn_at is null and ${ownedBySql('seller_id', fixtures.rahim)}`,
      },
      others: `select id from bikes where sold_at is null and withdrawn_at is null and ${ownedBySql('seller_id', fixtures.farhana)}`,
    },
  ],
  [
    /^\/wishlist\//,
    {
      own: { buyer: `select id from wishes where ${ownedBySql('buyer_id', fixtures.karim)}` },
      others: `select id from wishes where ${ownedBySql('buyer_id', fixtures.sadia)}`,
    },
  ],
  [
    /^\/chats\//,
    {
      own: { buyer: `select id from chats where ${ownedBySql('buyer_id', fixtures.karim)}` },
      others: `select id from chats where ${ownedBySql('buyer_id', fixtures.sadia)}`,
    },
  ],
  [
    /^\/inspections\//,
    {
      own: { buyer: `select id from inspections where kind = 'buyer' and ${ownedBySql('member_id', fixtures.karim)}` },
      others: `select id from inspections where kind = 'buyer' and ${ownedBySql('member_id', fixtures.sadia)}`,
    },
  ],
  [
    /^\/offers\//,
    {
      own: {
        buyer: `select offers.id from offers join chats on chats.id = chat_id where ${ownedBySql('buyer_id', fixtures.karim)}`,
      },
      others: `select offers.id from offers join chats on chats.id = chat_id where ${ownedBySql('buyer_id', fixtures.sadia)}`,
    },
  ],
  [/^\/deals\/:id\/(code|numbers)$/, toDealThing('meet_at is not null', ['buyer'])],
  [/^\/deals\/:id\/meeting\.ics$/, toDealThing('meet_at is not null')],
  [/^\/deals\/:id\/(receipt|dispute)$/, { ...toDealThing(isDisputed), everybodys: ['admin'] }],
  [/^\/deals\//, toDealThing(isDisputed)],
  [/^\/transfers\/:id\/receipt$/, toDealThing(isDisputed)],
  [/^\/transfers\//, { ...toDealThing(isDisputed), everybodys: ['admin'] }],
  [/^\/alldeals\//, { own: {}, others: 'select id from deals' }],
  [/^\/allpayments\//, { own: {}, others: 'select id from payments where deal_id is not null' }],
  [/^\/evidence\//, { own: {}, others: 'select id from dispute_evidence' }],
  [/^\/disputes\//, { own: {}, others: 'select deal_id as id from disputes' }],
  [/^\/payouts\//, { own: {}, others: 'select id from payouts' }],
  [/^\/refunds\//, { own: {}, others: 'select id from refunds' }],
  [/^\/payments\/attention\//, { own: {}, others: 'select id from payments where deal_id is not null' }],
  [/^\/messages\//, { own: {}, others: 'select id from contact_messages' }],
  [/^\/badges\//, { own: {}, others: `select id from members where email = '${fixtures.farhana.email}'` }],
  [
    /^\/users\//,
    {
      own: {
        buyer: `select id from members where email = '${fixtures.karim.email}'`,
        seller: `select id from members where email = '${fixtures.rahim.email}'`,
      },
      others: `select id from members where email = '${fixtures.sadia.email}'`,
    },
  ],
  [
    /^\/searches\//,
    {
      own: {
        buyer: `select id from saved_searches where ${ownedBySql('member_id', fixtures.karim)}`,
        seller: `select id from saved_searches where ${ownedBySql('member_id', fixtures.rahim)}`,
        admin: `select id from saved_searches where ${ownedBySql('member_id', fixtures.ayesha)}`,
      },
      others: `select id from saved_searches where ${ownedBySql('member_id', fixtures.sadia)}`,
    },
  ],
  [
    /^\/stolen\//,
    { own: {}, others: `select id from stolen_bikes where ${ownedBySql('reporter_id', fixtures.sadia)}` },
  ],
  [/^\/papers\/files\//, { own: {}, others: 'select id from paper_files' }],
  [/^\/papers\//, { own: {}, others: 'select id from bike_papers' }],
  [/^\/hidden\//, { own: {}, others: 'select id from bikes where sold_at is null' }],
  [/^\/waiting\//, { own: {}, others: 'select id from bikes where sold_at is null' }],
  [/^\/cases\//, { own: {}, others: 'select id from cases' }],
  [/^\/catalogue\/brands\//, { own: {}, others: 'select id from brands' }],
  [/^\/catalogue\/models\//, { own: {}, others: 'select id from models' }],
]
const findThing = (name: string): Thing | undefined => things.find(([path]) => path.test(name.split(' ')[1] ?? ''))?.[1]
const mayReadAll = (name: string, kind: TestRole): boolean =>
  name.startsWith('GET ') && findThing(name)?.everybodys?.includes(kind) === true

const callsWithId = Object.entries<Call>(contract).filter(([name]) => name.includes('/:id'))
const find = async (sql: string): Promise<string> => {
  const { rows } = await testApp.db.$client.query<{ id: string }>(`${sql} order by 1 limit 1`)
  return rows[0]?.id ?? absentId
}

const rolesByAccess: Partial<Record<CallAccess, TestRole[]>> = {
  seller: ['seller'],
  admin: ['admin'],
  cashier: ['admin', 'cashier'],
  moderator: ['admin', 'moderator'],
}
const getExpectedError = ({ access }: Call, kind: TestRole): string | null => {
  if (kind === 'visitor' && access === 'anyone') return null
  if (kind === 'visitor' || kind === 'removed') return '401 not_signed_in'
  return (rolesByAccess[access]?.includes(kind) ?? true) ? null : '403 role_not_allowed'
}

describe('every call that names a thing by its id', () => {
  test('says here whose it can be', () => {
    assert(callsWithId.length > 5, 'needs calls with ids')
    expect(callsWithId.map(([name]) => name).filter((name) => !findThing(name))).toEqual([])
  })

  const sendAs = async (name: string, kind: TestRole, id: string) => {
    const form = callsWithId.some(([one, { upload }]) => one === name && upload !== undefined) ? uploadForm : null
    const headers = { ...createAuthHeaders(testApp.people[kind]), ...form?.headers }
    const answer = await testApp.send(name, { headers, params: { id }, ...(form && { payload: form.payload }) })
    return `${answer.statusCode} ${parseErrorCode(answer)}`
  }

  testEachCall(
    '%s tells a kind that may not come nothing about the thing',
    callsWithId.map(([name]) => name),
    async (name, call) => {
      const thing = findThing(name)
      assert(thing, 'needs its thing')
      await testApp.expectNoEffect(async () => {
        for (const kind of testRoles) {
          const expectedError = getExpectedError(call, kind)
          if (expectedError === null) continue
          const ids = [thing.own[kind] ?? thing.others, thing.others].map(find)
          for (const id of [...(await Promise.all(ids)), absentId])
            expect([name, kind, await sendAs(name, kind, id)]).toEqual([name, kind, expectedError])
        }
      })
    },
  )

  // The calls of the admin, the cashiers and the moderators are about everybody's things.
  const callsOfMembers = callsWithId
    .filter(([, { access }]) => !['admin', 'cashier', 'moderator'].includes(access))
    .map(([name]) => name)
  testEachCall(
    '%s gives a kind that may come its own thing alone; another’s is as if it were nowhere',
    callsOfMembers,
    async (name, call) => {
      const thing = findThing(name)
      assert(thing, 'needs its thing')
      const kinds = testRoles.filter((one) => getExpectedError(call, one) === null)
      const others = await find(thing.others)
      await testApp.expectNoEffect(async () => {
        for (const kind of kinds) {
          const absentResult = await sendAs(name, kind, absentId)
          // A visitor without the key of an address is asked to log in.
          expect(absentResult).toMatch(kind === 'visitor' ? /^40[014] / : /^40[04] /)
          if (!mayReadAll(name, kind))
            expect([name, kind, await sendAs(name, kind, others)]).toEqual([name, kind, absentResult])
        }
      })
      for (const kind of kinds) {
        if (mayReadAll(name, kind))
          expect([name, kind, await sendAs(name, kind, others)]).toEqual([name, kind, '200 answered'])
        const own = thing.own[kind]
        // What would change something is tried by the rooms' own tests; here it is that one's own is told apart.
        if (own === undefined || !name.startsWith('GET ')) continue
        expect([name, kind, await sendAs(name, kind, await find(own))]).toEqual([name, kind, '200 answered'])
      }
    },
  )
})

describe('screens', () => {
  test('each has one access of the six, and each page has a row', () => {
    const accesses: string[] = ['anyone', 'member', 'seller', 'admin', 'cashier', 'moderator']
    expect(routeTable.filter(({ access }) => !accesses.includes(access))).toEqual([])
    const knownScreens = new Set(routeTable.map(({ screen }) => `${screen}-page.tsx`))
    const pages = readdirSync(new URL('../../web/pages', import.meta.url), { recursive: true })
      .map((file) => basename(String(file)))
      .filter((file) => file.endsWith('-page.tsx'))
    expect(pages.length).toBeGreaterThan(20)
    expect(pages.filter((file) => !knownScreens.has(file))).toEqual([])
  })

  test('every one below /dashboard asks for somebody, and what the admin does for the admin', () => {
    const open = routeTable.filter(({ path, access }) => path.startsWith('/dashboard') && access === 'anyone')
    expect(open).toEqual([])
  })
})
