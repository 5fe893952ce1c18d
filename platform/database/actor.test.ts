import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '#tests/support/test-app.ts'
import { type Actor, withActor } from './actor.ts'
import { type Database, createDatabaseClient } from './database.ts'
import { withoutAudit } from './retry.ts'

let testDatabase: Awaited<ReturnType<typeof cloneDatabase>>
// One connection, so that each statement and transaction has the connection of the one before.
let db: Database
beforeAll(async () => {
  testDatabase = await cloneDatabase()
  db = createDatabaseClient(testDatabase, { connections: 1, timeoutMs: 15_000 })
})
afterAll(async () => {
  await db.$client.end()
  await testDatabase.drop()
})

const karim: Actor = { actor: "Karim's \\ id", request: 'request 1', address: '192.0.2.7' }
const rahim: Actor = { actor: 'Rahim', request: 'request 2', address: '192.0.2.8' }

const readActor = async (at: Pick<Database, 'execute'>, start = ''): Promise<unknown> => {
  const text = sql.raw(`${start} select current_setting('motohaat.by', true) as by`)
  const by = (await at.execute<{ by: string | null }>(text)).rows[0]?.by ?? ''
  return by === '' ? null : JSON.parse(by)
}
const readInTransaction = () => db.transaction((tx) => readActor(tx))

test('a statement and a transaction have the actor of their request', async () => {
  expect(await withActor(karim, () => readActor(db))).toEqual(karim)
  expect(await withActor(rahim, readInTransaction)).toEqual(rahim)
  expect(await withActor(rahim, () => db.transaction((tx) => tx.transaction((inner) => readActor(inner))))).toEqual(
    rahim,
  )
  const serializable = () => db.transaction((tx) => readActor(tx), { isolationLevel: 'serializable' })
  expect(await withActor(rahim, serializable)).toEqual(rahim)
})

test('a query that starts when it is awaited has the actor', async () => {
  const text = sql`select current_setting('motohaat.by', true) as by`
  expect((await withActor(karim, () => db.execute(text))).rows).toEqual([{ by: JSON.stringify(karim) }])
})

test('a background job has no actor, whatever its connection did before', async () => {
  await withActor(karim, () => readActor(db))
  expect(await readInTransaction()).toBeNull()
  expect(await readActor(db)).toBeNull()
  await withActor(rahim, readInTransaction)
  expect(await readActor(db)).toBeNull()
  expect(await readInTransaction()).toBeNull()
})

test('a transaction that is rolled back leaves the actor of no other', async () => {
  await withActor(karim, () => readActor(db))
  const refused = withActor(rahim, () => db.transaction((tx) => tx.execute(sql`select 1 / 0`)))
  await expect(refused).rejects.toThrow('select 1 / 0')
  expect(await withActor(karim, () => readActor(db))).toEqual(karim)
  expect(await withActor(karim, readInTransaction)).toEqual(karim)
})

test('a statement without audit does not set the actor', async () => {
  await withActor(karim, () => readActor(db))
  expect(await withActor(rahim, () => readActor(db, withoutAudit))).toEqual(karim)
  expect(await withActor(rahim, () => readActor(db))).toEqual(rahim)
})
