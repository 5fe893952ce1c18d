import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { assert, beforeAll, expect, onTestFinished, test } from 'vitest'
import { picturesOnDisk } from '#market/pictures/provider.ts'
import { appRole } from '#platform/database/app-role.ts'
import { openDatabase } from '#platform/database/database.ts'
import { checkBackup } from './backup/backup-file.ts'
import { backUp, type Saved } from './backup/create-backup.ts'
import { tablesOf } from './backup/backup-tables.ts'
import { findBroken, gather } from './invariants.ts'
import { restore } from './backup/restore-backup.ts'
import { sweep } from '#market/payments/jobs.ts'
import { begin, book, claim, freshBike } from '#tests/support/buying.ts'
import { cloneDatabase, makeDatabase, openTestShop, type TestShop } from '#tests/support/test-app.ts'

const migrations = join(import.meta.dirname, '../migrations')

let folder: string
let place: Awaited<ReturnType<typeof cloneDatabase>>
let file: string
let saved: Saved
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'motohaat-backup-'))
  await mkdir(join(folder, 'pictures'))
  for (const name of ['one', 'two']) writeFileSync(join(folder, 'pictures', `${name}.webp`), name)
  place = await cloneDatabase()
  const client = new pg.Client({ host: place.socketDir, user: 'postgres', database: place.database })
  await client.connect()
  file = join(folder, 'shop.backup')
  saved = await backUp({ client, store: picturesOnDisk(join(folder, 'pictures')), now: new Date() }, file)
  await client.end()
  return async () => {
    await place.drop()
    await rm(folder, { recursive: true, force: true })
  }
})

const connected = async (where: { socketDir: string; database: string }): Promise<pg.Client> => {
  const client = new pg.Client({ host: where.socketDir, user: 'postgres', database: where.database })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** A database with nothing in it and a pool of its owner's. */
const openEmpty = async () => {
  const where = await makeDatabase()
  onTestFinished(where.drop)
  const owner = openDatabase(where, { connections: 1, patienceMs: 60_000 })
  onTestFinished(() => owner.$client.end())
  return { where, pool: owner.$client }
}

const placeFor = (pool: pg.Pool, replaces = false) => ({
  pool,
  migrations,
  store: picturesOnDisk(join(folder, 'pictures-restored')),
  now: new Date(),
  replaces,
})

/** Every row of every table that a backup keeps. */
const contentOf = async (client: pg.ClientBase): Promise<Record<string, string[]>> => {
  const content: Record<string, string[]> = {}
  for (const { name } of await tablesOf(client)) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} as t order by 1`)
    if (name !== 'restores') content[name] = rows.map(({ row }) => row)
  }
  return content
}

test('what is restored is what was saved, row for row, and the walls stand again', async () => {
  const before = await contentOf(await connected(place))
  assert(Object.values(before).flat().length === saved.rows && saved.rows > 100, 'needs a shop with rows in it')
  const { where, pool } = await openEmpty()
  const beganAt = performance.now()
  const restored = await restore(placeFor(pool), file)
  console.info(`restored ${restored.rows} rows in ${Math.round(performance.now() - beganAt)} ms`)
  const client = await connected(where)
  expect(await contentOf(client)).toEqual(before)
  expect([restored.pictures, readFileSync(join(folder, 'pictures-restored/two.webp'), 'utf8')]).toEqual([2, 'two'])
  expect((await findBroken(client, null)).broken).toEqual([])
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const served = openDatabase({ ...where, user: appRole })
  onTestFinished(() => served.$client.end())
  for (const forbidden of ['delete from audit', 'delete from payments', 'update audit set what = what'])
    await expect(served.$client.query(forbidden), forbidden).rejects.toThrow('permission denied')
  await expect(client.query('truncate audit')).rejects.toThrow('only ever added to')
  // The trail goes on counting where it was: a number that stood there twice would be refused.
  await client.query(`update members set verified_at = now() where role = 'Seller'`)
  expect((await findBroken(client, null)).broken).toEqual([])
})

test('a file that is damaged anywhere, cut off, empty or none at all is refused with a sentence, and nothing is touched', async () => {
  const bytes = readFileSync(file)
  const spoilt = (name: string, content: Uint8Array): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const flipped = (at: number) =>
    Buffer.concat([bytes.subarray(0, at), Buffer.from([(bytes[at] ?? 0) ^ 0x10]), bytes.subarray(at + 1)])
  const places = [11, 200, Math.floor(bytes.length / 2), bytes.length - 6]
  const wrong = places.map((at) => spoilt(`flipped-${at}.backup`, flipped(at)))
  const cut = spoilt('cut.backup', bytes)
  truncateSync(cut, bytes.length - 9)
  wrong.push(cut, spoilt('half.backup', bytes.subarray(0, bytes.length / 2)), spoilt('empty.backup', Buffer.alloc(0)))
  wrong.push(spoilt('text.backup', Buffer.from('This is a letter.')))
  const { where, pool } = await openEmpty()
  for (const path of wrong) await expect(restore(placeFor(pool), path), path).rejects.toThrow('is no whole backup')
  await expect(restore(placeFor(pool), join(folder, 'none'))).rejects.toThrow('There is no file')
  const client = await connected(where)
  const tables = await client.query(`select from information_schema.tables where table_schema = 'public'`)
  expect(tables.rowCount).toBe(0)
  await checkBackup(file)
})

test('a database with members in it is replaced only when that is asked for, and never under an open shop', async () => {
  const owner = openDatabase(place, { connections: 1, patienceMs: 60_000 })
  onTestFinished(() => owner.$client.end())
  await expect(restore(placeFor(owner.$client), file)).rejects.toThrow('--replace')
  const open = openDatabase({ ...place, user: appRole })
  await open.$client.query('select 1')
  await expect(restore(placeFor(owner.$client, true), file)).rejects.toThrow('A shop is open')
  await open.$client.end()
  const client = await connected(place)
  await client.query('delete from wishes')
  await restore(placeFor(owner.$client, true), file)
  expect((await client.query('select from wishes')).rowCount).toBeGreaterThan(0)
})

test('a backup of a newer version is refused, and a file that is there is not written over', async () => {
  const client = await connected(place)
  await client.query(`insert into migrations (name, sha256) values ('9999_of_tomorrow.sql', 'x')`)
  const shop = { client, store: picturesOnDisk(join(folder, 'none')), now: new Date() }
  const newer = join(folder, 'newer.backup')
  await backUp(shop, newer)
  await expect(backUp(shop, newer)).rejects.toThrow('already')
  const owner = openDatabase(place, { connections: 1, patienceMs: 60_000 })
  onTestFinished(() => owner.$client.end())
  await expect(restore(placeFor(owner.$client, true), newer)).rejects.toThrow('9999_of_tomorrow.sql')
  expect((await client.query('select from members')).rowCount).toBeGreaterThan(0)
  expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([])
})

/** Karim books a bike that nobody wants yet and pays for it; the shop is told, or the page was closed too early. */
const buy = async (shop: TestShop, isTold: boolean): Promise<string> => {
  const karim = await shop.as('karim')
  const order = await book(karim, await freshBike(shop))
  const intentId = await begin(karim, order)
  await shop.payFor(intentId)
  if (isTold) await karim('POST /payments', { body: claim(karim, order, intentId) })
  return intentId
}

test('saved in the midst of writing, it holds; what was paid afterwards is learnt from the provider or sent back', async () => {
  const shop = await openTestShop()
  const early = await buy(shop, true)
  const karim = await shop.as('karim')
  const promised = await book(karim, await freshBike(shop))
  const written = { booked: 0 }
  const writing = (async () => {
    for (; written.booked < 4; written.booked += 1) await buy(shop, written.booked % 2 === 0)
  })()
  const busy = join(folder, 'busy.backup')
  const reading = await connected(shop.where)
  await backUp({ client: reading, store: picturesOnDisk(shop.picturesDir), now: new Date() }, busy)
  await writing
  // Booked before it was saved and paid afterwards: the sale is known to the provider alone.
  const kept = await begin(karim, promised)
  await shop.payFor(kept)
  await karim('POST /payments', { body: claim(karim, promised, kept) })
  // Booked and paid afterwards: its order is lost.
  const late = await buy(shop, true)
  const { where, pool } = await openEmpty()
  await restore(placeFor(pool), busy)
  const client = await connected(where)
  expect((await findBroken(client, null)).broken).toEqual([])

  const again = openDatabase({ ...where, user: appRole }, { patienceMs: 15_000 })
  onTestFinished(() => again.$client.end())
  const reopened = { ...shop.till, db: again, now: () => new Date(Date.now() + 20_000) }
  await sweep(reopened)
  const { broken } = await findBroken(client, await gather(shop.cards.all()))
  expect(broken).toEqual([])
  const states = await client.query<{ intent_id: string; state: string }>('select intent_id, state from payments')
  for (const sold of [early, kept]) expect(states.rows.find((row) => row.intent_id === sold)?.state).toBe('succeeded')
  const refunded = (await gather(shop.cards.all())).find(({ id }) => id === late)
  expect(refunded?.refundedPoisha).toBe(refunded?.amountPoisha)
}, 90_000)
