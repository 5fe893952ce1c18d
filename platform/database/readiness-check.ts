// Whether the database lets us in and has the shape that this code needs.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { chain } from './errors.ts'
import { migrationsIn } from './migration-files.ts'

type Asking = {
  pool: pg.Pool
  /** The folder of this code's migrations. */
  folder: string
  /** On any steady clock, in milliseconds. */
  now: () => number
  /** Told once when the database stops letting us in, with its reason, and once when it does again. */
  say: (line: string) => void
}
type Answer = 'database' | 'migrations' | null

const answerMs = 1_000
// However often it is asked, the database is troubled once in this time.
const keptMs = 1_000

/** A connection of its own each time: it meets a changed password or a full house, which connections of before do not. */
const ask = async ({ pool }: Asking, names: readonly string[]): Promise<Answer> => {
  const limits = { connectionTimeoutMillis: answerMs, query_timeout: answerMs, statement_timeout: answerMs }
  const client = new pg.Client({ ...pool.options, ...limits, application_name: 'motohaat-ready' })
  client.on('error', () => {})
  try {
    await client.connect()
    const done = await client.query('select from migrations where name = any($1)', [names])
    return done.rowCount === names.length ? null : 'migrations'
  } finally {
    void client.end().catch(() => {})
  }
}

const reasonOf = (error: unknown): string => [...chain(error)].at(-1)?.message ?? String(error)

/** Gives the question whether the database is ready; it is answered within a second, and asked at most once in one. */
export const askDatabase = (asking: Asking): (() => Promise<Answer>) => {
  let last: { at: number; answer: Promise<Answer> } | null = null
  let wasAway = false
  // Those of this process: a newer version that is unpacked beside it changes nothing for it.
  const names = migrationsIn(asking.folder).then((known) => known.map(({ name }) => name))
  const late = async (): Promise<never> => {
    await pause(answerMs, undefined, { ref: false })
    throw new Error('no answer within a second')
  }
  const tell = (reason: string | null): void => {
    if ((reason !== null) === wasAway) return
    wasAway = reason !== null
    asking.say(reason === null ? 'The database lets us in again.' : `The database does not let us in: ${reason}.`)
  }
  const once = async (): Promise<Answer> => {
    try {
      const answer = await Promise.race([ask(asking, await names), late()])
      tell(null)
      return answer
    } catch (error) {
      tell(reasonOf(error))
      return 'database'
    }
  }
  return () => {
    const at = asking.now()
    if (last === null || at - last.at >= keptMs) last = { at, answer: once() }
    return last.answer
  }
}
