// How the app sends statements through a pooler in transaction mode: nothing stays behind on a connection. Here PostgreSQL
// itself is at the address of the pooler; PgBouncer is in tests/production/pooler.test.ts.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '#tests/support/test-app.ts'
import { type Actor, withActor } from './actor.ts'
import { type Database, createDatabaseClient } from './database.ts'
import { createReadinessCheck } from './readiness-check.ts'
import { withoutAudit } from './retry.ts'

let testDatabase: Awaited<ReturnType<typeof cloneDatabase>>
// One connection, so that each statement and transaction has the connection of the one before.
let db: Database
beforeAll(async () => {
  testDatabase = await cloneDatabase()
  const { socketDir, database } = testDatabase
  const url = `postgres://postgres@localhost/${database}?host=${encodeURIComponent(socketDir)}`
  db = createDatabaseClient({ url, poolerUrl: url }, { connections: 1, timeoutMs: 15_000 })
})
afterAll(async () => {
  await db.$client.end()
  await testDatabase.drop()
})

const karim: Actor = { actor: "Karim's \\ id", request: 'request 1', address: '192.0.2.7' }
const rahim: Actor = { actor: 'Rahim', request: 'request 2', address: '192.0.2.8' }

const readActorSql = sql`select current_setting('motohaat.by', true) as by`
const readActor = async (at: Pick<Database, 'execute'> = db): Promise<unknown> => {
  const by = (await at.execute<{ by: string | null }>(readActorSql)).rows[0]?.by ?? ''
  return by === '' ? null : JSON.parse(by)
}
/** What the connection itself has, without setting anything. */
const readLeftBehind = async (): Promise<string> => {
  const text = sql.raw(`${withoutAudit} select current_setting('motohaat.by', true) as by`)
  return (await db.execute<{ by: string | null }>(text)).rows[0]?.by ?? ''
}
const readConnection = async () => (await db.execute(sql`select pg_backend_pid()`)).rows
const readInTransaction = () => db.transaction((tx) => readActor(tx))

test('a statement and a transaction have the actor of their request, and leave none behind', async () => {
  expect(await withActor(karim, () => readActor())).toEqual(karim)
  expect(await readLeftBehind()).toBe('')
  expect(await withActor(rahim, readInTransaction)).toEqual(rahim)
  expect(await readLeftBehind()).toBe('')
  expect(await readActor()).toBeNull()
  expect(await readInTransaction()).toBeNull()
  const serializable = () => db.transaction((tx) => readActor(tx), { isolationLevel: 'serializable' })
  expect(await withActor(rahim, serializable)).toEqual(rahim)
})

test('a statement that fails changes nothing, and the next one has its own actor', async () => {
  await db.execute(sql`create table pooled_texts (text text primary key)`)
  const insert = (text: string) => db.execute(sql`insert into pooled_texts values (${text})`)
  await withActor(karim, () => insert('one'))
  const connection = await readConnection()
  await expect(withActor(karim, () => insert('one'))).rejects.toThrow('insert into pooled_texts')
  expect(await withActor(rahim, () => readActor())).toEqual(rahim)
  await withActor(rahim, () => insert('two'))
  expect(await readConnection(), 'no connection is lost to it').toEqual(connection)
  const { rows } = await db.execute<{ text: string }>(sql`select text from pooled_texts order by text`)
  expect(rows.map(({ text }) => text)).toEqual(['one', 'two'])
})

test('no statement is prepared under a name', async () => {
  const repeat = (tx: Pick<Database, 'execute'>) => tx.execute(sql`select ${1}::int + 1 as sum`)
  for (let time = 0; time < 6; time += 1) await db.transaction(repeat)
  const named = await db.$client.query<{ sum: number }>({ name: 'sum', text: 'select $1::int as sum', values: [2] })
  expect(named.rows).toEqual([{ sum: 2 }])
  expect((await db.execute(sql`select name from pg_prepared_statements`)).rows).toEqual([])
})

test('the connection is opened without parameters that a pooler refuses', async () => {
  const { rows } = await db.execute<{ statement: string; jit: string }>(
    sql`select current_setting('statement_timeout') as statement, current_setting('jit') as jit`,
  )
  // What the embedded server has by itself.
  expect(rows[0]?.statement).toBe('0')
  const session = db.sessionConfig
  expect(session.options).toContain('jit=off')
})

test('the shop is ready through it', async () => {
  const isReady = createReadinessCheck({
    pool: db.$client,
    migrationsDir: new URL('../../migrations', import.meta.url).pathname,
    now: () => performance.now(),
    log: () => {},
  })
  expect(await isReady()).toBeNull()
})
