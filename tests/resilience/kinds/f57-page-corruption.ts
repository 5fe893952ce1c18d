import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
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

// The database pages of the first bikes of the list. Of several, because one bike may be sold, or its row move to another
// page, before the database stands still.
const newestBikesSql = `select pg_relation_filepath('bikes') as path, current_setting('data_checksums') as sums,
    array_agg(distinct page) as pages
  from (select (ctid::text::point)[0]::int as page from bikes
    where sold_at is null and withdrawn_at is null and reserved_at is null and hidden_at is null
    order by (advertised_at is not null) desc, id desc limit 20) as newest`

/** Fetches the list with a limit that is not cached; returns the status. */
const fetchListStatus = async (harness: Harness): Promise<number> => {
  const response = await fetch(`${harness.url}/api/allbikes?limit=${20 + Math.floor(performance.now() % 50)}`)
  await response.body?.cancel()
  return response.status
}

export const pageCorrupted: FaultKind = {
  id: 'F57',
  what: 'one byte of each page with the newest bikes is another one than was written',
  run: async ({ harness, random, log }) => {
    const [row] = await harness.db.query(newestBikesSql)
    const file = join(harness.db.dataDir, String(row?.['path']))
    const pages = z.array(z.int()).min(1).parse(row?.['pages'])
    await harness.db.stop('fast')
    // Rows are at the end of their page.
    const offsets = pages.map((page) => page * pageBytes + random.between(pageBytes / 2, pageBytes - 1))
    for (const offset of offsets) await flipBit(file, offset)
    await harness.db.start()
    await pause(3_000)
    const status = await fetchListStatus(harness).catch(() => 0)
    log(`checksums ${String(row?.['sums'])}; ${pages.length} pages; the list answered ${status}`)
    await harness.db.stop('fast')
    for (const offset of offsets) await flipBit(file, offset)
    await harness.db.start()
    return status === 200 ? ['The list answered 200 although its database pages are damaged.'] : []
  },
}
