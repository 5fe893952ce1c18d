import { dayMs } from '#contract/time/durations.ts'
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { inspectionGroups, inspectionPoints, isQuickPoint, quickPoints } from '#contract/inspections/points.ts'
import { book, catchError } from '#tests/support/buying.ts'
import { answer, getSlug, signInspection } from '#tests/support/inspections/inspections.ts'
import { createListing, type MemberClient, registerMember, testPassword } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const clock = { now: new Date('2026-11-20T04:00:00Z') }
let testApp: TestApp
let seller: MemberClient
let buyer: MemberClient
let stranger: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
  buyer = await registerMember(testApp, 'Buyer', 'Karim Ali')
  stranger = await registerMember(testApp, 'Buyer', 'Sadia Khan')
})
afterAll(() => testApp.close())

const query = (sql: string, values: unknown[] = []) => testApp.db.$client.query(sql, values)
const list = async () => {
  const bike = await createListing(testApp, seller)
  return { ...bike, slug: await getSlug(testApp, bike.id) }
}
const read = (by: Pick<TestApp, 'visitor'>['visitor'], id: string) => by('GET /inspections/:id', { params: { id } })
const readList = (by: Pick<TestApp, 'visitor'>['visitor'], slug: string) =>
  by('GET /bikes/:slug/inspections', { params: { slug } })
const begin = (by: MemberClient, slug: string, idempotencyKey = '') =>
  by('POST /bikes/:slug/inspections', { params: { slug } }, idempotencyKey ? { idempotencyKey } : {})
const invite = (by: MemberClient, slug: string) => by('POST /bikes/:slug/inspections/invitations', { params: { slug } })
const signature = { name: 'Md. Selim', workshop: 'Selim Auto, Mirpur 11', contactNumber: '01911000222' }

test('the points of the database are those of the checklist', async () => {
  const { rows } = await query('select point, group_name, is_quick from inspection_points order by position')
  expect(rows).toEqual(
    inspectionGroups.flatMap(({ group, points }) =>
      points.map((point) => ({ point, group_name: group, is_quick: isQuickPoint(point) })),
    ),
  )
})

describe('the seller', () => {
  test('answers 15 points; nobody else reads them before they are signed, and everybody afterwards', async () => {
    const { slug, id: bikeId } = await list()
    const { insertedId: id } = await begin(seller, slug)
    const params = { id }
    expect(await begin(seller, slug)).toEqual({ insertedId: id })
    const tooMany = seller('PUT /inspections/:id/answers', { params, body: { answers: answer(['tappets']) } })
    expect(await catchError(tooMany)).toMatchObject({ status: 400 })
    const answers = [...answer(quickPoints.slice(0, 7)), { point: 'sprockets' as const, mark: 'bad' as const }]
    await seller('PUT /inspections/:id/answers', { params, body: { answers: answers.slice(0, 7), kilometres: 22_150 } })
    expect(await catchError(seller('POST /inspections/:id/sign', { params, body: {} }))).toMatchObject({
      code: 'too_little_inspected',
    })
    const note = 'Call 01711-222333 about it'
    await seller('PUT /inspections/:id/answers', { params, body: { answers: [{ ...answers[7]!, note }] } })
    expect(await read(seller, id)).toMatchObject({ state: 'draft', isMine: true, kilometres: 22_150 })
    for (const other of [testApp.visitor, stranger]) {
      expect(await catchError(read(other, id))).toMatchObject({ status: 404 })
      expect((await readList(other, slug)).inspections).toEqual([])
      if (other === stranger)
        expect(
          await catchError(stranger('PUT /inspections/:id/answers', { params, body: { answers: [] } })),
        ).toMatchObject({ status: 404 })
    }
    await seller('POST /inspections/:id/sign', { params, body: {} })
    const report = await read(testApp.visitor, id)
    expect(report).toMatchObject({
      state: 'signed',
      kind: 'seller',
      by: 'Rahim',
      good: 7,
      worn: 0,
      bad: 1,
      notLookedAt: 7,
      isMine: false,
      // 7 of 8 are good; 8 of 15 were looked at.
      score: 88,
      confidence: 53,
      condition: 'Fair',
      bike: { slug, condition: 'Good' },
    })
    // Contact details are in no report.
    expect(report.answers.find(({ point }) => point === 'sprockets')?.note).not.toMatch(/\d/)
    expect((await query('select inspected_at from bikes where id = $1', [bikeId])).rows[0]).toEqual({
      inspected_at: clock.now,
    })
  })

  test('cannot change what is signed: the database refuses it, and a newer one stands beside it', async () => {
    const { slug } = await list()
    const first = await signInspection(seller, slug, { marks: { fork: 'bad' } })
    const params = { id: first.id }
    const body = { answers: answer(['fork']) }
    const changes = [
      () => seller('PUT /inspections/:id/answers', { params, body }),
      () => seller('DELETE /inspections/:id', { params }),
    ]
    for (const change of changes) expect(await catchError(change())).toMatchObject({ code: 'inspection_signed' })
    for (const sql of [
      `update inspections set score = 100 where id = $1`,
      `update inspections set signed_at = null where id = $1`,
      `delete from inspections where id = $1`,
      `update inspection_answers set mark = 'good' where inspection_id = $1`,
      `delete from inspection_answers where inspection_id = $1`,
      `insert into inspection_answers (inspection_id, point, mark)
         select $1, min(point), 'good' from inspection_points where is_quick and point not in (
           select point from inspection_answers where inspection_id = $1) or false
         union all select $1, 'tappets', 'good' limit 1`,
    ])
      await expect(query(sql, [first.id]), sql).rejects.toMatchObject({ constraint: 'signed_inspection_stays' })
    clock.now = new Date(clock.now.getTime() + 1000)
    const second = await signInspection(seller, slug)
    expect(await read(testApp.visitor, first.id)).toMatchObject({
      state: 'superseded',
      bad: 1,
      supersededBy: second.id,
      supersededAt: clock.now.toISOString(),
    })
    const { inspections } = await readList(testApp.visitor, slug)
    expect(inspections.map(({ state, condition }) => [state, condition])).toEqual([
      ['signed', 'Excellent'],
      ['superseded', 'Fair'],
    ])
  })

  test('cannot sign a score or a hash of something else', async () => {
    const { slug } = await list()
    const { insertedId: id } = await begin(seller, slug)
    await seller('PUT /inspections/:id/answers', { params: { id }, body: { answers: answer(quickPoints) } })
    const sign = (score: number) =>
      query(
        `update inspections set signed_at = now(), good = 15, worn = 0, bad = 0, not_looked_at = 0, score = $2,
          content_hash = repeat('0', 64) where id = $1`,
        [id, score],
      )
    await expect(sign(99)).rejects.toMatchObject({ constraint: 'inspection_score' })
    await expect(sign(100)).rejects.toMatchObject({ constraint: 'inspection_hash' })
  })

  test('of another bike makes none', async () => {
    const { slug, id: bikeId } = await list()
    const other = await registerMember(testApp, 'Seller')
    for (const act of [begin, invite]) expect(await catchError(act(other, slug))).toMatchObject({ status: 404 })
    const plant = query(
      `insert into inspections (id, bike_id, kind, member_id, created_at)
         select $1, $2, 'seller', id, now() from members where email = $3`,
      [randomUUID(), bikeId, other.email],
    )
    await expect(plant).rejects.toMatchObject({ constraint: 'inspection_by_side' })
  })
})

describe('a buyer with a deal', () => {
  test('signs all 45 points once, also when everything is sent twice at the same moment', async () => {
    const bike = await list()
    expect(await catchError(begin(buyer, bike.slug))).toMatchObject({ status: 404 })
    const { bookingId } = await book(buyer, bike)
    const key = randomUUID()
    const send = async () => {
      const { insertedId: id } = await begin(buyer, bike.slug, key)
      const body = { answers: answer(inspectionPoints, { fork: 'worn' }), kilometres: 31_000 }
      await buyer('PUT /inspections/:id/answers', { params: { id }, body })
      return { id, ...(await buyer('POST /inspections/:id/sign', { params: { id }, body: {} })) }
    }
    const sent = [...(await Promise.all([send(), send()])), await send()]
    expect(new Set(sent.map(({ id, contentHash }) => `${id} ${contentHash}`)).size).toBe(1)
    expect(sent.reduce((sum, { modifiedCount }) => sum + modifiedCount, 0)).toBe(1)
    const id = sent[0]!.id
    // Both sides read it, and nobody else; the bike has no mark of it.
    for (const side of [buyer, seller])
      expect(await read(side, id)).toMatchObject({ kind: 'buyer', by: 'Karim', isPublic: false, dealId: bookingId })
    expect(await readList(seller, bike.slug)).toMatchObject({
      productName: expect.stringMatching(/./),
      inspections: [{ _id: id, dealId: bookingId }],
    })
    for (const other of [testApp.visitor, stranger, await testApp.signInAs('ayesha')]) {
      expect(await catchError(read(other, id))).toMatchObject({ status: 404 })
      expect((await readList(other, bike.slug)).inspections).toEqual([])
    }
    expect((await query('select inspected_at from bikes where id = $1', [bike.id])).rows[0]).toEqual({
      inspected_at: null,
    })
    // Another set of answers for what is signed is refused.
    const other = { answers: answer(['fork']) }
    expect(await catchError(buyer('PUT /inspections/:id/answers', { params: { id }, body: other }))).toMatchObject({
      code: 'inspection_signed',
    })
  })

  test('is read by the admin too, once there is a problem with the deal, who finds it in the list of the bike', async () => {
    const bike = await list()
    const { bookingId } = await book(buyer, bike)
    const { id } = await signInspection(buyer, bike.slug, { kind: 'buyer' })
    const admin = await testApp.signInAs('ayesha')
    expect((await readList(admin, bike.slug)).inspections).toEqual([])
    await query('update deals set disputed_at = now() where id = $1', [bookingId])
    expect((await readList(admin, bike.slug)).inspections).toMatchObject([
      { _id: id, dealId: bookingId, isMine: false },
    ])
    expect(await read(admin, id)).toMatchObject({ state: 'signed' })
    expect((await readList(stranger, bike.slug)).inspections).toEqual([])
  })

  test('syncs within 14 days after the deal ended, and not later', async () => {
    const bike = await list()
    const { bookingId } = await book(buyer, bike)
    await buyer('POST /deals/:id/cancel', { params: { id: bookingId }, body: {} })
    expect(await begin(buyer, bike.slug)).toMatchObject({ insertedId: expect.any(String) })
    expect((await readList(buyer, bike.slug)).mayMake).toBe('buyer')
    const before = clock.now
    clock.now = new Date(before.getTime() + 14 * dayMs)
    const again = await testApp.signInAs(buyer)
    expect((await readList(again, bike.slug)).mayMake).toBeNull()
    clock.now = before
  })
})

describe('a mechanic', () => {
  const open = (token: string) => testApp.visitor('POST /mechanic-inspections/open', { body: { token } })
  const save = (token: string) =>
    testApp.visitor('POST /mechanic-inspections/answers', { body: { token, answers: answer(inspectionPoints) } })
  const sign = (token: string, body: Partial<typeof signature> = {}) =>
    testApp.visitor('POST /mechanic-inspections/sign', { body: { ...signature, ...body, token } })

  test('signs by the link of a seller, for everybody, and the database has no token', async () => {
    const { slug } = await list()
    const { insertedId: id, token } = await invite(seller, slug)
    expect(await open(token)).toMatchObject({ kind: 'mechanic', state: 'draft', isMine: true, bike: { slug } })
    await save(token)
    // Who invited reads nothing of it before it is signed, and cannot sign it.
    expect(await catchError(read(seller, id))).toMatchObject({ status: 404 })
    expect(await catchError(seller('POST /inspections/:id/sign', { params: { id }, body: {} }))).toMatchObject({
      status: 404,
    })
    expect((await readList(seller, slug)).invitations).toMatchObject([{ _id: id, state: 'open' }])
    expect(await sign(token)).toMatchObject({ modifiedCount: 1 })
    expect(await sign(token)).toMatchObject({ modifiedCount: 0 })
    expect(await read(testApp.visitor, id)).toMatchObject({
      by: 'Md. Selim',
      workshop: signature.workshop,
      invitedBy: 'seller',
      score: 100,
      isMine: false,
    })
    const { rows } = await query(
      'select (t.*)::text || (i.*)::text as text from inspection_invitations t join inspections i on i.id = t.inspection_id where i.id = $1',
      [id],
    )
    expect(rows[0].text).not.toContain(token)
    expect(rows[0].text).toContain(createHash('sha256').update(token).digest('hex'))
    // The number is compared and not stored.
    expect(rows[0].text).not.toContain('1911000222')
    expect((await readList(seller, slug)).invitations).toMatchObject([{ state: 'signed' }])
  })

  test('of a buyer is for both sides of the deal', async () => {
    const bike = await list()
    await book(buyer, bike)
    const { insertedId: id, token } = await invite(buyer, bike.slug)
    await save(token)
    await sign(token)
    for (const side of [buyer, seller]) expect(await read(side, id)).toMatchObject({ invitedBy: 'buyer' })
    for (const other of [testApp.visitor, stranger])
      expect(await catchError(read(other, id))).toMatchObject({ status: 404 })
  })

  test('with an unknown, revoked or expired link finds nothing', async () => {
    const { slug } = await list()
    const { insertedId: id, token } = await invite(seller, slug)
    const revoke = (by: MemberClient) => by('DELETE /inspections/:id/invitation', { params: { id } })
    expect(await catchError(revoke(stranger))).toMatchObject({ status: 404 })
    expect(await revoke(seller)).toEqual({ deletedCount: 1 })
    const { token: late } = await invite(seller, slug)
    const before = clock.now
    for (const act of [open, save, sign]) {
      expect(await catchError(act('x'.repeat(43)))).toMatchObject({ status: 404 })
      expect(await catchError(act(token))).toMatchObject({ status: 404 })
      clock.now = new Date(before.getTime() + 14 * dayMs)
      expect(await catchError(act(late))).toMatchObject({ status: 404 })
      clock.now = before
    }
  })

  test('has at most three open links for a bike', async () => {
    const { slug } = await list()
    for (const _ of [1, 2, 3]) await invite(seller, slug)
    expect(await catchError(invite(seller, slug))).toMatchObject({ code: 'too_many_invitations' })
  })

  test('who has the number of the seller, or signs in the browser of the seller, opens a case', async () => {
    const findCase = async (bikeId: string) =>
      (
        await query(
          `select rule, rule_points from cases join fired_rules using (bike_id) where bike_id = $1 and rule = 'mechanic_is_seller'`,
          [bikeId],
        )
      ).rows
    const sameNumber = await list()
    const { token } = await invite(seller, sameNumber.slug)
    await save(token)
    // The number of the advertisement, written otherwise.
    await sign(token, { contactNumber: '+8801700000101' })
    expect(await findCase(sameNumber.id)).toMatchObject([{ rule: 'mechanic_is_seller' }])
    const sameBrowser = await list()
    const { token: second, insertedId: id } = await invite(seller, sameBrowser.slug)
    await save(second)
    // A login leaves the mark of the browser.
    const { cookie } = await testApp.signInAs({ email: seller.email, password: testPassword })
    const { statusCode } = await testApp.fastify.inject({
      method: 'POST',
      url: '/api/mechanic-inspections/sign',
      headers: { cookie },
      payload: { ...signature, token: second },
    })
    expect(statusCode).toBe(200)
    expect(await findCase(sameBrowser.id)).toMatchObject([{ rule: 'mechanic_is_seller' }])
    // Nobody who reads the report learns of it.
    expect(JSON.stringify(await read(seller, id))).not.toContain('browser')
  })
})

test('drafts are deleted after 90 days and with the account; signed ones stay, without the name', async () => {
  const leaver = await registerMember(testApp, 'Seller', 'Jamal Hossain')
  const bike = await createListing(testApp, leaver)
  const slug = await getSlug(testApp, bike.id)
  const signed = await signInspection(leaver, slug)
  const { insertedId: draft } = await begin(leaver, slug)
  const { payload } = await testApp.fastify.inject({ url: '/api/auth/export', headers: { cookie: leaver.cookie } })
  const data = contract['GET /auth/export'].response.parse(JSON.parse(payload))
  expect(data.inspections.map(({ _id, signedAt }) => [_id, signedAt !== null])).toEqual([
    [draft, false],
    [signed.id, true],
  ])
  const { insertedId: old } = await begin(seller, (await list()).slug)
  const before = clock.now
  clock.now = new Date(before.getTime() + 91 * dayMs)
  expect(await testApp.deleteOldDrafts()).toBeGreaterThan(1)
  clock.now = before
  const { rows } = await query('select id from inspections where id = any($1)', [[draft, old, signed.id]])
  expect(rows).toEqual([{ id: signed.id }])
})
