import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Rig } from '#tests/resilience/harness.ts'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

/** Turns one bit; the same again turns it back. */
const flip = async (file: string, at: number): Promise<void> => {
  const handle = await open(file, 'r+')
  try {
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at)
    await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 0x10]), 0, 1, at)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const pageBytes = 8192

// The page of a bike that stands on top of the list.
const newestOnSale = `select pg_relation_filepath('bikes') as path, current_setting('data_checksums') as sums,
    (ctid::text::point)[0]::int as page
  from bikes where sold_at is null and withdrawn_at is null
  order by (advertised_at is not null) desc, id desc limit 1`

/** What the shop says of its bikes: the status of the list, read past everything that is kept. */
const askList = async (rig: Rig): Promise<number> => {
  const answer = await fetch(`${rig.url}/api/allbikes?limit=${20 + Math.floor(performance.now() % 50)}`)
  await answer.body?.cancel()
  return answer.status
}

export const pageDamaged: FaultKind = {
  id: 'F57',
  what: 'one byte of a page of the bikes is another one than was written',
  strike: async ({ rig, dice, tell }) => {
    const [row] = await rig.db.ask(newestOnSale)
    const file = join(rig.db.dataDir, String(row?.['path']))
    await rig.db.stop('fast')
    // The rows lie at the end of their page.
    const at = Number(row?.['page']) * pageBytes + dice.between(pageBytes / 2, pageBytes - 1)
    await flip(file, at)
    await rig.db.start()
    await pause(3_000)
    const status = await askList(rig).catch(() => 0)
    tell(`checksums ${String(row?.['sums'])}; the list answered ${status}`)
    await rig.db.stop('fast')
    await flip(file, at)
    await rig.db.start()
    return status === 200 ? ['A damaged page was served as if nothing were wrong.'] : []
  },
}
