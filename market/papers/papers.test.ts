import { dayMs } from '#contract/time/durations.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallRequest } from '#contract/call.ts'
import type { paperCalls } from '#contract/papers/paper-calls.ts'
import type { PaperKind } from '#contract/papers/paper-kinds.ts'
import { fixtures } from '#seed/fixtures.ts'
import { catchError } from '#tests/support/buying.ts'
import {
  completePapers,
  decide,
  getPaperId,
  readPaperFile,
  showPaper,
  uploadPaper,
} from '#tests/support/papers/papers.ts'
import {
  createListing,
  createProductBody,
  getMemberId,
  type MemberClient,
  registerMember,
  grantPermission,
} from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createUniqueJpeg } from '#tests/support/test-pictures.ts'

type Said = CallRequest<(typeof paperCalls)['PUT /allbikes/myproduct/:id/papers']>['body']

const clock = { now: new Date('2026-11-03T10:00:00+06:00') }
const begin = clock.now
// Requests are limited, so each test has a time of its own; logins last for these hours.
const roundMs = 10 * 60_000
let round = 0
let testApp: TestApp
let imran: MemberClient

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
})
beforeEach(async () => {
  round += 1
  clock.now = new Date(begin.getTime() + round * roundMs)
  imran = await testApp.signInAs('imran')
})
afterAll(() => testApp.close())

const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  testApp.db.$client.query<Row>(sql, values).then(({ rows }) => rows)
const createBike = async (seller?: MemberClient) => {
  const owner = seller ?? (await registerMember(testApp, 'Seller', 'Rahim Uddin'))
  const { id } = await createListing(testApp, owner)
  return { seller: owner, id }
}
const listOwn = async (seller: MemberClient, id: string) =>
  (await seller('GET /allbikes/myproduct/:id/papers', { params: { id } })).papers
const readPage = async (id: string) => {
  const [bike] = await query<{ slug: string }>('select slug from bikes where id = $1', [id])
  return (await testApp.visitor('GET /bikes/:slug', { params: { slug: bike?.slug ?? '' } })).papers
}
const listKinds = async (of: MemberClient) => (await of('GET /notifications')).map(({ kind }) => kind)
const runJobsAt = async (at: Date) => {
  const before = clock.now
  clock.now = at
  await testApp.expirePapers()
  clock.now = before
}

describe('the papers of a bike', () => {
  test('are said, shown and checked; everybody sees the state and the day, nobody the photo', async () => {
    const { seller, id } = await createBike()
    expect(await readPage(id)).toEqual({ level: 'not_said', papers: [] })
    const put = (body: Parameters<typeof seller<'PUT /allbikes/myproduct/:id/papers'>>[1]['body']) =>
      seller('PUT /allbikes/myproduct/:id/papers', { params: { id }, body })
    await put({ kind: 'loan', said: 'none' })
    for (const said of completePapers('2027-03-31').slice(0, 3)) await showPaper(seller, id, said)
    await decide(testApp, imran, { bikeId: id, kind: 'tax_token' })
    const shown = { since: '2026-11-03', validUntil: null, state: 'shown' }
    expect(await readPage(id)).toEqual({
      level: 'mostly',
      papers: [
        { ...shown, kind: 'registration', said: 'mine' },
        { ...shown, kind: 'tax_token', said: 'valid', state: 'checked', validUntil: '2027-03-31' },
        { ...shown, kind: 'plate', said: 'fitted' },
        { ...shown, kind: 'loan', said: 'none', state: 'said' },
      ],
    })
    await put({ kind: 'loan', said: 'none', fileId: await uploadPaper(seller) })
    for (const kind of ['registration', 'plate', 'loan'] as const) await decide(testApp, imran, { bikeId: id, kind })
    expect((await readPage(id)).level).toBe('complete')
    expect((await listKinds(seller)).filter((kind) => kind === 'paper_checked')).toHaveLength(4)
    await put({ kind: 'registration', said: 'none', fileId: null })
    expect((await readPage(id)).level).toBe('unregistered')
  })

  test('need an answer that fits, a day for a tax token, and a photo of their own', async () => {
    const { seller, id } = await createBike()
    const put = (body: Said, client = seller) => client('PUT /allbikes/myproduct/:id/papers', { params: { id }, body })
    const fileId = await showPaper(seller, id, { kind: 'plate', said: 'fitted' })
    const bad: Said[] = [
      { kind: 'plate', said: 'mine' },
      { kind: 'tax_token', said: 'valid' },
      { kind: 'tax_token', said: 'valid', validUntil: '3026-01-01' },
      { kind: 'registration', said: 'mine', fileId },
      { kind: 'registration', said: 'mine', fileId: crypto.randomUUID() },
    ]
    for (const body of bad) expect(await catchError(put(body)), JSON.stringify(body)).toMatchObject({ status: 400 })
    const other = await createBike()
    expect(await catchError(put({ kind: 'plate', said: 'none' }, other.seller))).toMatchObject({ status: 404 })
    const params = { id: other.id }
    const body = { kind: 'plate' as const, said: 'fitted' as const, fileId: await uploadPaper(seller) }
    expect(await catchError(other.seller('PUT /allbikes/myproduct/:id/papers', { params, body }))).toMatchObject({
      code: 'paper_file_missing',
    })
  })

  test('drop to shown when the answer, the bike, its numbers or the name of the account change, and wait for a check again', async () => {
    const { seller, id } = await createBike()
    const check = async () => {
      await decide(testApp, imran, { bikeId: id, kind: 'registration' })
      expect((await listOwn(seller, id))[0]?.state).toBe('checked')
    }
    await showPaper(seller, id, { kind: 'registration', said: 'mine' })
    const params = { id }
    await check()
    await seller('PUT /allbikes/myproduct/:id/papers', { params, body: { kind: 'registration', said: 'mine' } })
    expect((await listOwn(seller, id))[0]?.state).toBe('checked')
    await seller('PUT /allbikes/myproduct/:id/papers', { params, body: { kind: 'registration', said: 'family' } })
    expect((await listOwn(seller, id))[0]?.state).toBe('shown')
    await check()
    const [bike] = await query<{ picture: string; version: number }>(
      'select picture, version from bikes where id = $1',
      [id],
    )
    const listing = { ...createProductBody(bike?.picture ?? ''), version: bike?.version ?? 0 }
    await seller('PUT /allbikes/myproduct/:id', { params, body: { ...listing, salePrice: 170_000 } })
    expect((await listOwn(seller, id))[0]?.state).toBe('checked')
    const edited = { ...listing, salePrice: 170_000, productName: 'Suzuki GSX-R150', version: listing.version + 1 }
    await seller('PUT /allbikes/myproduct/:id', { params, body: edited })
    expect((await listOwn(seller, id))[0]?.state).toBe('shown')
    await check()
    await query(`update members set name = 'Kamal Uddin' where id = $1`, [await getMemberId(testApp, seller)])
    expect((await listOwn(seller, id))[0]?.state).toBe('shown')
    await check()
    await seller('PUT /allbikes/myproduct/:id/numbers', {
      params,
      body: { registration: null, engine: null, chassis: 'ME1RG4420L0123456' },
    })
    expect((await listOwn(seller, id))[0]?.state).toBe('shown')
    const dropped = await query('select from audit where what = $1 and bike_id = $2', ['paper_dropped', id])
    expect(dropped).toHaveLength(4)
  })
})

describe('the photo of a paper', () => {
  test('is encrypted in the store, readable for its seller alone, and each reading is in the audit log', async () => {
    const { seller, id } = await createBike()
    const fileId = await showPaper(seller, id, { kind: 'registration', said: 'mine' })
    const own = await readPaperFile(testApp, fileId, seller.token)
    expect([own.statusCode, own.headers['cache-control'], own.headers['content-type']]).toEqual([
      200,
      'no-store',
      'image/webp',
    ])
    expect((await sharp(own.rawPayload).metadata()).width).toBe(600)
    const others = [await registerMember(testApp, 'Seller'), await registerMember(testApp, 'Buyer'), imran]
    for (const { token } of others) expect((await readPaperFile(testApp, fileId, token)).statusCode).toBe(404)
    expect((await readPaperFile(testApp, fileId)).statusCode).toBe(401)
    expect((await testApp.fastify.inject(`/pictures/paper-${fileId}.bin`)).statusCode).toBe(404)
    const readings = await query<{ actor: string }>(
      `select actor from audit where what = 'paper_file_read' and details ->> 'fileId' = $1`,
      [fileId],
    )
    expect(readings).toEqual([{ actor: await getMemberId(testApp, seller) }])
    await expect(query('select key_encrypted from paper_files')).rejects.toMatchObject({ code: '42501' })
  })

  test('is read by a moderator for 15 minutes after opening it, with the name and the time on it', async () => {
    const { seller, id } = await createBike()
    const fileId = await showPaper(seller, id, { kind: 'registration', said: 'mine' })
    const params = { id: await getPaperId(testApp, id, 'registration') }
    const opened = await imran('POST /papers/:id/openings', { params })
    expect(opened).toMatchObject({ fileId, accountName: 'Rahim Uddin', isPhotoOfOther: false })
    const [own, read] = [
      await readPaperFile(testApp, fileId, seller.token),
      await readPaperFile(testApp, fileId, imran.token),
    ]
    expect(read.statusCode).toBe(200)
    const [plain, stamped] = await Promise.all([own, read].map(({ rawPayload }) => sharp(rawPayload).raw().toBuffer()))
    const changed = plain?.filter((byte, at) => Math.abs(byte - (stamped?.[at] ?? 0)) > 40).length ?? 0
    expect(changed).toBeGreaterThan(1_000)
    const ayesha = await testApp.signInAs('ayesha')
    expect((await readPaperFile(testApp, fileId, ayesha.token)).statusCode).toBe(404)
    const waiting = (await ayesha('GET /papers/queue')).find(({ _id }) => _id === params.id)
    expect(waiting).toMatchObject({ openedBy: fixtures.imran.name, kind: 'registration' })
    clock.now = new Date(opened.openUntil)
    const again = await testApp.signInAs('imran')
    expect((await readPaperFile(testApp, fileId, again.token)).statusCode).toBe(404)
    const late = again('PUT /papers/:id', { params, body: { fileId, decision: 'checked' } })
    expect(await catchError(late)).toMatchObject({ code: 'paper_not_open' })
  })

  test('opens with the typed numbers that stand on that paper, and who read them is in the audit log', async () => {
    const { seller, id } = await createBike()
    const openOne = async (kind: PaperKind) => {
      const params = { id: await getPaperId(testApp, id, kind) }
      return (await imran('POST /papers/:id/openings', { params })).numbers
    }
    const readings = () =>
      query(
        `select what from audit where what = 'vehicle_numbers_read' and bike_id = $1 and details ->> 'purpose' = 'case'`,
        [id],
      )
    await showPaper(seller, id, { kind: 'registration', said: 'mine' })
    const kinds = ['registration', 'engine', 'chassis']
    expect(await openOne('registration')).toEqual(kinds.map((kind) => ({ kind, number: null })))
    expect(await readings()).toEqual([])
    const typed = { registration: 'Dhaka Metro-La 45-6789', engine: 'G3E5E0415512', chassis: 'PS2GIX155M0048512' }
    await seller('PUT /allbikes/myproduct/:id/numbers', { params: { id }, body: typed })
    await showPaper(seller, id, { kind: 'plate', said: 'fitted' })
    expect(await openOne('registration')).toEqual([
      { kind: 'registration', number: typed.registration },
      { kind: 'engine', number: typed.engine },
      { kind: 'chassis', number: typed.chassis },
    ])
    expect(await openOne('plate')).toEqual([{ kind: 'registration', number: typed.registration }])
    expect(await readings()).toHaveLength(2)
  })

  test('that was replaced, or that nobody used, is deleted after a day, and that of a member who leaves at once', async () => {
    const { seller, id } = await createBike()
    const [first, unused] = [await showPaper(seller, id, { kind: 'plate', said: 'fitted' }), await uploadPaper(seller)]
    const second = await showPaper(seller, id, { kind: 'plate', said: 'fitted' })
    const isThere = async (fileId: string) => (await readPaperFile(testApp, fileId, seller.token)).statusCode
    const now = clock.now
    clock.now = new Date(now.getTime() + dayMs + 60_000)
    await testApp.sweepPictures()
    clock.now = now
    expect(await Promise.all([first, unused, second].map(isThere))).toEqual([404, 404, 200])
    const ayesha = await testApp.signInAs('ayesha')
    await ayesha('DELETE /users/:id', { params: { id: await getMemberId(testApp, seller) } })
    expect(await query('select from bike_papers where bike_id = $1', [id])).toEqual([])
    expect(
      await query<object>('select erased_at is not null as erased from paper_files where id = $1', [second]),
    ).toEqual([{ erased: true }])
    await testApp.sweepPictures()
    expect(await query('select from paper_files where id = $1', [second])).toEqual([])
  })
})

describe('a check', () => {
  test('is of the photo and answer that the moderator has open, by somebody who does not sell the bike', async () => {
    const { seller, id } = await createBike()
    await showPaper(seller, id, { kind: 'registration', said: 'mine' })
    const params = { id: await getPaperId(testApp, id, 'registration') }
    const { fileId } = await imran('POST /papers/:id/openings', { params })
    const newer = await showPaper(seller, id, { kind: 'registration', said: 'mine' })
    const decideOn = (file: string, by = imran) =>
      by('PUT /papers/:id', { params, body: { fileId: file, decision: 'checked' } })
    expect(await catchError(decideOn(fileId))).toMatchObject({ code: 'paper_changed' })
    expect(await catchError(decideOn(newer))).toMatchObject({ code: 'paper_not_open' })
    expect((await readPaperFile(testApp, fileId, imran.token)).statusCode).toBe(404)
    expect(await catchError(decideOn(newer, seller))).toMatchObject({ status: 403 })
    const own = await grantPermission(testApp, seller, 'moderator')
    expect((await own('GET /papers/queue')).some(({ _id }) => _id === params.id)).toBe(false)
    expect(await catchError(own('POST /papers/:id/openings', { params }))).toMatchObject({ status: 404 })
    expect(await catchError(decideOn(newer, own))).toMatchObject({ status: 404 })
  })

  test('that fails says why in the notice and on the page, and a new photo waits again', async () => {
    const { seller, id } = await createBike()
    const jpeg = await createUniqueJpeg()
    const other = await createBike()
    const put = async (client: MemberClient, bikeId: string) =>
      client('PUT /allbikes/myproduct/:id/papers', {
        params: { id: bikeId },
        body: { kind: 'registration', said: 'mine', fileId: await uploadPaper(client, jpeg) },
      })
    await put(other.seller, other.id)
    await put(seller, id)
    const params = { id: await getPaperId(testApp, id, 'registration') }
    expect((await imran('POST /papers/:id/openings', { params })).isPhotoOfOther).toBe(true)
    await decide(testApp, imran, { bikeId: id, kind: 'registration', decision: 'other_name' })
    expect(await listOwn(seller, id)).toMatchObject([{ state: 'said', refusedFor: 'other_name' }])
    // The notice leads to the papers of this bike.
    expect((await seller('GET /notifications'))[0]).toMatchObject({ kind: 'paper_other_name', productId: id })
    await showPaper(seller, id, { kind: 'registration', said: 'mine' })
    expect(await listOwn(seller, id)).toMatchObject([{ state: 'shown', refusedFor: null }])
    const acts = await query<{ what: string }>(
      `select what from audit where bike_id = $1 and what like 'paper_%' order by id`,
      [id],
    )
    expect(acts.map(({ what }) => what)).toEqual(['paper_opened', 'paper_opened', 'paper_refused'])
  })

  test('cannot be written by the server without a file, a look, or a person', async () => {
    const { seller, id } = await createBike()
    await showPaper(seller, id, { kind: 'plate', said: 'fitted' })
    const modId = await getMemberId(testApp, imran)
    const run = (set: string) => query(`update bike_papers set ${set} where bike_id = '${id}'`)
    const checked = `state = 'checked', checked_at = now(), checked_by = '${modId}'`
    await expect(run(checked)).rejects.toMatchObject({ constraint: 'checked_was_opened' })
    await expect(run(`state = 'checked'`)).rejects.toMatchObject({ constraint: expect.stringMatching(/checked/) })
    await decide(testApp, imran, { bikeId: id, kind: 'plate' })
    await expect(run('file_id = null')).rejects.toMatchObject({ constraint: 'changed_paper_is_not_checked' })
    await expect(run(`said = 'ordered'`)).rejects.toMatchObject({ constraint: 'changed_paper_is_not_checked' })
    const stranger = await createBike()
    const file = await uploadPaper(stranger.seller)
    await expect(
      run(`state = 'shown', checked_at = null, checked_by = null, file_id = '${file}'`),
    ).rejects.toMatchObject({
      constraint: 'file_is_of_seller',
    })
  })
})

describe('a tax token', () => {
  test('is told 30 and 7 days before, is valid to the end of its last day in Dhaka, and then drops by itself', async () => {
    const { seller, id } = await createBike()
    for (const said of completePapers('2027-03-31')) await showPaper(seller, id, said)
    for (const { kind } of completePapers('')) await decide(testApp, imran, { bikeId: id, kind })
    const before = await listKinds(seller)
    const told = async () => (await listKinds(seller)).slice(0, -before.length)
    await runJobsAt(new Date('2027-02-28T23:59:59+06:00'))
    expect(await told()).toEqual([])
    for (const at of ['2027-03-01T00:00:00+06:00', '2027-03-02T12:00:00+06:00']) await runJobsAt(new Date(at))
    expect(await told()).toEqual(['tax_token_30_days'])
    await runJobsAt(new Date('2027-03-24T00:00:00+06:00'))
    expect((await told()).toSorted()).toEqual(['tax_token_30_days', 'tax_token_7_days'])
    await runJobsAt(new Date('2027-03-31T23:59:59+06:00'))
    expect((await readPage(id)).level).toBe('complete')
    await runJobsAt(new Date('2027-04-01T00:00:00+06:00'))
    await vi.waitFor(async () => expect((await readPage(id)).level).toBe('mostly'))
    expect((await readPage(id)).papers[1]).toMatchObject({ state: 'expired', validUntil: '2027-03-31' })
    // The next one waits for a check like every other paper.
    await showPaper(seller, id, { kind: 'tax_token', said: 'valid', validUntil: '2028-03-31' })
    expect((await readPage(id)).papers[1]).toMatchObject({ state: 'shown' })
  })

  test('that had run out when it was said is expired at once', async () => {
    const { seller, id } = await createBike()
    await showPaper(seller, id, { kind: 'tax_token', said: 'valid', validUntil: '2026-11-02' })
    expect(await listOwn(seller, id)).toMatchObject([{ state: 'expired' }])
  })
})
