// Who reads what a buyer found at a bike, once there is a problem with the deal.
import { expect, test } from 'vitest'
import { inspectionPoints } from '#contract/inspections/points.ts'
import { createModeration } from '#tests/support/cases/moderation.ts'
import { catchError } from '#tests/support/buying.ts'
import { answer, getSlug, signInspection } from '#tests/support/inspections/inspections.ts'
import { beginDeal, handOverDeal, payDeal, registerCashier, signInAdmin, type TestDeal } from '#tests/support/money.ts'
import { createListing, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const start = new Date('2026-11-20T04:00:00Z')
type Reader = TestApp['visitor']

const read = (by: Reader, id: string) => by('GET /inspections/:id', { params: { id } })
const listIds = async (by: Reader, slug: string): Promise<string[]> =>
  (await by('GET /bikes/:slug/inspections', { params: { slug } })).inspections.map(({ _id }) => _id)
const reportProblem = ({ buyer, params }: TestDeal) =>
  buyer('POST /deals/:id/problem', { params, body: { reason: 'not_as_described' } })

// The same words as for one that never was.
const absent = { status: 404, code: 'not_found', message: 'We could not find that.' }
const neverWas = '019a0000-0000-7000-8000-000000000000'

/** A deal that was handed over, with an inspection that its buyer signed at the meeting and one of the buyer's mechanic. */
const handOverInspected = async (testApp: TestApp) => {
  const deal = await beginDeal(testApp)
  await payDeal(testApp, deal)
  const slug = await getSlug(testApp, deal.order.bike.id)
  const own = await signInspection(deal.buyer, slug, { kind: 'buyer', marks: { fork: 'bad' } })
  const { token } = await deal.buyer('POST /bikes/:slug/inspections/invitations', { params: { slug } })
  const signature = { name: 'Jamal Uddin', workshop: 'Jamal Motors', contactNumber: '01812345678' }
  await testApp.visitor('POST /mechanic-inspections/answers', { body: { token, answers: answer(inspectionPoints) } })
  await testApp.visitor('POST /mechanic-inspections/sign', { body: { token, ...signature } })
  await handOverDeal(deal)
  const ids = (await listIds(deal.buyer, slug)).toSorted()
  return { deal, slug, ids, own: own.id }
}

test('the admin reads the buyer’s inspections from the problem on, and no moderator, cashier, other member or visitor does', async () => {
  const clock = { now: start }
  const testApp = await createTestApp({ clock })
  const { deal, slug, ids, own } = await handOverInspected(testApp)
  expect(ids).toHaveLength(2)
  const admin = await signInAdmin(testApp)
  const { moderator, reporters, report, findCase, take } = await createModeration(testApp, clock)
  // Even the moderator of a case of this bike is not who decides the dispute.
  await report(reporters[0], deal.order.bike.id, 'wrong_facts')
  await take(moderator, await findCase(deal.order.bike.id))
  const otherSeller = await registerMember(testApp, 'Seller')
  await createListing(testApp, otherSeller)
  const others: Reader[] = [
    testApp.visitor,
    moderator,
    await registerCashier(testApp),
    otherSeller,
    await registerMember(testApp, 'Buyer'),
  ]
  const expectNothing = async (by: Reader) => {
    for (const id of [...ids, neverWas]) expect(await catchError(read(by, id))).toMatchObject(absent)
    expect(await listIds(by, slug)).toEqual([])
  }
  for (const by of [admin, ...others]) await expectNothing(by)

  await reportProblem(deal)
  expect((await listIds(admin, slug)).toSorted()).toEqual(ids)
  for (const id of ids)
    expect(await read(admin, id)).toMatchObject({ state: 'signed', isPublic: false, dealId: deal.id })
  expect((await read(admin, own)).answers).toContainEqual({ point: 'fork', mark: 'bad', note: null })
  for (const by of others) {
    await expectNothing(by)
    expect(await catchError(by('PUT /disputes/:id', { params: deal.params, body: { takaToBuyer: 0 } }))).toMatchObject({
      status: by === testApp.visitor ? 401 : 403,
    })
  }

  // Whoever reads may decide; what was decided can be looked at again.
  await admin('PUT /disputes/:id', { params: deal.params, body: { takaToBuyer: 9_000 } })
  expect(await read(admin, own)).toMatchObject({ state: 'signed' })
  for (const by of others) await expectNothing(by)
})

test('the admin reads no draft in a dispute, no inspection of another deal, and nothing more once the problem is withdrawn', async () => {
  const testApp = await createTestApp({ clock: { now: start } })
  const { deal, slug, ids, own } = await handOverInspected(testApp)
  const { insertedId: draft } = await deal.buyer('POST /bikes/:slug/inspections', { params: { slug } })
  const elsewhere = await beginDeal(testApp, { seller: deal.seller })
  const otherSlug = await getSlug(testApp, elsewhere.order.bike.id)
  const other = await signInspection(elsewhere.buyer, otherSlug, { kind: 'buyer' })
  const admin = await signInAdmin(testApp)
  await reportProblem(deal)
  for (const id of [draft, other.id]) expect(await catchError(read(admin, id))).toMatchObject(absent)
  expect((await listIds(admin, slug)).toSorted()).toEqual(ids)
  expect(await listIds(admin, otherSlug)).toEqual([])

  await deal.buyer('PUT /deals/:id/problem', { params: deal.params, body: { withdraw: true } })
  expect(await catchError(read(admin, own))).toMatchObject(absent)
  expect(await listIds(admin, slug)).toEqual([])
  for (const side of [deal.buyer, deal.seller]) expect(await read(side, own)).toMatchObject({ state: 'signed' })
})
