import { and, desc, eq } from 'drizzle-orm'
import type pg from 'pg'
import { v7 } from 'uuid'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { startPayment, book, createPaymentBody, findUnwantedBike, catchError } from '#tests/support/buying.ts'
import { refundAtProvider, createSucceededEvent, sendWebhook } from '#tests/support/card-events.ts'
import { getMemberId, registerMember, createListing } from '#tests/support/selling.ts'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { members } from '#market/schema/people/members.ts'
import { payments } from '#market/schema/money/payments.ts'
import { auditLog } from '#market/schema/people/audit.ts'

let testApp: TestApp
let owner: pg.Client
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  owner = await connectAsOwner(testApp)
})
afterAll(async () => {
  await owner.end()
  await testApp.close()
})

/** The audit log of a member, oldest first. */
const listAuditEntries = (id: string) =>
  testApp.db.select().from(auditLog).where(eq(auditLog.memberId, id)).orderBy(auditLog.id)
const findLastEntry = async (id: string, what: string) => {
  const [entry] = await testApp.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.memberId, id), eq(auditLog.what, what)))
    .orderBy(desc(auditLog.id))
  assert(entry, `the audit log has no entry ${what}`)
  return entry
}
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

describe('the audit log records who, what, when and in which request', () => {
  test('of a person who joins, logs in and changes the password', async () => {
    const nadia = await registerMember(testApp, 'Buyer')
    const id = await getMemberId(testApp, nadia)
    const change = { currentPassword: 'a-password-of-the-tests', newPassword: 'another-password' }
    const answer = await testApp.fastify.inject({
      method: 'POST',
      url: '/api/auth/change-password',
      headers: { cookie: nadia.cookie },
      payload: change,
    })
    expect(answer.statusCode).toBe(200)
    const entries = await listAuditEntries(id)
    const summaries = entries.map(({ what, actor }) => `${what} by ${actor}`)
    expect(summaries.slice(0, 2).toSorted()).toEqual(['member_joined by visitor', 'password_set by visitor'])
    expect(await findLastEntry(id, 'password_changed')).toMatchObject({
      actor: id,
      requestId: answer.headers['x-request-id'],
      address: '127.0.0.1',
    })
    expect((await findLastEntry(id, 'session_ended')).actor).toBe(id)
    expect(JSON.stringify(entries)).not.toContain(nadia.email)
    expect(JSON.stringify(entries)).not.toContain('Nadia')
  })

  test('of a badge that is given, and of a member who is removed by the admin, with bikes and sessions', async () => {
    const seller = await registerMember(testApp, 'Seller')
    const [id, ayesha] = [await getMemberId(testApp, seller), await testApp.signInAs('ayesha')]
    const adminId = await getMemberId(testApp, ayesha)
    const bike = await createListing(testApp, seller)
    await ayesha('PUT /users/:id', { params: { id }, body: { verify: true } })
    await ayesha('DELETE /users/:id', { params: { id } })
    for (const what of ['member_verified', 'verification_taken', 'member_removed', 'session_ended'])
      expect(await findLastEntry(id, what), what).toMatchObject({
        actor: adminId,
        requestId: expect.stringMatching(uuid),
      })
    expect(await findLastEntry(id, 'bike_withdrawn')).toMatchObject({ actor: adminId, bikeId: bike.id })
  })

  test('of a bike that its seller takes off, and of a seller who leaves', async () => {
    const seller = await registerMember(testApp, 'Seller')
    const id = await getMemberId(testApp, seller)
    const bike = await createListing(testApp, seller)
    await seller('DELETE /allbikes/:id', { params: { id: bike.id } })
    expect(await findLastEntry(id, 'bike_withdrawn')).toMatchObject({ actor: id, bikeId: bike.id })
    await testApp.fastify.inject({
      method: 'POST',
      url: '/api/auth/delete-user',
      headers: { cookie: seller.cookie },
      payload: { password: 'a-password-of-the-tests' },
    })
    expect(await findLastEntry(id, 'member_removed')).toMatchObject({ actor: id })
  })

  test('of money: begun by the buyer, paid as the provider reported, refunded by a job', async () => {
    const karim = await testApp.signInAs('karim')
    const id = await getMemberId(testApp, karim)
    const order = await book(karim, await findUnwantedBike(testApp))
    const intentId = await startPayment(karim, order)
    await testApp.payIntent(intentId)
    await sendWebhook(testApp, createSucceededEvent(intentId))
    await karim('POST /payments', { body: createPaymentBody(karim, order, intentId) })
    await refundAtProvider(testApp, intentId)
    await testApp.sweep()
    const [payment] = await testApp.db.select().from(payments).where(eq(payments.intentId, intentId))
    const entries = await testApp.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.paymentId, payment?.id ?? ''))
      .orderBy(auditLog.id)
    expect(entries.map(({ what, actor }) => [what, actor])).toEqual([
      ['payment_opened', id],
      ['payment_succeeded', 'provider'],
      ['payment_refunded', 'system'],
    ])
    expect(entries.map(({ requestId }) => requestId !== null)).toEqual([true, true, false])
    expect(entries.at(-1)).toMatchObject({
      memberId: id,
      bikeId: order.bike.id,
      details: { amountTaka: order.price, reason: 'at_provider' },
    })
  })

  test('of what is changed by hand at the database itself', async () => {
    const seller = await registerMember(testApp, 'Seller')
    const id = await getMemberId(testApp, seller)
    await owner.query('update members set verified_at = now() where id = $1', [id])
    expect(await findLastEntry(id, 'member_verified')).toMatchObject({ actor: 'database:postgres', requestId: null })
  })

  test('of eight people at once, never under the name of another', async () => {
    const buyers = await Promise.all(Array.from({ length: 8 }, () => registerMember(testApp, 'Seller')))
    const bikes = await Promise.all(buyers.map((buyer) => createListing(testApp, buyer)))
    await Promise.all(
      buyers.map((buyer, index) => buyer('DELETE /allbikes/:id', { params: { id: bikes[index]?.id ?? '' } })),
    )
    for (const buyer of buyers) {
      const id = await getMemberId(testApp, buyer)
      expect((await findLastEntry(id, 'bike_withdrawn')).actor).toBe(id)
    }
  })

  test('and nothing of a transaction that was rolled back', async () => {
    const id = v7()
    const row = { id, name: 'Nobody', email: `${id}@motohaat.test`, role: 'Buyer' as const }
    const rolledBack = testApp.db.transaction(async (tx) => {
      await tx.insert(members).values({ ...row, createdAt: new Date(), updatedAt: new Date() })
      throw new Error('taken back')
    })
    await expect(rolledBack).rejects.toThrow('taken back')
    expect(await listAuditEntries(id)).toEqual([])
  })
})

describe('the audit log and the payments stay', () => {
  const getErrorCode = (request: Promise<unknown>) => catchError(request).then((error) => Object(error).code ?? 'done')
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
  ])('the server itself may not: %s', async (sql) => {
    expect(await getErrorCode(testApp.db.$client.query(sql))).toBe(denied)
  })

  test.each([`update audit set actor = 'system'`, 'delete from audit', 'truncate audit', 'delete from payments'])(
    'not even the owner does in passing: %s',
    async (sql) => {
      await expect(owner.query(sql)).rejects.toThrow(/append-only|never deleted/)
    },
  )

  test('the owner truncates the audit log after a setting allows it', async () => {
    await owner.query('begin')
    await owner.query(`set local motohaat.cut_audit = 'yes'`)
    const cut = await owner.query('delete from audit where id = (select min(id) from audit)')
    await owner.query('rollback')
    expect(cut.rowCount).toBe(1)
    await owner.query('begin')
    await owner.query('set local role motohaat_app')
    await owner.query(`set local motohaat.cut_audit = 'yes'`)
    const errorCode = await getErrorCode(owner.query('delete from audit'))
    await owner.query('rollback')
    expect(errorCode).toBe(denied)
  })
})

describe('the admin reads the audit log', () => {
  test('newest first, page by page, each entry once', async () => {
    const ayesha = await testApp.signInAs('ayesha')
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
    const [ayesha, karim] = [await testApp.signInAs('ayesha'), await testApp.signInAs('karim')]
    const about = await getMemberId(testApp, karim)
    const entries = await ayesha('GET /audit', { query: { about } })
    expect(entries.length).toBeGreaterThan(1)
    expect(entries.every(({ memberId: of, actor }) => of === about || actor === about)).toBe(true)
    expect(await catchError(karim('GET /audit', { query: { about } }))).toMatchObject({ status: 403 })
    expect(await catchError(ayesha('GET /audit', { query: { cursor: '0x1' } }))).toMatchObject({ status: 400 })
  })

  test('by act and by the address of a person, with the names of now', async () => {
    const [ayesha, rahim] = [await testApp.signInAs('ayesha'), await testApp.signInAs('rahim')]
    const id = await getMemberId(testApp, rahim)
    const logins = await ayesha('GET /audit', { query: { email: rahim.email, what: 'session_begun' } })
    expect(logins.length).toBeGreaterThan(0)
    for (const entry of logins)
      expect(entry).toMatchObject({ what: 'session_begun', memberId: id, memberName: 'Rahim Uddin' })
    const seller = await registerMember(testApp, 'Seller', 'Nusrat Jahan')
    const bike = await createListing(testApp, seller)
    await seller('DELETE /allbikes/:id', { params: { id: bike.id } })
    const [withdrawn] = await ayesha('GET /audit', { query: { about: bike.id, what: 'bike_withdrawn' } })
    expect(withdrawn).toMatchObject({ actorName: 'Nusrat Jahan', productId: bike.id, productName: 'Suzuki Gixxer 155' })
    expect(await ayesha('GET /audit', { query: { email: 'nobody@motohaat.test' } })).toEqual([])
    expect(await catchError(ayesha('GET /audit', { query: { what: 'DROP TABLE' } }))).toMatchObject({ status: 400 })
  })
})
