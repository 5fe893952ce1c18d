// Whether the database lets us in and has the shape that this code needs.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { walkCauses } from './errors.ts'
import { readMigrations } from './migration-files.ts'

type ReadinessCheckOptions = {
  pool: pg.Pool
  /** The folder of this code's migrations. */
  migrationsDir: string
  /** On any steady clock, in milliseconds. */
  now: () => number
  /** Told once when the database stops letting us in, with its reason, and once when it does again. */
  log: (line: string) => void
}
type ReadinessResult = 'database' | 'migrations' | null

const timeoutMs = 1_000
// However often it is asked, the database is troubled once in this time.
const cacheMs = 1_000

/** A connection of its own each time: it meets a changed password or a full house, which connections of before do not. */
const checkDatabase = async ({ pool }: ReadinessCheckOptions, names: readonly string[]): Promise<ReadinessResult> => {
  const limits = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs, statement_timeout: timeoutMs }
  const client = new pg.Client({ ...pool.options, ...limits, application_name: 'motohaat-ready' })
  client.on('error', () => {})
  try {
    await client.connect()
    const found = await client.query('select from migrations where name = any($1)', [names])
    return found.rowCount === names.length ? null : 'migrations'
  } finally {
    void client.end().catch(() => {})
  }
}

const getRootMessage = (error: unknown): string => [...walkCauses(error)].at(-1)?.message ?? String(error)

/** Gives the question whether the database is ready; it is answered within a second, and asked at most once in one. */
export const createReadinessCheck = (options: ReadinessCheckOptions): (() => Promise<ReadinessResult>) => {
  let last: { at: number; result: Promise<ReadinessResult> } | null = null
  let wasAway = false
  // Those of this process: a newer version that is unpacked beside it changes nothing for it.
  const names = readMigrations(options.migrationsDir).then((known) => known.map(({ name }) => name))
  const rejectAfterTimeout = async (): Promise<never> => {
    await pause(timeoutMs, undefined, { ref: false })
    throw new Error('no answer within a second')
  }
  const logChange = (reason: string | null): void => {
    if ((reason !== null) === wasAway) return
    wasAway = reason !== null
    options.log(reason === null ? 'The database lets us in again.' : `The database does not let us in: ${reason}.`)
  }
  const check = async (): Promise<ReadinessResult> => {
    try {
      const result = await Promise.race([checkDatabase(options, await names), rejectAfterTimeout()])
      logChange(null)
      return result
    } catch (error) {
      logChange(getRootMessage(error))
      return 'database'
    }
  }
  return () => {
    const at = options.now()
    if (last === null || at - last.at >= cacheMs) last = { at, result: check() }
    return last.result
  }
}
