import { and, desc, eq } from 'drizzle-orm'
import type pg from 'pg'
import { v7 } from 'uuid'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { begin, book, claim, freshBike, refusalOf } from '#tests/support/buying.ts'
import { refundByHand, succeeded, tell } from '#tests/support/card-events.ts'
import { memberId, newMember, offer } from '#tests/support/selling.ts'
import { openOwner } from '#tests/support/owner-connection.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { members } from '#market/members/table.ts'
import { payments } from '#market/payments/table.ts'
import { audit } from './table.ts'

let shop: TestShop
let owner: pg.Client
beforeAll(async () => {
  shop = await openTestShop({ keep: true })
  owner = await openOwner(shop)
})
afterAll(async () => {
  await owner.end()
  await shop.close()
})

/** What the trail says of a member, the oldest first. */
const trailOf = (id: string) => shop.db.select().from(audit).where(eq(audit.memberId, id)).orderBy(audit.id)
const last = async (id: string, what: string) => {
  const [line] = await shop.db
    .select()
    .from(audit)
    .where(and(eq(audit.memberId, id), eq(audit.what, what)))
    .orderBy(desc(audit.id))
  assert(line, `the trail says nothing of ${what}`)
  return line
}
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

describe('the trail tells who, what, when and in which request', () => {
  test('of a person who joins, logs in and changes the password', async () => {
    const nadia = await newMember(shop, 'Buyer')
    const id = await memberId(shop, nadia)
    const change = { currentPassword: 'a-password-of-the-tests', newPassword: 'another-password' }
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/change-password',
      headers: { cookie: nadia.cookie },
      payload: change,
    })
    expect(answer.statusCode).toBe(200)
    const trail = await trailOf(id)
    const told = trail.map(({ what, actor }) => `${what} by ${actor}`)
    expect(told.slice(0, 2).toSorted()).toEqual(['member_joined by visitor', 'password_set by visitor'])
    expect(await last(id, 'password_changed')).toMatchObject({
      actor: id,
      requestId: answer.headers['x-request-id'],
      address: '127.0.0.1',
    })
    expect((await last(id, 'session_ended')).actor).toBe(id)
    expect(JSON.stringify(trail)).not.toContain(nadia.email)
    expect(JSON.stringify(trail)).not.toContain('Nadia')
  })

  test('of a badge that is given, and of a member who is removed by the admin, with bikes and sessions', async () => {
    const seller = await newMember(shop, 'Seller')
    const [id, ayesha] = [await memberId(shop, seller), await shop.as('ayesha')]
    const adminId = await memberId(shop, ayesha)
    const bike = await offer(shop, seller)
    await ayesha('PUT /users/:id', { params: { id }, body: { verify: true } })
    await ayesha('DELETE /users/:id', { params: { id } })
    for (const what of ['member_verified', 'verification_taken', 'member_removed', 'session_ended'])
      expect(await last(id, what), what).toMatchObject({ actor: adminId, requestId: expect.stringMatching(uuid) })
    expect(await last(id, 'bike_withdrawn')).toMatchObject({ actor: adminId, bikeId: bike.id })
  })

  test('of a bike that its seller takes off, and of a seller who leaves', async () => {
    const seller = await newMember(shop, 'Seller')
    const id = await memberId(shop, seller)
    const bike = await offer(shop, seller)
    await seller('DELETE /allbikes/:id', { params: { id: bike.id } })
    expect(await last(id, 'bike_withdrawn')).toMatchObject({ actor: id, bikeId: bike.id })
    await shop.app.inject({
      method: 'POST',
      url: '/api/auth/delete-user',
      headers: { cookie: seller.cookie },
      payload: { password: 'a-password-of-the-tests' },
    })
    expect(await last(id, 'member_removed')).toMatchObject({ actor: id })
  })

  test('of money: begun by the buyer, paid as the provider told, sent back as the shop found out by itself', async () => {
    const karim = await shop.as('karim')
    const id = await memberId(shop, karim)
    const order = await book(karim, await freshBike(shop))
    const intentId = await begin(karim, order)
    await shop.payFor(intentId)
    await tell(shop, succeeded(intentId))
    await karim('POST /payments', { body: claim(karim, order, intentId) })
    await refundByHand(shop, intentId)
    await shop.sweep()
    const [payment] = await shop.db.select().from(payments).where(eq(payments.intentId, intentId))
    const lines = await shop.db
      .select()
      .from(audit)
      .where(eq(audit.paymentId, payment?.id ?? ''))
      .orderBy(audit.id)
    expect(lines.map(({ what, actor }) => [what, actor])).toEqual([
      ['payment_opened', id],
      ['payment_succeeded', 'provider'],
      ['payment_refunded', 'system'],
    ])
    expect(lines.map(({ requestId }) => requestId !== null)).toEqual([true, true, false])
    expect(lines.at(-1)).toMatchObject({
      memberId: id,
      bikeId: order.bike.id,
      details: { amountTaka: order.price, reason: 'at_provider' },
    })
  })

  test('of what is changed by hand at the database itself', async () => {
    const seller = await newMember(shop, 'Seller')
    const id = await memberId(shop, seller)
    await owner.query('update members set verified_at = now() where id = $1', [id])
    expect(await last(id, 'member_verified')).toMatchObject({ actor: 'database:postgres', requestId: null })
  })

  test('of eight people at once, never under the name of another', async () => {
    const buyers = await Promise.all(Array.from({ length: 8 }, () => newMember(shop, 'Seller')))
    const bikes = await Promise.all(buyers.map((buyer) => offer(shop, buyer)))
    await Promise.all(buyers.map((buyer, at) => buyer('DELETE /allbikes/:id', { params: { id: bikes[at]?.id ?? '' } })))
    for (const buyer of buyers) {
      const id = await memberId(shop, buyer)
      expect((await last(id, 'bike_withdrawn')).actor).toBe(id)
    }
  })

  test('and nothing of what was taken back', async () => {
    const id = v7()
    const row = { id, name: 'Nobody', email: `${id}@motohaat.test`, role: 'Buyer' as const }
    const undone = shop.db.transaction(async (tx) => {
      await tx.insert(members).values({ ...row, createdAt: new Date(), updatedAt: new Date() })
      throw new Error('taken back')
    })
    await expect(undone).rejects.toThrow('taken back')
    expect(await trailOf(id)).toEqual([])
  })
})

describe('the trail and the money stay', () => {
  const code = (asked: Promise<unknown>) => refusalOf(asked).then((error) => Object(error).code ?? 'done')
  const denied = '42501'

  test.each([
    `update audit set actor = 'system'`,
    'delete from audit',
    'truncate audit',
    `insert into audit (actor, what, details) values ('system', 'refund_due', '{}')`,
    `select write_audit('refund_due', null, null, null, '{}')`,
    `select setval('audit_id_seq', 1)`,
    'alter table audit disable trigger all',
    'drop trigger audit_payment on payments',
    'create or replace function audit_payment() returns trigger language plpgsql as $$ begin return null; end $$',
    'delete from payments',
    'truncate payments cascade',
    'delete from members',
    'delete from bikes',
    'drop table payments',
    'create table spare (id int)',
    `delete from migrations`,
    'set role postgres',
    'set session_replication_role = replica',
  ])('the shop itself may not: %s', async (sql) => {
    expect(await code(shop.db.$client.query(sql))).toBe(denied)
  })

  test.each([`update audit set actor = 'system'`, 'delete from audit', 'truncate audit', 'delete from payments'])(
    'not even the owner does in passing: %s',
    async (sql) => {
      await expect(owner.query(sql)).rejects.toThrow(/only ever added to|never deleted/)
    },
  )

  test('the owner cuts the trail off after saying so', async () => {
    await owner.query('begin')
    await owner.query(`set local motohaat.cut_audit = 'yes'`)
    const cut = await owner.query('delete from audit where id = (select min(id) from audit)')
    await owner.query('rollback')
    expect(cut.rowCount).toBe(1)
    await owner.query('begin')
    await owner.query('set local role motohaat_app')
    await owner.query(`set local motohaat.cut_audit = 'yes'`)
    const refused = await code(owner.query('delete from audit'))
    await owner.query('rollback')
    expect(refused).toBe(denied)
  })
})

describe('the admin reads the trail', () => {
  test('the newest first, page by page, each line once', async () => {
    const ayesha = await shop.as('ayesha')
    const all: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await ayesha.page('GET /audit', { query: { limit: '50', ...(cursor && { cursor }) } })
      all.push(...page.items.map(({ _id }) => _id))
      if (page.next === null || all.length > 300) break
      cursor = page.next
    }
    expect(all.length).toBeGreaterThan(100)
    expect(new Set(all).size).toBe(all.length)
    expect(all.map(Number)).toEqual(all.map(Number).toSorted((a, b) => b - a))
  })

  test('about one member, and nobody else reads any of it', async () => {
    const [ayesha, karim] = [await shop.as('ayesha'), await shop.as('karim')]
    const about = await memberId(shop, karim)
    const lines = await ayesha('GET /audit', { query: { about } })
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.every(({ memberId: of, actor }) => of === about || actor === about)).toBe(true)
    expect(await refusalOf(karim('GET /audit', { query: { about } }))).toMatchObject({ status: 403 })
    expect(await refusalOf(ayesha('GET /audit', { query: { cursor: '0x1' } }))).toMatchObject({ status: 400 })
  })
})
