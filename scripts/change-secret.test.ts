// @module-tag processes
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createAuthProvider } from '#market/auth/better-auth.ts'
import { createPasswordHasher } from '#market/auth/password/hashing.ts'
import { createDatabaseClient } from '#platform/database/database.ts'
import { findOfferSettings, reencryptFloors } from '#market/chats/offers/floors.ts'
import { decryptPaperFile, reencryptPaperFiles } from '#market/papers/files/encryption.ts'
import { isNumberOfRemoved, reencryptNumberKey } from '#market/members/removed-numbers.ts'
import { decryptNumber, reencryptDestinations } from '#market/payouts/encryption.ts'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { beginDeal, setDestination } from '#tests/support/money.ts'
import { computeFingerprint, reencryptVehicleNumbers } from '#market/vehicle-numbers/encryption.ts'
import { exportOwnReports } from '#market/vehicle-numbers/stolen/reporting.ts'
import { findOwnNumbers } from '#market/vehicle-numbers/stored-numbers.ts'
import { reencryptSecondFactors } from '#market/auth/secret-rotation.ts'
import { generateTotpCode, register, turnOnSecondFactor } from '#tests/support/accounts.ts'
import { restoreOldDatabase } from '#tests/old-databases/old-databases.ts'
import { gdFields, registerReporter, reportStolen } from '#tests/support/papers/stolen.ts'
import { createListing, getMemberId, registerMember } from '#tests/support/selling.ts'
import { createTestApp, createTestDatabase } from '#tests/support/test-app.ts'
import { createUniqueJpeg, createUploadForm } from '#tests/support/test-pictures.ts'

const oldSecret = 'a secret of the tests, thirty-two characters long'
const password = 'a long enough password'

test('after a change of the secret second factors work, and sessions and backup codes are invalid', async () => {
  const testApp = await createTestApp()
  const email = 'rekey@example.com'
  const browser = await register(testApp, email)
  const { totpURI } = await turnOnSecondFactor(browser, password)
  const newSecret = randomBytes(32).toString('base64url')
  const client = await testApp.db.$client.connect()
  try {
    await expect(
      reencryptSecondFactors(client, { oldSecret: 'another secret, which was never that of the shop', newSecret }),
    ).rejects.toBeInstanceOf(Error)
    expect((await browser('GET /auth/get-session')).user?.email).toBe(email)
    expect(await reencryptSecondFactors(client, { oldSecret, newSecret })).toBe(1)
  } finally {
    client.release()
  }
  expect(await browser('GET /auth/get-session')).toEqual({ user: null })

  const identity = createAuthProvider({
    db: testApp.db,
    publicUrl: testApp.publicUrl,
    secret: newSecret,
    passwordHasher: createPasswordHasher(),
    social: { issuer: testApp.sandbox.issuer, clientId: 'shop', clientSecret: 'quiet' },
    createId: () => crypto.randomUUID(),
    now: () => new Date(),
  })
  const postToAuth = (path: string, body: object, cookie = '') =>
    identity.handle(
      new Request(`${testApp.publicUrl}/api/auth${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: testApp.publicUrl, cookie },
        body: JSON.stringify(body),
      }),
    )
  const pendingSignIn = await postToAuth('/sign-in/email', { email, password })
  const cookie = pendingSignIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  // The code of the next 30 seconds: the current one was used to enable the second factor.
  const code = generateTotpCode(totpURI, new Date(Date.now() + 30_000))
  expect((await postToAuth('/two-factor/verify-totp', { code }, cookie)).status).toBe(200)
})

test('after a change of the secret a seller’s account number is read with the new one alone', async () => {
  const testApp = await createTestApp()
  const deal = await beginDeal(testApp)
  await setDestination(deal)
  const client = await testApp.db.$client.connect()
  const read = async (secret: string) => {
    const { rows } = await client.query<{ member_id: string; number_encrypted: string }>(
      'select member_id, number_encrypted from payout_destinations',
    )
    const [row] = rows
    return decryptNumber(secret, { memberId: row?.member_id ?? '', numberEncrypted: row?.number_encrypted ?? '' })
  }
  try {
    const secrets = { oldSecret, newSecret: 'the next secret of the shop, at least thirty-two characters' }
    await reencryptSecondFactors(client, secrets, () =>
      reencryptDestinations(client, { ...secrets, createRandom: () => randomBytes(32) }),
    )
    expect(await read(secrets.newSecret)).toBe('1234567890123')
    await expect(read(oldSecret)).rejects.toThrow('authenticate')
  } finally {
    client.release()
  }
})

test('after a change of the secret the lowest price of a bike is read with the new one alone', async () => {
  const testApp = await createTestApp()
  const seller = await registerMember(testApp, 'Seller')
  const bike = await createListing(testApp, seller)
  await seller('PUT /allbikes/myproduct/:id/offers', {
    params: { id: bike.id },
    body: { isPriceFixed: false, floor: 165_000 },
  })
  const client = await testApp.db.$client.connect()
  const newSecret = 'the next secret of the shop, at least thirty-two characters'
  try {
    const change = { oldSecret, newSecret, createRandom: () => randomBytes(32) }
    expect(await reencryptFloors(client, change)).toBe(1)
    expect(await findOfferSettings(testApp.db, { secret: newSecret }, bike.id)).toMatchObject({ floorTaka: 165_000 })
    await expect(findOfferSettings(testApp.db, { secret: oldSecret }, bike.id)).rejects.toThrow('authenticate')
  } finally {
    client.release()
  }
})

test('after a change of the secret the numbers of bikes are read, and found in another advertisement, with the new one alone', async () => {
  const testApp = await createTestApp()
  const seller = await registerMember(testApp, 'Seller')
  const bike = await createListing(testApp, seller)
  const body = { registration: 'ঢাকা মেট্রো-ল ১২-৩৪৫৬', engine: 'G3E5E0412345', chassis: 'ME1RG4420L0123456' }
  await seller('PUT /allbikes/myproduct/:id/numbers', { params: { id: bike.id }, body })
  const client = await testApp.db.$client.connect()
  const newSecret = 'the next secret of the shop, at least thirty-two characters'
  try {
    await client.query('begin')
    expect(await reencryptVehicleNumbers(client, { oldSecret, newSecret, createRandom: () => randomBytes(32) })).toBe(3)
    await client.query('commit')
    expect(await findOwnNumbers(testApp.db, newSecret, bike.id)).toMatchObject(body)
    await expect(findOwnNumbers(testApp.db, oldSecret, bike.id)).rejects.toThrow('authenticate')
    const { rows } = await client.query<{ hmac: Buffer }>(
      `select hmac from vehicle_fingerprints where kind = 'chassis'`,
    )
    expect(rows).toEqual([{ hmac: computeFingerprint(newSecret, 'chassis', 'me1 rg442ol 0123456') }])
    const { rows: acts } = await client.query(`select from audit where what = 'vehicle_numbers_changed'`)
    expect(acts).toHaveLength(1)
    await reencryptVehicleNumbers(client, {
      oldSecret: newSecret,
      newSecret: oldSecret,
      createRandom: () => randomBytes(32),
    })
  } finally {
    client.release()
  }
})

test('after a change of the secret a report of a stolen bike is read, and finds its bike, with the new one alone', async () => {
  const testApp = await createTestApp()
  const reporter = await registerReporter(testApp)
  const chassis = 'ME1RG4420L0123457'
  await reportStolen(reporter, chassis)
  const me = await getMemberId(testApp, reporter)
  const client = await testApp.db.$client.connect()
  const newSecret = 'the next secret of the shop, at least thirty-two characters'
  try {
    await client.query('begin')
    // The chassis number and the number of the GD.
    expect(await reencryptVehicleNumbers(client, { oldSecret, newSecret, createRandom: () => randomBytes(32) })).toBe(2)
    await client.query('commit')
    expect(await exportOwnReports(testApp.db, newSecret, me)).toMatchObject([{ chassis, ...gdFields }])
    await expect(exportOwnReports(testApp.db, oldSecret, me)).rejects.toThrow('authenticate')
    const { rows } = await client.query('select hmac from stolen_fingerprints')
    expect(rows).toEqual([{ hmac: computeFingerprint(newSecret, 'chassis', chassis) }])
    await reencryptVehicleNumbers(client, {
      oldSecret: newSecret,
      newSecret: oldSecret,
      createRandom: () => randomBytes(32),
    })
  } finally {
    client.release()
  }
})

test('after a change of the secret the photo of a paper is read with the new one alone, and its bytes stay as they were', async () => {
  const testApp = await createTestApp()
  const seller = await registerMember(testApp, 'Seller')
  const jpeg = await createUniqueJpeg()
  const { fileId: id } = await seller('POST /papers/files', { form: createUploadForm(jpeg) })
  const encrypted = await readFile(join(testApp.picturesDir, `paper-${id}.bin`))
  expect(encrypted.includes('WEBP')).toBe(false)
  const client = await connectAsOwner(testApp)
  onTestFinished(() => client.end())
  const newSecret = 'the next secret of the shop, at least thirty-two characters'
  const read = async (secret: string) => {
    const { rows } = await client.query<{ key: string }>('select key_encrypted as key from paper_files where id = $1', [
      id,
    ])
    return decryptPaperFile(secret, { id, encrypted, keyEncrypted: rows[0]?.key ?? '' })
  }
  expect((await read(oldSecret)).includes('WEBP')).toBe(true)
  expect(await reencryptPaperFiles(client, { oldSecret, newSecret, createRandom: () => randomBytes(32) })).toBe(1)
  expect((await read(newSecret)).includes('WEBP')).toBe(true)
  await expect(read(oldSecret)).rejects.toThrow('authenticate')
})

test('after a change of the secret the number of a removed seller is still known', async () => {
  const testApp = await createTestApp()
  const contactNumber = '01711-223344'
  const createToken = () => randomBytes(32).toString('base64url')
  const newSecret = 'the next secret of the shop, at least thirty-two characters'
  const now = new Date()
  const isKnown = (secret: string) =>
    testApp.db.transaction((tx) => isNumberOfRemoved(tx, { secret, createToken }, { contactNumber, now }))
  // Hashed without a key, as before there was one.
  await testApp.db.$client.query(
    `insert into removed_numbers (number_hash, removed_at) values (encode(sha256('1711223344'), 'hex'), now())`,
  )
  expect(await isKnown(oldSecret)).toBe(true)
  const hashes = async () => (await testApp.db.$client.query('select number_hash from removed_numbers')).rows
  expect(await hashes()).not.toContainEqual({ number_hash: createHash('sha256').update('1711223344').digest('hex') })
  const client = await testApp.db.$client.connect()
  try {
    await reencryptNumberKey(client, { oldSecret, newSecret, createRandom: () => randomBytes(32) })
  } finally {
    client.release()
  }
  expect(await isKnown(newSecret)).toBe(true)
  // With another secret nothing can be read, and nothing is known any more.
  expect(await isKnown(oldSecret)).toBe(false)
})

test('the secret of an older database is changed, which has no payouts, offers, numbers or papers yet', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const { $client: pool } = createDatabaseClient(database, { connections: 1, timeoutMs: 60_000 })
  onTestFinished(() => pool.end())
  await restoreOldDatabase(pool, '0015_plain_names.sql')
  const client = await pool.connect()
  const change = { oldSecret, newSecret: randomBytes(32).toString('base64url'), createRandom: () => randomBytes(32) }
  try {
    const all = [
      reencryptFloors,
      reencryptVehicleNumbers,
      reencryptPaperFiles,
      reencryptNumberKey,
      reencryptDestinations,
    ]
    expect(
      await reencryptSecondFactors(client, change, async () => {
        for (const reencrypt of all) expect((await reencrypt(client, change)) ?? 0).toBe(0)
      }),
    ).toBe(0)
  } finally {
    client.release()
  }
})

test('the secret is not changed while the app runs, which would go on with the previous one', async () => {
  const { databaseAddress, db } = await createTestApp()
  const dataDir = mkdtempSync(join(tmpdir(), 'motohaat-secret-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const { socketDir, database } = databaseAddress
  const settings = {
    DATABASE_URL: `postgres://postgres@localhost/${database}?host=${encodeURIComponent(socketDir)}`,
    DATA_DIR: dataDir,
    SECRET: randomBytes(32).toString('base64url'),
    SECRET_BEFORE: oldSecret,
  }
  await db.$client.query('select')
  const program = [process.execPath, join(import.meta.dirname, 'change-secret.ts')]
  const assignments = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  await expect(promisify(execFile)('env', [...assignments, ...program])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The app is running on this database: stop it first. Nothing was changed.'),
  })
})
