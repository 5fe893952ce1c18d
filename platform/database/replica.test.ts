// Reads from a streaming replica: a real primary and standby; the test pauses and resumes the replay.
// @module-tag processes
// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createStandby } from '#tests/support/standby.ts'
import { createDatabaseClient } from './database.ts'
import { type Cluster, startPostgres } from '#platform/embedded-postgres/postgres.ts'
import { createReplica } from './replica.ts'

type Servers = { primary: Cluster; standby: Cluster }
const servers: { current: Servers | null } = { current: null }

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'motohaat-replica-'))
  const [dataDir, standbyDir] = [join(folder, 'primary'), join(folder, 'standby')]
  const primary = await startPostgres({ dataDir, durable: false })
  const standby = await createStandby({ primary, dataDir, standbyDir, name: 'lists', durable: false })
  servers.current = { primary, standby }
  return async () => {
    await standby.stop()
    await primary.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

const toLocation = ({ socketDir }: Cluster) => ({ socketDir, database: 'postgres' })

/** A read that tells which server ran it, and a clock that the test moves. */
const createTestReplica = async () => {
  const { primary, standby } = servers.current!
  const [db, copy] = [primary, standby].map((one) =>
    createDatabaseClient(toLocation(one), { connections: 2, timeoutMs: 15_000 }),
  )
  if (!db || !copy) throw new Error('needs two servers')
  const clock = { now: 0 }
  const logLines: string[] = []
  const replica = createReplica({
    primary: db,
    replica: copy,
    now: () => clock.now,
    log: (line) => void logLines.push(line),
  })
  const readFrom = replica.replicaReads((source) => async () => {
    const { rows } = await source.execute<{ copy: boolean }>(sql`select pg_is_in_recovery() as copy`)
    return rows[0]?.copy ? 'replica' : 'primary'
  })
  onTestFinished(async () => {
    await copy.$client.query('select pg_wal_replay_resume()').catch(() => {})
    await replica.close()
    await db.$client.end()
  })
  const write = () => db.$client.query(`create table if not exists written (n int); insert into written values (1)`)
  const pauseReplay = async () => {
    await copy.$client.query('select pg_wal_replay_pause()')
    const isPaused = () => copy.$client.query(`select where pg_get_wal_replay_pause_state() = 'paused'`)
    await vi.waitFor(async () => expect((await isPaused()).rowCount).toBe(1), { timeout: 60_000 })
  }
  const resumeReplay = () => copy.$client.query('select pg_wal_replay_resume()')
  const waitForReadFrom = (who: string) =>
    vi.waitFor(async () => expect(await readFrom()).toBe(who), { timeout: 60_000 })
  return { replica, copy, clock, logLines, readFrom, write, pauseReplay, resumeReplay, waitForReadFrom }
}

describe('a public list', () => {
  test('comes from the replica once it has caught up', async () => {
    const { readFrom, waitForReadFrom, logLines } = await createTestReplica()
    expect(await readFrom()).toBe('primary')
    await waitForReadFrom('replica')
    expect(logLines).toEqual([])
  })

  test('comes from the primary after a change, until the replica has replayed it', async () => {
    const { replica, readFrom, write, pauseReplay, resumeReplay, waitForReadFrom } = await createTestReplica()
    await waitForReadFrom('replica')
    await pauseReplay()
    await write()
    replica.handleChange()
    expect(await readFrom()).toBe('primary')
    // Checked many times meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await readFrom()).toBe('primary')
    await resumeReplay()
    await waitForReadFrom('replica')
  })

  test('comes from the primary when the replica is more than five seconds behind, which is logged', async () => {
    const { clock, readFrom, write, pauseReplay, resumeReplay, waitForReadFrom, logLines } = await createTestReplica()
    await waitForReadFrom('replica')
    await pauseReplay()
    await write()
    clock.now += 5_001
    expect(await readFrom()).toBe('primary')
    await vi.waitFor(
      () => {
        clock.now += 5_001
        expect(logLines).toHaveLength(1)
      },
      { timeout: 60_000 },
    )
    await resumeReplay()
    await waitForReadFrom('replica')
    await vi.waitFor(() => expect(logLines).toHaveLength(2), { timeout: 60_000 })
    expect(logLines).toEqual([
      'Replica does not respond or is far behind: reading lists from the primary.',
      'Replica caught up: reading lists from it again.',
    ])
  })

  test('comes from the primary when the replica breaks', async () => {
    const { copy, readFrom, waitForReadFrom } = await createTestReplica()
    await waitForReadFrom('replica')
    const real = copy.$client.options.host
    await copy.$client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {})
    Object.assign(copy.$client.options, { host: '/nowhere' })
    expect(await Promise.all([readFrom(), readFrom(), readFrom()])).toEqual(['primary', 'primary', 'primary'])
    Object.assign(copy.$client.options, { host: real })
    await waitForReadFrom('replica')
  })

  test('is not read again from the primary after an SQL error', async () => {
    const { replica, waitForReadFrom } = await createTestReplica()
    await waitForReadFrom('replica')
    let reads = 0
    const failingRead = replica.replicaReads((db) => () => {
      reads += 1
      return db.execute(sql`select nothing_of_this_name`)
    })
    await expect(failingRead()).rejects.toThrow('Failed query')
    expect(reads).toBe(1)
  })
})
