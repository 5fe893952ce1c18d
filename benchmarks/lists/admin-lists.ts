// The admin's two lists at ten thousand members beside the same lists at ten, turn by turn in one run: the whole call,
// in process, as the server's own pages make it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { deskCalls } from '#contract/admin.ts'
import { deskRoutes } from '#market/admin/routes.ts'
import type { Member } from '#market/members/table.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { mount } from '#platform/http/router.ts'
import { migrate } from '#platform/database/migrate.ts'
import { openPostgres } from '#platform/embedded-postgres/postgres.ts'
import { openServer } from '#platform/http/http-server.ts'
import { median } from '#benchmarks/baseline/lists.ts'

export type AdminListFigures = {
  path: string
  /** Time of a call at ten thousand members over its time at ten: the median of the turns. */
  ratio: number
  milliseconds: { many: number; few: number }
}

const many = 10_000
const few = 10
const turns = 300
// What the screens ask for.
const page = 'limit=50'

const admin: Member = {
  id: '00000000-0000-7000-8000-000000000000',
  name: 'Admin',
  email: 'admin@example.com',
  role: 'Admin',
  hasSecondFactor: true,
}
const keeper = { whoIs: async () => admin, whoseSession: async () => admin, may: () => true }

/** So many sellers and as many buyers, with ids that grow as they joined. */
const fill = (db: Database, howMany: number) =>
  db.$client.query(
    `insert into members (id, name, email, role, created_at, updated_at)
     select (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || substr(md5(role), 1, 12))::uuid,
       'Member ' || md5(n::text), lower(role) || n || '@example.com', role, now(), now()
     from generate_series(1, ${howMany}) as n, unnest(array['Buyer', 'Seller']) as role`,
  )

const openDesk = async (socketDir: string, name: string, howMany: number) => {
  const server = new pg.Client({ host: socketDir, user: 'postgres', database: 'postgres' })
  await server.connect()
  await server.query(`create database ${name}`)
  await server.end()
  const db = openDatabase({ socketDir, database: name }, { patienceMs: 600_000 })
  await migrate(db.$client, join(import.meta.dirname, '../../migrations'))
  await fill(db, howMany)
  await db.$client.query('vacuum analyze members')
  const app = openServer({ log: pino({ level: 'silent' }), newRequestId: () => 'bench' })
  mount(app, deskCalls, deskRoutes({ db, now: () => new Date() }), keeper)
  const ask = async (path: string): Promise<number> => {
    const begun = performance.now()
    const answer = await app.inject(`/api${path}`)
    if (answer.statusCode !== 200) throw new Error(`${path} was answered ${answer.statusCode} ${answer.payload}`)
    return performance.now() - begun
  }
  return { ask, close: () => app.close().then(() => db.$client.end()) }
}

type Desk = Awaited<ReturnType<typeof openDesk>>

const measure = async (path: string, desks: { many: Desk; few: Desk }): Promise<AdminListFigures> => {
  const [atMany, atFew]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < turns; turn += 1) {
    atFew.push(await desks.few.ask(path))
    atMany.push(await desks.many.ask(path))
  }
  const milliseconds = { many: median(atMany), few: median(atFew) }
  return { path, ratio: milliseconds.many / milliseconds.few, milliseconds }
}

/** Measures both lists, and a search in one of them. */
export const measureAdminLists = async (): Promise<AdminListFigures[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'motohaat-bench-'))
  const postgres = await openPostgres({ dataDir: join(dataDir, 'postgres'), durable: false })
  const desks = {
    many: await openDesk(postgres.socketDir, 'many', many),
    few: await openDesk(postgres.socketDir, 'few', few),
  }
  try {
    const figures: AdminListFigures[] = []
    for (const path of [`/sellers?${page}`, `/buyers?${page}`, `/sellers?${page}&search=r7`]) {
      figures.push(await measure(path, desks))
    }
    return figures
  } finally {
    await desks.many.close()
    await desks.few.close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) console.table(await measureAdminLists())
