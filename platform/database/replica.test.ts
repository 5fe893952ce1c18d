// Lists from a streaming replica: a real primary and a real standby, whose replay the test stops and lets go on.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openStandby } from '#tests/support/standby.ts'
import { openDatabase } from './database.ts'
import { type Cluster, openPostgres } from '#platform/embedded-postgres/postgres.ts'
import { openReplica } from './replica.ts'

type Ground = { primary: Cluster; standby: Cluster }
const ground: { open: Ground | null } = { open: null }

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'motohaat-replica-'))
  const [dataDir, standbyDir] = [join(folder, 'primary'), join(folder, 'standby')]
  const primary = await openPostgres({ dataDir, durable: false })
  const standby = await openStandby({ primary, dataDir, standbyDir, name: 'lists', durable: false })
  ground.open = { primary, standby }
  return async () => {
    await standby.stop()
    await primary.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)

const at = ({ socketDir }: Cluster) => ({ socketDir, database: 'postgres' })

/** A question that says which server answered it, and a clock that the test moves. */
const openAsked = async () => {
  const { primary, standby } = ground.open!
  const [db, copy] = [primary, standby].map((one) => openDatabase(at(one), { connections: 2, patienceMs: 15_000 }))
  if (!db || !copy) throw new Error('needs two servers')
  const clock = { now: 0 }
  const said: string[] = []
  const replica = openReplica({ primary: db, replica: copy, now: () => clock.now, say: (line) => void said.push(line) })
  const whoAnswers = replica.shared((asked) => async () => {
    const { rows } = await asked.execute<{ copy: boolean }>(sql`select pg_is_in_recovery() as copy`)
    return rows[0]?.copy ? 'replica' : 'primary'
  })
  onTestFinished(async () => {
    await copy.$client.query('select pg_wal_replay_resume()').catch(() => {})
    await replica.close()
    await db.$client.end()
  })
  const write = () => db.$client.query(`create table if not exists written (n int); insert into written values (1)`)
  const halt = async () => {
    await copy.$client.query('select pg_wal_replay_pause()')
    const isPaused = () => copy.$client.query(`select where pg_get_wal_replay_pause_state() = 'paused'`)
    await vi.waitFor(async () => expect((await isPaused()).rowCount).toBe(1), { timeout: 20_000 })
  }
  const goOn = () => copy.$client.query('select pg_wal_replay_resume()')
  const untilIsFrom = (who: string) => vi.waitFor(async () => expect(await whoAnswers()).toBe(who), { timeout: 20_000 })
  return { replica, copy, clock, said, whoAnswers, write, halt, goOn, untilIsFrom }
}

describe('a list that everybody sees', () => {
  test('comes from the replica once it is known to be well', async () => {
    const { whoAnswers, untilIsFrom, said } = await openAsked()
    expect(await whoAnswers()).toBe('primary')
    await untilIsFrom('replica')
    expect(said).toEqual([])
  })

  test('comes from the primary after a change, until the replica knows of it too', async () => {
    const { replica, whoAnswers, write, halt, goOn, untilIsFrom } = await openAsked()
    await untilIsFrom('replica')
    await halt()
    await write()
    replica.changed()
    expect(await whoAnswers()).toBe('primary')
    // Looked at many times meanwhile, and never found to have come so far.
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await whoAnswers()).toBe('primary')
    await goOn()
    await untilIsFrom('replica')
  })

  test('comes from the primary when the replica is more than five seconds behind, and it is said', async () => {
    const { clock, whoAnswers, write, halt, goOn, untilIsFrom, said } = await openAsked()
    await untilIsFrom('replica')
    await halt()
    await write()
    clock.now += 5_001
    expect(await whoAnswers()).toBe('primary')
    await vi.waitFor(
      () => {
        clock.now += 5_001
        expect(said).toHaveLength(1)
      },
      { timeout: 20_000 },
    )
    await goOn()
    await untilIsFrom('replica')
    await vi.waitFor(() => expect(said).toHaveLength(2), { timeout: 20_000 })
    expect(said).toEqual([
      'The replica is away or far behind: the primary answers lists.',
      'The replica answers lists again.',
    ])
  })

  test('comes from the primary in the very moment in which the replica breaks', async () => {
    const { copy, whoAnswers, untilIsFrom } = await openAsked()
    await untilIsFrom('replica')
    const real = copy.$client.options.host
    await copy.$client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {})
    Object.assign(copy.$client.options, { host: '/nowhere' })
    expect(await Promise.all([whoAnswers(), whoAnswers(), whoAnswers()])).toEqual(['primary', 'primary', 'primary'])
    Object.assign(copy.$client.options, { host: real })
    await untilIsFrom('replica')
  })

  test('whose question is wrong is not asked again elsewhere', async () => {
    const { replica, untilIsFrom } = await openAsked()
    await untilIsFrom('replica')
    let asked = 0
    const wrong = replica.shared((db) => () => {
      asked += 1
      return db.execute(sql`select nothing_of_this_name`)
    })
    await expect(wrong()).rejects.toThrow('Failed query')
    expect(asked).toBe(1)
  })
})
