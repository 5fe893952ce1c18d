import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

const rowsPerTransaction = 3

/** Locks payments before their bikes, in the opposite order of the app, which causes deadlocks. */
const lockInReverse = async (client: pg.Client, deadline: number): Promise<{ tries: number; lost: number }> => {
  const count = { tries: 0, lost: 0 }
  while (performance.now() < deadline) {
    count.tries += 1
    try {
      await client.query('begin')
      await client.query(`set local deadlock_timeout = '40ms'; set local lock_timeout = '2s'`)
      const { rows } = await client.query<{ bike_id: string }>(
        `select bike_id from payments order by created_at desc limit ${rowsPerTransaction} for update`,
      )
      await client.query('select from bikes where id = any($1) for update', [rows.map((row) => row.bike_id)])
      await pause(20)
      await client.query('commit')
    } catch {
      count.lost += 1
      await client.query('rollback').catch(() => {})
    }
  }
  return count
}

export const lockContention: FaultKind = {
  id: 'F39',
  what: 'others lock the same rows in the opposite order, and deadlocks follow',
  run: async ({ harness, ms, log }) => {
    const clients = await Promise.all([harness.db.connect(), harness.db.connect(), harness.db.connect()])
    const deadline = performance.now() + ms
    const counts = await Promise.all(clients.map((client) => lockInReverse(client, deadline)))
    await Promise.all(clients.map((client) => client.end()))
    const sum = (of: 'tries' | 'lost') => counts.reduce((all, one) => all + one[of], 0)
    log(`${sum('tries')} transactions in the opposite order, ${sum('lost')} of them lost`)
    return []
  },
}

/** Makes transactions serializable, so that many fail with 40001 and must be retried. */
export const serializable: FaultKind = {
  id: 'F39',
  what: 'all transactions are serializable, and many are told to try again (40001)',
  run: async ({ harness, ms }) => {
    await harness.db.query(`alter role shop set default_transaction_isolation = 'serializable'`)
    harness.db.proxy.closeConnections()
    await pause(ms)
    await harness.db.query('alter role shop reset default_transaction_isolation')
    harness.db.proxy.closeConnections()
    return []
  },
}
