// CPU of a list and of a booking with and without PgBouncer: two shops on one database, in alternation.
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { appRole } from '#platform/database/app-role.ts'
import { toPoolerStatements } from '#platform/database/pooler-check.ts'
import {
  type ExternalPostgres,
  findDistributionPostgres,
  startExternalPostgres,
} from '#tests/support/external-postgres.ts'
import { findPgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'
import { startServer } from '#tests/support/server-process.ts'
import { median } from '#benchmarks/baseline/lists.ts'
import { createBuyerLookup, limitsFactor, loggedIn, secret } from '#benchmarks/load/benchmark-app.ts'
import { fillDatabase } from '#benchmarks/load/fill-database.ts'
import type { Action } from '#benchmarks/load/load-generator.ts'
import { createBookingAction } from '#benchmarks/load/user-actions.ts'
import { getCpuMicroseconds, getTreeCpuMicroseconds } from '#benchmarks/measurement/cpu.ts'
import { createHttpClient, type SendRequest } from '#benchmarks/measurement/http-client.ts'
import { findFreePorts } from '#benchmarks/measurement/ports.ts'
import { withTemporaryFolder } from '#benchmarks/measurement/temporary-folder.ts'
import { describeRun, type Section, toMarkdownTable } from '#benchmarks/report/performance-report.ts'

const bikes = 10_000
const rounds = 5
const [listsPerRound, bookingsPerRound] = [1_000, 400]
const concurrency = 4
const login = { user: 'motohaat_web', password: 'web', database: 'motohaat' }
const databaseTimeoutMs = 3_000
const publicUrl = 'http://localhost:3000'

/** Microseconds of CPU so far. */
type Cpu = { shop: number; postgres: number; pooler: number }
type Side = { send: SendRequest; readCpu: () => Promise<Cpu>; stop: () => Promise<unknown> }
type Actions = Record<'list' | 'booking', Action>
type Costs = { direct: Cpu[]; pooled: Cpu[] }

const createDatabase = async (server: ExternalPostgres): Promise<Record<string, string>> => {
  await server.query(`create role motohaat_owner login createrole password 'owner'`)
  await server.query(`create role motohaat_web login password 'web'`)
  await server.query('create database motohaat owner motohaat_owner')
  return {
    DATABASE_URL: server.toUrl(login),
    DATABASE_OWNER_URL: server.toUrl({ user: 'motohaat_owner', password: 'owner', database: 'motohaat' }),
  }
}

/** Starts a shop; both have the same address for the outside, so that a token is good for both. */
const startSide = async (
  settings: Record<string, string>,
  pids: { postgres: number; pooler: number | null },
): Promise<Side> => {
  const [port, sandboxPort] = await findFreePorts(2)
  const shop = await startServer({ ...settings, PORT: String(port), SANDBOX_PORT: String(sandboxPort) })
  const { send, close } = createHttpClient(`http://127.0.0.1:${port}`)
  return {
    send,
    readCpu: async () => ({
      shop: await getTreeCpuMicroseconds(shop.process.pid ?? 0),
      postgres: await getTreeCpuMicroseconds(pids.postgres),
      pooler: pids.pooler === null ? 0 : await getCpuMicroseconds(pids.pooler),
    }),
    stop: async () => {
      close()
      shop.process.kill('SIGTERM')
      await shop.exited
    },
  }
}

/** The actions of people; each goes to the shop that `getSide` names at that moment. */
const createActions = async (db: pg.Client, getSide: () => Side): Promise<Actions> => {
  const send: SendRequest = (...args) => getSide().send(...args)
  const getBuyer = createBuyerLookup(publicUrl)
  const app = { send, sendToProvider: send, getBuyer, db, origin: publicUrl, socketDir: '' }
  let next = 0
  return {
    // Lists of a signed-in member are never cached.
    list: async () => {
      next += 1
      const { token } = await getBuyer(1 + (next % loggedIn))
      return (await send('/api/categoryDetails/Suzuki?limit=50', { token })).status
    },
    booking: await createBookingAction({ ...app, pids: { server: 0, postgres: 0 }, listViolations: async () => [] }),
  }
}

/** Microseconds of CPU of one action. */
const measureRound = async (side: Side, action: Action, times: number): Promise<Cpu> => {
  const before = await side.readCpu()
  let left = times
  const repeat = async () => {
    while (left > 0) {
      left -= 1
      const status = await action()
      if (status !== 200) throw new Error(`An action returned ${status}.`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, repeat))
  const after = await side.readCpu()
  const toEach = (part: keyof Cpu) => (after[part] - before[part]) / times
  return { shop: toEach('shop'), postgres: toEach('postgres'), pooler: toEach('pooler') }
}

/** Rounds of one action in alternation. */
const compare = async (
  { direct, pooled }: { direct: Side; pooled: Side },
  times: number,
  toAction: (side: Side) => Action,
): Promise<Costs> => {
  const costs: Costs = { direct: [], pooled: [] }
  for (let round = 0; round <= rounds; round += 1) {
    const ofDirect = await measureRound(direct, toAction(direct), times)
    const ofPooled = await measureRound(pooled, toAction(pooled), times)
    // The first round of each is warm-up.
    if (round > 0) costs.direct.push(ofDirect)
    if (round > 0) costs.pooled.push(ofPooled)
  }
  return costs
}

const getTotal = ({ shop, postgres, pooler }: Cpu): number => shop + postgres + pooler

const toRow = (what: string, { direct, pooled }: Costs): string[] => {
  const ratios = pooled.map((one, at) => getTotal(one) / getTotal(direct[at] ?? one))
  const format = (all: Cpu[], parts: (keyof Cpu)[]) =>
    parts.map((part) => median(all.map((one) => one[part])).toFixed(0)).join(' + ')
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  return [
    what,
    `**${median(ratios).toFixed(2)}** (${range})`,
    `${format(direct, ['shop', 'postgres'])} µs`,
    `${format(pooled, ['shop', 'postgres', 'pooler'])} µs`,
  ]
}

const compareAll = async (server: ExternalPostgres, sides: { direct: Side; pooled: Side }): Promise<string[][]> => {
  const db = await server.connect('motohaat')
  try {
    await fillDatabase(db, { bikes, loggedIn })
    let side = sides.direct
    const actions = await createActions(db, () => side)
    const toAction = (what: keyof Actions) => (chosen: Side) => {
      side = chosen
      return actions[what]
    }
    return [
      toRow('list of a signed-in member', await compare(sides, listsPerRound, toAction('list'))),
      toRow('booking', await compare(sides, bookingsPerRound, toAction('booking'))),
    ]
  } finally {
    await db.end()
  }
}

const withSides = async <T>(
  folder: string,
  server: ExternalPostgres,
  program: string,
  use: (sides: { direct: Side; pooled: Side }) => Promise<T>,
): Promise<T> => {
  const settings = {
    ...(await createDatabase(server)),
    PUBLIC_URL: publicUrl,
    SECRET: secret,
    DEMO: 'off',
    LIMITS_FACTOR: limitsFactor,
  }
  const connectQuery = toPoolerStatements({ role: appRole, databaseTimeoutMs })
  const target = { login: { ...login, port: server.port }, ignoredParameters: [], connectQuery }
  const pooler = await startPgBouncer(program, target)
  const started: Side[] = []
  const start = async (name: string, more: Record<string, string>, poolerPid: number | null): Promise<Side> => {
    const own = { ...settings, ...more, DATA_DIR: join(folder, name) }
    const side = await startSide(own, { postgres: server.pid, pooler: poolerPid })
    started.push(side)
    return side
  }
  try {
    const direct = await start('direct', {}, null)
    return await use({ direct, pooled: await start('pooled', { DATABASE_POOLER_URL: pooler.url }, pooler.pid) })
  } finally {
    for (const side of started) await side.stop()
    await pooler.stop()
  }
}

/** Needs the packages of PostgreSQL and PgBouncer. */
export const measurePoolerCost = async (): Promise<Section> => {
  const loadBefore = loadavg()[0] ?? 0
  const [binaries, program] = [findDistributionPostgres(), findPgBouncer()]
  if (!binaries || program === null) throw new Error('Install what this needs: apt-get install -y postgresql pgbouncer')
  const rows = await withTemporaryFolder(async (folder) => {
    const server = await startExternalPostgres(binaries)
    try {
      return await withSides(folder, server, program, (sides) => compareAll(server, sides))
    } finally {
      await server.stop()
    }
  })
  const titles = ['action', 'CPU, ratio', 'without: shop + PostgreSQL', 'with: shop + PostgreSQL + PgBouncer']
  const text = `Two shops on one PostgreSQL of Debian, one of them through PgBouncer in transaction mode on the same machine, in ${rounds} alternating rounds of ${listsPerRound} lists or ${bookingsPerRound} bookings, ${concurrency} at a time. CPU of one action, median of the rounds. Statements have no names behind the pooler, so PostgreSQL plans each again.

${toMarkdownTable(titles, rows)}`
  return { title: 'Cost of PgBouncer', text: `${describeRun(loadBefore)}\n\n${text}` }
}
