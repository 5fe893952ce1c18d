// A backup with everything that is encrypted, restored and read with the secret; then `npm run change:secret` as a command.
// @module-tag processes
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { symmetricDecrypt } from 'better-auth/crypto'
import { findOfferSettings } from '#market/chats/offers/floors.ts'
import { isNumberOfRemoved } from '#market/members/removed-numbers.ts'
import { decryptPaperFile } from '#market/papers/files/encryption.ts'
import { decryptNumber } from '#market/payouts/encryption.ts'
import { createDiskPictureStore } from '#market/pictures/store.ts'
import { findOwnNumbers } from '#market/vehicle-numbers/stored-numbers.ts'
import { createDatabaseClient, type Database, type Transaction } from '#platform/database/database.ts'
import { register, turnOnSecondFactor } from '#tests/support/accounts.ts'
import { beginDeal, setDestination } from '#tests/support/money.ts'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { showPaper } from '#tests/support/papers/papers.ts'
import { createListing, registerMember } from '#tests/support/selling.ts'
import { testSecret } from '#tests/support/sign-in/sign-in.ts'
import { createTestApp, createTestDatabase } from '#tests/support/test-app.ts'
import { createBackup } from './backup/create-backup.ts'
import { restoreBackup } from './backup/restore-backup.ts'

const newSecret = 'the next secret of the shop, at least thirty-two characters'
const numbers = { registration: 'ঢাকা মেট্রো-ল ১২-৩৪৫৬', engine: 'G3E5E0412345', chassis: 'ME1RG4420L0123456' }
const contactNumber = '01711-223344'
const createToken = () => randomBytes(32).toString('base64url')

let folder: string
let bikeId: string
let fileId: string
let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database

const connect = () => createDatabaseClient(database, { connections: 2, timeoutMs: 60_000 })

const findRemoved = (tx: Transaction, secret: string) =>
  isNumberOfRemoved(tx, { secret, createToken }, { contactNumber, now: new Date() })

/** Stores one of each thing that is encrypted with a key derived from the secret. */
const fillShop = async () => {
  const testApp = await createTestApp({ manualClose: true })
  await turnOnSecondFactor(await register(testApp, 'drill@example.com'), 'a long enough password')
  const seller = await registerMember(testApp, 'Seller')
  const { id } = await createListing(testApp, seller)
  const params = { id }
  await seller('PUT /allbikes/myproduct/:id/offers', { params, body: { isPriceFixed: false, floor: 165_000 } })
  await seller('PUT /allbikes/myproduct/:id/numbers', { params, body: numbers })
  fileId = await showPaper(seller, id, { kind: 'registration', said: 'mine' })
  await setDestination(await beginDeal(testApp))
  await testApp.db.$client.query(
    `insert into removed_numbers (number_hash, removed_at) values (encode(sha256('1711223344'), 'hex'), now())`,
  )
  // Hashes it with the key, which is created now.
  await testApp.db.transaction((tx) => findRemoved(tx, testSecret))
  bikeId = id
  return testApp
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'motohaat-drill-'))
  const testApp = await fillShop()
  const owner = await connectAsOwner(testApp)
  const file = join(folder, 'shop.backup')
  await createBackup({ client: owner, store: createDiskPictureStore(testApp.picturesDir), now: new Date() }, file)
  await owner.end()
  await testApp.close()
  database = await createTestDatabase()
  db = connect()
  await restoreBackup(
    {
      pool: db.$client,
      migrations: join(import.meta.dirname, '../migrations'),
      store: createDiskPictureStore(join(folder, 'pictures')),
      now: new Date(),
      replaces: false,
    },
    file,
  )
})
afterAll(async () => {
  await db.$client.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const findOne = async <Row extends object>(statement: string): Promise<Row> => {
  const { rows } = await db.$client.query<Row>(statement)
  const [row] = rows
  assert(row && rows.length === 1, 'needs one row')
  return row
}

/** What is read of the restored shop with this secret; each throws where it is not the right one. */
const readers = {
  numbers: async (secret: string) => {
    const { registration, engine, chassis } = await findOwnNumbers(db, secret, bikeId)
    return { registration, engine, chassis }
  },
  photo: async (secret: string) => {
    const { key } = await findOne<{ key: string }>('select key_encrypted as key from paper_files')
    const encrypted = await readFile(join(folder, `pictures/paper-${fileId}.bin`))
    return decryptPaperFile(secret, { id: fileId, encrypted, keyEncrypted: key }).includes('WEBP')
  },
  lowestPrice: async (secret: string) => (await findOfferSettings(db, { secret }, bikeId))?.floorTaka,
  destination: async (secret: string) => {
    const row = await findOne<{ memberId: string; numberEncrypted: string }>(
      `select member_id as "memberId", number_encrypted as "numberEncrypted" from payout_destinations`,
    )
    return decryptNumber(secret, row)
  },
  secondFactor: async (secret: string) => {
    const { data } = await findOne<{ data: string }>('select secret as data from second_factors')
    return (await symmetricDecrypt({ key: secret, data })).length > 0
  },
  removedNumber: async (secret: string) => {
    let isKnown = false
    // The app would store a new key in place of one that it cannot read.
    await db
      .transaction(async (tx) => {
        isKnown = await findRemoved(tx, secret)
        tx.rollback()
      })
      .catch(() => undefined)
    if (!isKnown) throw new Error('the number is not known')
    return true
  },
}
const all = {
  numbers,
  photo: true,
  lowestPrice: 165_000,
  destination: '1234567890123',
  secondFactor: true,
  removedNumber: true,
}
const readAll = async (secret: string): Promise<Record<string, unknown>> => {
  const read: Record<string, unknown> = {}
  for (const [name, reader] of Object.entries(readers)) read[name] = await reader(secret).catch(() => 'unreadable')
  return read
}
const nothing = Object.fromEntries(Object.keys(all).map((name) => [name, 'unreadable']))

test('after a restore, photos, numbers and all else that is encrypted are read with the secret, and with no other', async () => {
  expect(await readAll(testSecret)).toEqual(all)
  expect(await readAll(newSecret)).toEqual(nothing)
})

test('after npm run change:secret all is read with the new secret alone', async () => {
  const settings = {
    DATABASE_URL: `postgres://postgres@localhost/${database.database}?host=${encodeURIComponent(database.socketDir)}`,
    DATA_DIR: join(folder, 'data'),
    SECRET: newSecret,
    SECRET_BEFORE: testSecret,
  }
  const assignments = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const program = [process.execPath, join(import.meta.dirname, 'change-secret.ts')]
  // As the app: the command refuses to run beside it.
  await db.$client.end()
  const { stdout } = await promisify(execFile)('env', [...assignments, ...program])
  db = connect()
  expect(stdout).toContain('1 second factors go on with the new secret.')
  expect(await readAll(newSecret)).toEqual(all)
  expect(await readAll(testSecret)).toEqual(nothing)
})
