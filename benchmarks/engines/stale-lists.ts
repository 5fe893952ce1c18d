// Whether both shops still hear of changes: LISTEN goes to PostgreSQL itself and has to come back after each failure.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { SendRequest } from '#benchmarks/measurement/http-client.ts'

const path = '/api/allbikes'
const timeoutMs = 10_000
const pollMs = 50
// Requests go to both shops in turn.
const freshReads = 10

/** Changes a bike of the first page, and reads until both shops show it. Returns what is wrong. */
export const findStaleLists = async (db: pg.Client, send: SendRequest): Promise<string[]> => {
  const id = /"_?id":"([0-9a-f-]{36})"/.exec((await send(path)).text)?.[1]
  const location = `Mirpur ${performance.now().toFixed(0)}`
  const { rowCount } = await db.query('update bikes set location = $2 where id = $1', [id, location])
  if (rowCount !== 1) return ['the first page of the list shows no bike']
  const deadline = performance.now() + timeoutMs
  for (let fresh = 0; fresh < freshReads;) {
    fresh = (await send(path)).text.includes(location) ? fresh + 1 : 0
    if (performance.now() > deadline) return ['a list is older than a change']
    if (fresh === 0) await pause(pollMs)
  }
  return []
}
