import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { assert, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDiskPictureStore } from '#market/pictures/store.ts'
import { appRole } from '#platform/database/app-role.ts'
import { createDatabaseClient } from '#platform/database/database.ts'
import { verifyBackup } from './backup/backup-file.ts'
import { createBackup, type BackupSummary } from './backup/create-backup.ts'
import { listTables } from './backup/backup-tables.ts'
import { findViolations, collect } from './invariants.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { sweep } from '#market/payments/jobs.ts'
import { startPayment, book, createPaymentBody, findUnwantedBike, parseIntentId } from '#tests/support/buying.ts'
import { beginDeal, payDeal } from '#tests/support/money.ts'
import { cloneDatabase, createTestDatabase, createTestApp, type TestApp } from '#tests/support/test-app.ts'

const migrations = join(import.meta.dirname, '../migrations')

let folder: string
let sourceDatabase: Awaited<ReturnType<typeof cloneDatabase>>
let file: string
let summary: BackupSummary
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'motohaat-backup-'))
  await mkdir(join(folder, 'pictures'))
  for (const name of ['one', 'two']) writeFileSync(join(folder, 'pictures', `${name}.webp`), name)
  sourceDatabase = await cloneDatabase()
  const client = new pg.Client({ host: sourceDatabase.socketDir, user: 'postgres', database: sourceDatabase.database })
  await client.connect()
  file = join(folder, 'shop.backup')
  summary = await createBackup(
    { client, store: createDiskPictureStore(join(folder, 'pictures')), now: new Date() },
    file,
  )
  await client.end()
  return async () => {
    await sourceDatabase.drop()
    await rm(folder, { recursive: true, force: true })
  }
})

const connectTo = async (database: { socketDir: string; database: string }): Promise<pg.Client> => {
  const client = new pg.Client({ host: database.socketDir, user: 'postgres', database: database.database })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** An empty database and a pool of its owner. */
const createEmptyDatabase = async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const owner = createDatabaseClient(database, { connections: 1, timeoutMs: 60_000 })
  onTestFinished(() => owner.$client.end())
  return { database, pool: owner.$client }
}

const createRestoreTarget = (pool: pg.Pool, replaces = false) => ({
  pool,
  migrations,
  store: createDiskPictureStore(join(folder, 'pictures-restored')),
  now: new Date(),
  replaces,
})

/** Every row of every table that a backup contains. */
const readContent = async (client: pg.ClientBase): Promise<Record<string, string[]>> => {
  const content: Record<string, string[]> = {}
  for (const { name } of await listTables(client)) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} as t order by 1`)
    if (name !== 'restores') content[name] = rows.map(({ row }) => row)
  }
  return content
}

test('a restore gives back every row, and the constraints work again', async () => {
  const before = await readContent(await connectTo(sourceDatabase))
  assert(Object.values(before).flat().length === summary.rows && summary.rows > 100, 'needs a shop with rows in it')
  const { database, pool } = await createEmptyDatabase()
  const restored = await restoreBackup(createRestoreTarget(pool), file)
  const client = await connectTo(database)
  expect(await readContent(client)).toEqual(before)
  expect([restored.pictures, readFileSync(join(folder, 'pictures-restored/two.webp'), 'utf8')]).toEqual([2, 'two'])
  expect((await findViolations(client, null)).violations).toEqual([])
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const appDb = createDatabaseClient({ ...database, user: appRole })
  onTestFinished(() => appDb.$client.end())
  for (const forbidden of ['delete from audit', 'delete from payments', 'update audit set what = what'])
    await expect(appDb.$client.query(forbidden), forbidden).rejects.toThrow('permission denied')
  await expect(client.query('truncate audit')).rejects.toThrow('append-only')
  // The sequence of the audit log continues: a duplicate number would be refused.
  await client.query(`update members set verified_at = now() where role = 'Seller'`)
  expect((await findViolations(client, null)).violations).toEqual([])
})

test('a file that is damaged, truncated, empty or no backup is refused with a message, and nothing is changed', async () => {
  const bytes = readFileSync(file)
  const writeDamagedFile = (name: string, content: Uint8Array): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const flipBit = (at: number) =>
    Buffer.concat([bytes.subarray(0, at), Buffer.from([(bytes[at] ?? 0) ^ 0x10]), bytes.subarray(at + 1)])
  const offsets = [11, 200, Math.floor(bytes.length / 2), bytes.length - 6]
  const wrong = offsets.map((at) => writeDamagedFile(`flipped-${at}.backup`, flipBit(at)))
  const truncated = writeDamagedFile('cut.backup', bytes)
  truncateSync(truncated, bytes.length - 9)
  wrong.push(
    truncated,
    writeDamagedFile('half.backup', bytes.subarray(0, bytes.length / 2)),
    writeDamagedFile('empty.backup', Buffer.alloc(0)),
  )
  wrong.push(writeDamagedFile('text.backup', Buffer.from('This is text.')))
  const { database, pool } = await createEmptyDatabase()
  for (const path of wrong)
    await expect(restoreBackup(createRestoreTarget(pool), path), path).rejects.toThrow('is not a complete backup')
  await expect(restoreBackup(createRestoreTarget(pool), join(folder, 'none'))).rejects.toThrow('There is no file')
  const client = await connectTo(database)
  const tables = await client.query(`select from information_schema.tables where table_schema = 'public'`)
  expect(tables.rowCount).toBe(0)
  await verifyBackup(file)
})

test('a database with members is replaced only with --replace, and never while an app uses it', async () => {
  const owner = createDatabaseClient(sourceDatabase, { connections: 1, timeoutMs: 60_000 })
  onTestFinished(() => owner.$client.end())
  await expect(restoreBackup(createRestoreTarget(owner.$client), file)).rejects.toThrow('--replace')
  const open = createDatabaseClient({ ...sourceDatabase, user: appRole })
  await open.$client.query('select 1')
  await expect(restoreBackup(createRestoreTarget(owner.$client, true), file)).rejects.toThrow('The app is running')
  await open.$client.end()
  const client = await connectTo(sourceDatabase)
  await client.query('delete from wishes')
  await restoreBackup(createRestoreTarget(owner.$client, true), file)
  expect((await client.query('select from wishes')).rowCount).toBeGreaterThan(0)
})

test('a backup of a newer version is refused, and an existing file is not overwritten', async () => {
  const client = await connectTo(sourceDatabase)
  await client.query(`insert into migrations (name, sha256) values ('9999_of_tomorrow.sql', 'x')`)
  const source = { client, store: createDiskPictureStore(join(folder, 'none')), now: new Date() }
  const newer = join(folder, 'newer.backup')
  await createBackup(source, newer)
  await expect(createBackup(source, newer)).rejects.toThrow('exists: choose another name')
  const owner = createDatabaseClient(sourceDatabase, { connections: 1, timeoutMs: 60_000 })
  onTestFinished(() => owner.$client.end())
  await expect(restoreBackup(createRestoreTarget(owner.$client, true), newer)).rejects.toThrow('9999_of_tomorrow.sql')
  expect((await client.query('select from members')).rowCount).toBeGreaterThan(0)
  expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([])
})

/** Karim books a bike and pays for it; with or without the confirmation of his page. */
const buy = async (testApp: TestApp, isReported: boolean): Promise<string> => {
  const karim = await testApp.signInAs('karim')
  const order = await book(karim, await findUnwantedBike(testApp))
  const intentId = await startPayment(karim, order)
  await testApp.payIntent(intentId)
  if (isReported) await karim('POST /payments', { body: createPaymentBody(karim, order, intentId) })
  return intentId
}

test(
  'a backup during writes is consistent; later payments are read from the provider or refunded',
  { tags: 'long' },
  async () => {
    const testApp = await createTestApp()
    const earlyIntent = await buy(testApp, true)
    const karim = await testApp.signInAs('karim')
    const laterPaidOrder = await book(karim, await findUnwantedBike(testApp))
    const progress = { booked: 0 }
    const writing = (async () => {
      for (; progress.booked < 4; progress.booked += 1) await buy(testApp, progress.booked % 2 === 0)
    })()
    const busyFile = join(folder, 'busy.backup')
    const reader = await connectTo(testApp.databaseAddress)
    await createBackup(
      { client: reader, store: createDiskPictureStore(testApp.picturesDir), now: new Date() },
      busyFile,
    )
    await writing
    // Booked before the backup and paid after it: only the provider knows the sale.
    const keptIntent = await startPayment(karim, laterPaidOrder)
    await testApp.payIntent(keptIntent)
    await karim('POST /payments', { body: createPaymentBody(karim, laterPaidOrder, keptIntent) })
    // Booked and paid after the backup: the order is lost.
    const lostIntent = await buy(testApp, true)
    const { database, pool } = await createEmptyDatabase()
    await restoreBackup(createRestoreTarget(pool), busyFile)
    const client = await connectTo(database)
    expect((await findViolations(client, null)).violations).toEqual([])

    const restoredDb = createDatabaseClient({ ...database, user: appRole }, { timeoutMs: 15_000 })
    onTestFinished(() => restoredDb.$client.end())
    const restoredDeps = { ...testApp.paymentsDeps, db: restoredDb, now: () => new Date(Date.now() + 20_000) }
    await sweep(restoredDeps)
    const { violations } = await findViolations(client, await collect(testApp.paymentProvider.listIntents()))
    expect(violations).toEqual([])
    const states = await client.query<{ intent_id: string; state: string }>('select intent_id, state from payments')
    for (const sold of [earlyIntent, keptIntent])
      expect(states.rows.find((row) => row.intent_id === sold)?.state).toBe('succeeded')
    const refunded = (await collect(testApp.paymentProvider.listIntents())).find(({ id }) => id === lostIntent)
    expect(refunded?.refundedPoisha).toBe(refunded?.amountPoisha)
  },
)

/** Sadia pays for a bike that she has wished for. */
const payWish = async (testApp: TestApp, bike: { id: string; salePriceTaka: number }, wishlistId: string) => {
  const sadia = await testApp.signInAs('sadia')
  const price = bike.salePriceTaka
  const intentId = parseIntentId(await sadia('POST /create-payment-intent', { body: { price, wishlistId } }))
  await testApp.payIntent(intentId)
  const body = { price, transactionId: intentId, email: sadia.email, bookingId: wishlistId, productId: bike.id }
  await sadia('POST /payments/wishlist', { body })
}

test(
  'after a restore what was paid and sent back since the backup belongs to its deals again',
  { tags: 'long' },
  async () => {
    const testApp = await createTestApp()
    const reserved = await beginDeal(testApp)
    const cancelled = await beginDeal(testApp)
    await payDeal(testApp, cancelled)
    const sadia = await testApp.signInAs('sadia')
    const wished = await findUnwantedBike(testApp)
    const { insertedId: wishId } = await sadia('POST /wishlist', { body: { productId: wished.id } })
    const earlier = join(folder, 'earlier.backup')
    const reader = await connectTo(testApp.databaseAddress)
    await createBackup({ client: reader, store: createDiskPictureStore(testApp.picturesDir), now: new Date() }, earlier)
    // After the backup: a deposit and the rest, a wish, and a deal that is cancelled and sent back.
    await payDeal(testApp, reserved, { purpose: 'deposit' })
    await payDeal(testApp, reserved, { purpose: 'rest' })
    await payWish(testApp, wished, wishId)
    await cancelled.buyer('POST /deals/:id/cancel', { params: cancelled.params, body: {} })
    await testApp.sweep()

    const { database, pool } = await createEmptyDatabase()
    await restoreBackup(createRestoreTarget(pool), earlier)
    const restoredDb = createDatabaseClient({ ...database, user: appRole }, { timeoutMs: 15_000 })
    onTestFinished(() => restoredDb.$client.end())
    await sweep({ ...testApp.paymentsDeps, db: restoredDb, now: () => new Date(Date.now() + 20_000) })

    const client = await connectTo(database)
    const readPayments = async (bikeId: string) =>
      (
        await client.query(
          `select purpose, payments.price_taka, state, closed_at is null as goes_on,
           coalesce((select -sum(poisha)::int / 100 from ledger_lines where account = 'held:' || deals.id), 0) as held
         from payments join deals on deals.id = deal_id where payments.bike_id = $1 order by purpose`,
          [bikeId],
        )
      ).rows
    const price = reserved.order.price
    const isReserved = { price_taka: price, state: 'succeeded', goes_on: true, held: price }
    expect(await readPayments(reserved.order.bike.id)).toEqual([
      { purpose: 'deposit', ...isReserved },
      { purpose: 'rest', ...isReserved },
    ])
    const wishPrice = wished.salePriceTaka
    expect(await readPayments(wished.id)).toEqual([
      { purpose: 'full', price_taka: wishPrice, state: 'succeeded', goes_on: true, held: wishPrice },
    ])
    expect(await readPayments(cancelled.order.bike.id)).toEqual([
      { purpose: 'full', price_taka: price, state: 'refunded', goes_on: false, held: 0 },
    ])
    const intents = await collect(testApp.paymentProvider.listIntents())
    const transactions = await collect(testApp.paymentProvider.listBalanceTransactions())
    expect((await findViolations(client, intents, transactions)).violations).toEqual([])
  },
)
