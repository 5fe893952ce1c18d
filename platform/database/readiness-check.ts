// Checks whether the database accepts connections and has all migrations of this code.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { walkCauses } from './errors.ts'
import { listMigrations } from './migration-files.ts'

type ReadinessCheckOptions = {
  pool: pg.Pool
  migrationsDir: string
  /** A steady clock, in milliseconds. */
  now: () => number
  /** Receives one line when connections start to fail, with the reason, and one when they work again. */
  log: (line: string) => void
}
type ReadinessResult = 'database' | 'migrations' | null

const timeoutMs = 1_000
// The database is queried once in this time at most.
const cacheMs = 1_000

/** Opens a new connection each time, to notice a changed password or `too_many_connections`. */
const checkDatabase = async ({ pool }: ReadinessCheckOptions, names: readonly string[]): Promise<ReadinessResult> => {
  const limits = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs }
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

/**
 * Creates a check that answers within a second: null when ready, `database` when it cannot be queried, `migrations` when
 * some are missing. The result is cached for a second.
 */
export const createReadinessCheck = (options: ReadinessCheckOptions): (() => Promise<ReadinessResult>) => {
  let last: { at: number; result: Promise<ReadinessResult> } | null = null
  let wasAway = false
  // Read once and at once: files that a deployment adds later belong to a newer version, and when the app is open, its
  // connections may take all files that it may open.
  const names = listMigrations(options.migrationsDir)
  const rejectAfterTimeout = async (): Promise<never> => {
    await pause(timeoutMs, undefined, { ref: false })
    throw new Error('no response within a second')
  }
  const logChange = (reason: string | null): void => {
    if ((reason !== null) === wasAway) return
    wasAway = reason !== null
    options.log(reason === null ? 'Database connection restored.' : `Database connection failed: ${reason}.`)
  }
  const check = async (): Promise<ReadinessResult> => {
    try {
      const result = await Promise.race([checkDatabase(options, names), rejectAfterTimeout()])
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
