import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { assert, expect, test } from 'vitest'
import { pictureVariants } from '#contract/picture-urls.ts'
import { broken } from '#platform/database/database.ts'
import { cast } from '#seed/fixtures.ts'
import { formOf, freshJpeg } from '#tests/support/test-pictures.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { bikes } from '#market/bikes/table.ts'
import { members } from '#market/members/table.ts'
import { pictures, pictureUploads } from './table.ts'

const hourMs = 60 * 60 * 1000

/** A shop whose clock can be moved, with Rahim at its door. */
const openMoved = async () => {
  const clock = { now: new Date() }
  const shop = await openTestShop({ clock })
  const [seller] = await shop.db.select().from(members).where(eq(members.email, cast.rahim.email))
  assert(seller, 'needs a seller')
  return { shop, clock, seller, later: (hours: number) => void (clock.now = new Date(+clock.now + hours * hourMs)) }
}

const uploadAs = async (shop: TestShop, who: 'rahim' | 'farhana', bytes: Buffer): Promise<string> =>
  (await (await shop.as(who))('POST /images', { form: formOf(bytes) })).data.url

/** What a handler that adds a bike would write. */
const bikeWith = async (shop: TestShop, sellerId: string, picture: string) => {
  const [like] = await shop.db.select().from(bikes).where(eq(bikes.sellerId, sellerId)).limit(1)
  assert(like, 'needs a bike to copy')
  return { ...like, id: v7(), picture, soldAt: null, withdrawnAt: null, advertisedAt: null }
}

const filesIn = (shop: TestShop) => readdir(shop.picturesDir)
const rowsOf = (shop: TestShop, url: string) => shop.db.select().from(pictures).where(eq(pictures.url, url))
const statusOf = async (shop: TestShop, url: string) => (await shop.app.inject(url)).statusCode

test('a picture that no bike uses goes after a day, and not before', async () => {
  const { shop, later } = await openMoved()
  const url = await uploadAs(shop, 'rahim', await freshJpeg())
  later(23)
  await shop.sweepPictures()
  expect(await statusOf(shop, url)).toBe(200)
  later(2)
  await shop.sweepPictures()
  expect(await filesIn(shop)).toEqual([])
  expect(await rowsOf(shop, url)).toEqual([])
  for (const variant of pictureVariants(url)) expect(await statusOf(shop, variant.url)).toBe(404)
})

test('a picture that a bike shows stays, though another seller’s upload of it goes', async () => {
  const { shop, seller, later } = await openMoved()
  const bytes = await freshJpeg()
  const url = await uploadAs(shop, 'rahim', bytes)
  await uploadAs(shop, 'farhana', bytes)
  await shop.db.insert(bikes).values(await bikeWith(shop, seller.id, url))
  later(50)
  await shop.sweepPictures()
  expect(await statusOf(shop, url)).toBe(200)
  const uploads = await shop.db.select().from(pictureUploads).where(eq(pictureUploads.picture, url))
  expect(uploads.map(({ memberId }) => memberId)).toEqual([seller.id])
})

test('the pictures of the demonstration shop stay', async () => {
  const { shop, later } = await openMoved()
  const before = await shop.db.select().from(pictureUploads)
  later(24 * 365)
  await shop.sweepPictures()
  expect(await shop.db.select().from(pictureUploads)).toHaveLength(before.length)
})

test('an upload of the same picture begins its day anew', async () => {
  const { shop, later } = await openMoved()
  const bytes = await freshJpeg()
  const url = await uploadAs(shop, 'rahim', bytes)
  later(20)
  await uploadAs(shop, 'rahim', bytes)
  later(20)
  await shop.sweepPictures()
  expect(await statusOf(shop, url)).toBe(200)
})

test('a picture uploaded again after it went is there again', async () => {
  const { shop, later } = await openMoved()
  const bytes = await freshJpeg()
  const url = await uploadAs(shop, 'rahim', bytes)
  later(25)
  await shop.sweepPictures()
  expect(await uploadAs(shop, 'rahim', bytes)).toBe(url)
  expect(await statusOf(shop, url)).toBe(200)
})

test('a bike that is being added right now keeps its picture, in either order', async () => {
  const { shop, seller, later } = await openMoved()
  const [kept, gone] = [
    await uploadAs(shop, 'rahim', await freshJpeg()),
    await uploadAs(shop, 'rahim', await freshJpeg()),
  ]
  later(25)
  await shop.db.transaction(async (tx) => {
    await tx.insert(bikes).values(await bikeWith(shop, seller.id, kept))
    await shop.sweepPictures()
  })
  expect([await statusOf(shop, kept), await statusOf(shop, gone)]).toEqual([200, 404])
  const late = await shop.db
    .insert(bikes)
    .values(await bikeWith(shop, seller.id, gone))
    .catch((error: unknown) => error)
  expect(broken(late)).toBe('picture_of_seller')
})

test('uploading and sweeping at once never leaves a picture without its files', async () => {
  const { shop, later } = await openMoved()
  const bytes = await freshJpeg()
  const url = await uploadAs(shop, 'rahim', bytes)
  const rahim = await shop.as('rahim')
  for (let times = 0; times < 8; times += 1) {
    later(25)
    const sweeping = Promise.all([shop.sweepPictures(), shop.sweepPictures()])
    await Promise.all([sweeping, rahim('POST /images', { form: formOf(bytes) }).catch(() => null)])
    const [row] = await rowsOf(shop, url)
    if (row?.keptAt) expect(await statusOf(shop, url)).toBe(200)
    else expect(await statusOf(shop, url)).toBe(404)
  }
})

test('an upload that begins while the sweeper is at the same picture keeps the files', async () => {
  const { shop, clock, later } = await openMoved()
  const url = await uploadAs(shop, 'rahim', await freshJpeg())
  later(25)
  const sweeping = await shop.db.transaction(async (tx) => {
    await tx.update(pictures).set({ begunAt: clock.now }).where(eq(pictures.url, url))
    const begun = shop.sweepPictures()
    // The sweeper has found the picture by now and waits at its row.
    await pause(500)
    return { begun }
  })
  await sweeping.begun
  expect(await statusOf(shop, url)).toBe(200)
})

test('files of yesterday that no row tells of go; those of today and those of others stay', async () => {
  const { shop } = await openMoved()
  await mkdir(shop.picturesDir, { recursive: true })
  const yesterday = new Date(Date.now() - 25 * hourMs)
  const [old, young] = [`${'a'.repeat(32)}-320.webp`, `${'b'.repeat(32)}.webp`]
  for (const name of [old, young, 'a-note.txt', '.draft-x']) await writeFile(join(shop.picturesDir, name), 'x')
  for (const name of [old, 'a-note.txt', '.draft-x']) await utimes(join(shop.picturesDir, name), yesterday, yesterday)
  await mkdir(join(shop.incomingDir, 'upload-old'), { recursive: true })
  await utimes(join(shop.incomingDir, 'upload-old'), yesterday, yesterday)
  await shop.sweepPictures()
  expect((await filesIn(shop)).toSorted()).toEqual(['a-note.txt', young])
  expect(await readdir(shop.incomingDir)).toEqual([])
})

test('a bike takes only a picture that its seller uploaded', async () => {
  const { shop, seller } = await openMoved()
  const hers = await uploadAs(shop, 'farhana', await freshJpeg())
  for (const url of [hers, '/pictures/../x.webp', 'https://example.com/x.webp', `/pictures/${'c'.repeat(32)}.webp`]) {
    const refused = await shop.db
      .insert(bikes)
      .values(await bikeWith(shop, seller.id, url))
      .catch((error: unknown) => error)
    expect([url, broken(refused)]).toEqual([url, 'picture_of_seller'])
  }
})

test('an upload in use cannot be deleted, and one without files cannot be written down', async () => {
  const { shop, seller } = await openMoved()
  const ofRahim = eq(pictureUploads.memberId, seller.id)
  const deleted = await shop.db
    .delete(pictureUploads)
    .where(ofRahim)
    .catch((error: unknown) => error)
  expect(broken(deleted)).toBe('picture_of_seller')
  const url = `/pictures/${'d'.repeat(32)}.webp`
  await shop.db.insert(pictures).values({ url, begunAt: new Date() })
  const written = await shop.db
    .insert(pictureUploads)
    .values({ memberId: seller.id, picture: url, uploadedAt: new Date() })
    .catch((error: unknown) => error)
  expect(broken(written)).toBe('only_kept_pictures')
  expect(
    await shop.db
      .select()
      .from(pictureUploads)
      .where(and(ofRahim, eq(pictureUploads.picture, url))),
  ).toEqual([])
})
