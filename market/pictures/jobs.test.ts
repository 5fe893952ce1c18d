// @module-tag processes
import { hourMs } from '#contract/time/durations.ts'
import { spawnSync } from 'node:child_process'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { assert, expect, test } from 'vitest'
import { getPictureVariants } from '#contract/picture-sizes.ts'
import { violatedConstraint } from '#platform/database/database.ts'
import { createTempFolder } from '#platform/process/temp-folder.ts'
import { fixtures } from '#seed/fixtures.ts'
import { createUploadForm, createUniqueJpeg } from '#tests/support/test-pictures.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { members } from '#market/schema/people/members.ts'
import { pictures, pictureUploads } from '#market/schema/bikes/pictures.ts'

/** A test app with a movable clock, and Rahim signed in. */
const createAppWithClock = async () => {
  const clock = { now: new Date() }
  const testApp = await createTestApp({ clock })
  const [seller] = await testApp.db.select().from(members).where(eq(members.email, fixtures.rahim.email))
  assert(seller, 'needs a seller')
  return {
    testApp,
    clock,
    seller,
    advanceHours: (hours: number) => void (clock.now = new Date(+clock.now + hours * hourMs)),
  }
}

const uploadAs = async (testApp: TestApp, who: 'rahim' | 'farhana', bytes: Buffer): Promise<string> =>
  (await (await testApp.signInAs(who))('POST /images', { form: createUploadForm(bytes) })).data.url

/** Inserts a bike as its handler would. */
const createBikeRow = async (testApp: TestApp, sellerId: string, picture: string) => {
  const [like] = await testApp.db.select().from(bikes).where(eq(bikes.sellerId, sellerId)).limit(1)
  assert(like, 'needs a bike to copy')
  return { ...like, id: v7(), picture, soldAt: null, withdrawnAt: null, advertisedAt: null }
}

const listFiles = (testApp: TestApp) => readdir(testApp.picturesDir)
const findPictures = (testApp: TestApp, url: string) => testApp.db.select().from(pictures).where(eq(pictures.url, url))
const getStatus = async (testApp: TestApp, url: string) => (await testApp.fastify.inject(url)).statusCode

test('a picture that no bike uses is deleted after a day, and not before', async () => {
  const { testApp, advanceHours } = await createAppWithClock()
  const url = await uploadAs(testApp, 'rahim', await createUniqueJpeg())
  advanceHours(23)
  await testApp.sweepPictures()
  expect(await getStatus(testApp, url)).toBe(200)
  advanceHours(2)
  await testApp.sweepPictures(AbortSignal.abort())
  expect(await getStatus(testApp, url), 'after a clean-up that was stopped').toBe(200)
  await testApp.sweepPictures()
  expect(await listFiles(testApp)).toEqual([])
  expect(await findPictures(testApp, url)).toEqual([])
  for (const variant of getPictureVariants(url)) expect(await getStatus(testApp, variant.url)).toBe(404)
})

test(
  'a picture that a bike uses stays, although another seller’s upload of it is deleted',
  { tags: 'long' },
  async () => {
    const { testApp, seller, advanceHours } = await createAppWithClock()
    const bytes = await createUniqueJpeg()
    const url = await uploadAs(testApp, 'rahim', bytes)
    await uploadAs(testApp, 'farhana', bytes)
    await testApp.db.insert(bikes).values(await createBikeRow(testApp, seller.id, url))
    advanceHours(50)
    await testApp.sweepPictures()
    expect(await getStatus(testApp, url)).toBe(200)
    const uploads = await testApp.db.select().from(pictureUploads).where(eq(pictureUploads.picture, url))
    expect(uploads.map(({ memberId }) => memberId)).toEqual([seller.id])
  },
)

test('the pictures of the demonstration shop stay', async () => {
  const { testApp, advanceHours } = await createAppWithClock()
  const before = await testApp.db.select().from(pictureUploads)
  advanceHours(24 * 365)
  await testApp.sweepPictures()
  expect(await testApp.db.select().from(pictureUploads)).toHaveLength(before.length)
})

test('another upload of the same picture restarts its day', { tags: 'long' }, async () => {
  const { testApp, advanceHours } = await createAppWithClock()
  const bytes = await createUniqueJpeg()
  const url = await uploadAs(testApp, 'rahim', bytes)
  advanceHours(20)
  await uploadAs(testApp, 'rahim', bytes)
  advanceHours(20)
  await testApp.sweepPictures()
  expect(await getStatus(testApp, url)).toBe(200)
})

test('a picture uploaded again after its deletion is stored again', { tags: 'long' }, async () => {
  const { testApp, advanceHours } = await createAppWithClock()
  const bytes = await createUniqueJpeg()
  const url = await uploadAs(testApp, 'rahim', bytes)
  advanceHours(25)
  await testApp.sweepPictures()
  expect(await uploadAs(testApp, 'rahim', bytes)).toBe(url)
  expect(await getStatus(testApp, url)).toBe(200)
})

test('a bike that is being added right now keeps its picture, in either order', async () => {
  const { testApp, seller, advanceHours } = await createAppWithClock()
  const [usedUrl, unusedUrl] = [
    await uploadAs(testApp, 'rahim', await createUniqueJpeg()),
    await uploadAs(testApp, 'rahim', await createUniqueJpeg()),
  ]
  advanceHours(25)
  await testApp.db.transaction(async (tx) => {
    await tx.insert(bikes).values(await createBikeRow(testApp, seller.id, usedUrl))
    await testApp.sweepPictures()
  })
  expect([await getStatus(testApp, usedUrl), await getStatus(testApp, unusedUrl)]).toEqual([200, 404])
  const lateInsert = await testApp.db
    .insert(bikes)
    .values(await createBikeRow(testApp, seller.id, unusedUrl))
    .catch((error: unknown) => error)
  expect(violatedConstraint(lateInsert)).toBe('picture_of_seller')
})

test('uploading and sweeping at once never leaves a picture without its files', { tags: 'long' }, async () => {
  const { testApp, advanceHours } = await createAppWithClock()
  const bytes = await createUniqueJpeg()
  const url = await uploadAs(testApp, 'rahim', bytes)
  const rahim = await testApp.signInAs('rahim')
  for (let times = 0; times < 8; times += 1) {
    advanceHours(25)
    const sweeping = Promise.all([testApp.sweepPictures(), testApp.sweepPictures()])
    await Promise.all([sweeping, rahim('POST /images', { form: createUploadForm(bytes) }).catch(() => null)])
    const [row] = await findPictures(testApp, url)
    if (row?.storedAt) expect(await getStatus(testApp, url)).toBe(200)
    else expect(await getStatus(testApp, url)).toBe(404)
  }
})

test('an upload that begins while the sweeper is at the same picture keeps the files', { tags: 'long' }, async () => {
  const { testApp, clock, advanceHours } = await createAppWithClock()
  const url = await uploadAs(testApp, 'rahim', await createUniqueJpeg())
  advanceHours(25)
  const sweeping = await testApp.db.transaction(async (tx) => {
    await tx.update(pictures).set({ uploadStartedAt: clock.now }).where(eq(pictures.url, url))
    const begun = testApp.sweepPictures()
    // By now the job has found the picture and waits for its row lock.
    await pause(500)
    return { begun }
  })
  await sweeping.begun
  expect(await getStatus(testApp, url)).toBe(200)
})

test('files older than a day without a row are deleted; newer and foreign files stay', async () => {
  const { testApp } = await createAppWithClock()
  await mkdir(testApp.picturesDir, { recursive: true })
  const yesterday = new Date(Date.now() - 25 * hourMs)
  const [old, young] = [`${'a'.repeat(32)}-320.webp`, `${'b'.repeat(32)}.webp`]
  for (const name of [old, young, 'a-note.txt', '.draft-x']) await writeFile(join(testApp.picturesDir, name), 'x')
  for (const name of [old, 'a-note.txt', '.draft-x'])
    await utimes(join(testApp.picturesDir, name), yesterday, yesterday)
  await mkdir(join(testApp.incomingDir, 'upload-old'), { recursive: true })
  await utimes(join(testApp.incomingDir, 'upload-old'), yesterday, yesterday)
  await testApp.sweepPictures()
  expect((await listFiles(testApp)).toSorted()).toEqual(['a-note.txt', young])
  expect(await readdir(testApp.incomingDir)).toEqual([])
})

test('the drafts of an upload that was killed are deleted by the next start, those of running uploads stay', async () => {
  const { testApp } = await createAppWithClock()
  for (const folder of [testApp.incomingDir, testApp.picturesDir]) await mkdir(folder, { recursive: true })
  const tempFolderFile = join(import.meta.dirname, '../../platform/process/temp-folder.ts')
  const program = `
    const { createTempFolder } = await import(${JSON.stringify(tempFolderFile)})
    await createTempFolder(${JSON.stringify(testApp.incomingDir)}, 'upload-')
    await createTempFolder(${JSON.stringify(testApp.picturesDir)}, '.draft-')
    process.kill(process.pid, 'SIGKILL')`
  const killed = spawnSync(process.execPath, ['--input-type=module', '-e', program])
  expect(killed.signal).toBe('SIGKILL')
  const running = [
    await createTempFolder(testApp.incomingDir, 'upload-'),
    await createTempFolder(testApp.picturesDir, '.draft-'),
  ]
  expect([await readdir(testApp.incomingDir), await listFiles(testApp)].map(({ length }) => length)).toEqual([2, 2])
  await testApp.sweepPictures()
  const left = [...(await readdir(testApp.incomingDir)), ...(await listFiles(testApp))]
  expect(left).toEqual(running.map((path) => basename(path)))
})

test('a bike takes only a picture that its seller uploaded', async () => {
  const { testApp, seller } = await createAppWithClock()
  const othersUrl = await uploadAs(testApp, 'farhana', await createUniqueJpeg())
  for (const url of [
    othersUrl,
    '/pictures/../x.webp',
    'https://example.com/x.webp',
    `/pictures/${'c'.repeat(32)}.webp`,
  ]) {
    const error = await testApp.db
      .insert(bikes)
      .values(await createBikeRow(testApp, seller.id, url))
      .catch((error: unknown) => error)
    expect([url, violatedConstraint(error)]).toEqual([url, 'picture_of_seller'])
  }
})

test('an upload in use cannot be deleted, and one without files cannot be recorded', async () => {
  const { testApp, seller } = await createAppWithClock()
  const ofRahim = eq(pictureUploads.memberId, seller.id)
  const deleted = await testApp.db
    .delete(pictureUploads)
    .where(ofRahim)
    .catch((error: unknown) => error)
  expect(violatedConstraint(deleted)).toBe('picture_of_seller')
  const url = `/pictures/${'d'.repeat(32)}.webp`
  await testApp.db.insert(pictures).values({ url, uploadStartedAt: new Date() })
  const written = await testApp.db
    .insert(pictureUploads)
    .values({ memberId: seller.id, picture: url, uploadedAt: new Date() })
    .catch((error: unknown) => error)
  expect(violatedConstraint(written)).toBe('only_stored_pictures')
  expect(
    await testApp.db
      .select()
      .from(pictureUploads)
      .where(and(ofRahim, eq(pictureUploads.picture, url))),
  ).toEqual([])
})
