import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Harness } from '#tests/resilience/harness.ts'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

/** Flips one bit; a second call restores it. */
const flipBit = async (file: string, offset: number): Promise<void> => {
  const handle = await open(file, 'r+')
  try {
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, offset)
    await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 0x10]), 0, 1, offset)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const pageBytes = 8192

// The database page of the first bike of the list.
const newestBikeSql = `select pg_relation_filepath('bikes') as path, current_setting('data_checksums') as sums,
    (ctid::text::point)[0]::int as page
  from bikes where sold_at is null and withdrawn_at is null
  order by (advertised_at is not null) desc, id desc limit 1`

/** Fetches the list with a limit that is not cached; returns the status. */
const fetchListStatus = async (harness: Harness): Promise<number> => {
  const response = await fetch(`${harness.url}/api/allbikes?limit=${20 + Math.floor(performance.now() % 50)}`)
  await response.body?.cancel()
  return response.status
}

export const pageCorrupted: FaultKind = {
  id: 'F57',
  what: 'one byte of a page of the bikes is another one than was written',
  run: async ({ harness, random, log }) => {
    const [row] = await harness.db.query(newestBikeSql)
    const file = join(harness.db.dataDir, String(row?.['path']))
    await harness.db.stop('fast')
    // Rows are at the end of their page.
    const offset = Number(row?.['page']) * pageBytes + random.between(pageBytes / 2, pageBytes - 1)
    await flipBit(file, offset)
    await harness.db.start()
    await pause(3_000)
    const status = await fetchListStatus(harness).catch(() => 0)
    log(`checksums ${String(row?.['sums'])}; the list answered ${status}`)
    await harness.db.stop('fast')
    await flipBit(file, offset)
    await harness.db.start()
    return status === 200 ? ['The list answered 200 although its database page is damaged.'] : []
  },
}
