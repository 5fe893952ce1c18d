// Benchmarks the admin's two lists with ten thousand members against ten, in alternating rounds: whole requests, in
// process, as the server's own pages send them.
import { v7 } from 'uuid'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { adminCalls } from '#contract/admin/members.ts'
import { adminRoutes } from '#market/admin/routes.ts'
import type { Member } from '#market/schema/people/members.ts'
import { type Database, createDatabaseClient } from '#platform/database/database.ts'
import { registerRoutes } from '#platform/http/router.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startPostgres } from '#platform/embedded-postgres/postgres.ts'
import { createHttpServer } from '#platform/http/http-server.ts'
import { median } from '#benchmarks/baseline/lists.ts'

export type AdminListFigures = {
  path: string
  /** Time of a request with ten thousand members divided by its time with ten: median of the rounds. */
  ratio: number
  milliseconds: { many: number; few: number }
}

const many = 10_000
const few = 10
const rounds = 300
// The requests of the admin pages.
const pageQuery = 'limit=50'

const admin: Member = {
  id: '00000000-0000-7000-8000-000000000000',
  name: 'Admin',
  email: 'admin@example.com',
  role: 'Admin',
  hasSecondFactor: true,
  isCashier: false,
  isModerator: false,
}
const adminAuthenticator = {
  authenticate: async () => admin,
  authenticateSession: async () => admin,
  mayAccess: () => true,
}

/** Inserts `count` sellers and as many buyers, with ids in the order of joining. */
const fillMembers = (db: Database, memberCount: number) =>
  db.$client.query(
    `insert into members (id, name, email, role, created_at, updated_at)
     select (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || substr(md5(role), 1, 12))::uuid,
       'Member ' || md5(n::text), lower(role) || n || '@example.com', role, now(), now()
     from generate_series(1, ${memberCount}) as n, unnest(array['Buyer', 'Seller']) as role`,
  )

const createAdminApp = async (socketDir: string, name: string, memberCount: number) => {
  const server = new pg.Client({ host: socketDir, user: 'postgres', database: 'postgres' })
  await server.connect()
  await server.query(`create database ${name}`)
  await server.end()
  const db = createDatabaseClient({ socketDir, database: name }, { timeoutMs: 600_000 })
  await migrate(db.$client, join(import.meta.dirname, '../../migrations'))
  await fillMembers(db, memberCount)
  await db.$client.query('vacuum analyze members')
  const app = createHttpServer({ log: pino({ level: 'silent' }), createRequestId: () => 'bench' })
  const adminDeps = {
    db,
    now: () => new Date(),
    createId: () => v7(),
    createToken: () => '',
    secret: 'bench',
    publicUrl: '',
  }
  registerRoutes(app, adminCalls, adminRoutes(adminDeps), adminAuthenticator)
  const request = async (path: string): Promise<number> => {
    const startedAt = performance.now()
    const response = await app.inject(`/api${path}`)
    if (response.statusCode !== 200) throw new Error(`${path} returned ${response.statusCode} ${response.payload}`)
    return performance.now() - startedAt
  }
  return { request, close: () => app.close().then(() => db.$client.end()) }
}

type AdminApp = Awaited<ReturnType<typeof createAdminApp>>

const measureList = async (path: string, apps: { many: AdminApp; few: AdminApp }): Promise<AdminListFigures> => {
  const [manyTimes, fewTimes]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    fewTimes.push(await apps.few.request(path))
    manyTimes.push(await apps.many.request(path))
  }
  const milliseconds = { many: median(manyTimes), few: median(fewTimes) }
  return { path, ratio: milliseconds.many / milliseconds.few, milliseconds }
}

/** Measures both lists, and a search in one of them. Times are in milliseconds. */
export const measureAdminLists = async (): Promise<AdminListFigures[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'motohaat-bench-'))
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), durable: false })
  const apps = {
    many: await createAdminApp(postgres.socketDir, 'many', many),
    few: await createAdminApp(postgres.socketDir, 'few', few),
  }
  try {
    const figures: AdminListFigures[] = []
    for (const path of [`/sellers?${pageQuery}`, `/buyers?${pageQuery}`, `/sellers?${pageQuery}&search=r7`]) {
      figures.push(await measureList(path, apps))
    }
    return figures
  } finally {
    await apps.many.close()
    await apps.few.close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) console.table(await measureAdminLists())
