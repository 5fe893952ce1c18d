// Counts uses in PostgreSQL, so that all processes share the counts, by the generic cell rate algorithm (GCRA).
//
// A row stores one time: when the whole allowance is available again. Each use moves it forward by the refill time of one
// use, and is refused when the result would be more than the whole span from now. So one statement reads, decides and
// writes, the allowance refills steadily, and a row whose time is past can be deleted.
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import type { Rate } from '#contract/limits.ts'
import { withoutAudit } from '#platform/database/retry.ts'

export type RateLimitCounter = {
  /**
   * Consumes one use. Returns 0, or the seconds to wait when none is left.
   * @param batchSize uses that the process takes at once, so that not every request is a query
   */
  consume(key: string, rate: Rate, batchSize?: number): Promise<number>
  /** As `consume`, for the requests to this process only and without the database. */
  consumeInMemory(key: string, rate: Rate): number
  /** Returns one use. */
  giveBack(key: string, rate: Rate): Promise<void>
  /** Deletes the rows whose allowance is full again. */
  deleteExpired(): Promise<void>
}

// Clocks of two processes differ by less; a time further ahead was written before a clock was set back.
const clockSlackMs = 60_000
// Strangers choose the keys, so the memory of a process is bounded.
const maxEntries = 20_000

const useSql = `${withoutAudit}
  insert into limits as kept (key, free_at) values ($1, $2::timestamptz + $3::float8 * interval '1 millisecond')
  on conflict (key) do update set free_at = $3::float8 * interval '1 millisecond' +
    case when kept.free_at > $5::timestamptz then $2::timestamptz else greatest(kept.free_at, $2::timestamptz) end
  where kept.free_at > $5::timestamptz
    or greatest(kept.free_at, $2::timestamptz) + $3::float8 * interval '1 millisecond' <= $4::timestamptz
  returning free_at`

const getRefillMs = (rate: Rate): number => (rate.seconds * 1000) / rate.max

export const createRateLimitCounter = ({ pool, now }: { pool: Pool; now: () => Date }): RateLimitCounter => {
  // The unused rest of batches, and when used-up keys are available again: they save a query per request, refused ones
  // included.
  const batches = new LRUCache<string, { left: number; endsAt: number }>({ max: maxEntries })
  const exhausted = new LRUCache<string, number>({ max: maxEntries })
  const freeAtMs = new LRUCache<string, number>({ max: maxEntries })

  const consumeStored = async (key: string, rate: Rate, uses: number): Promise<boolean> => {
    const nowMs = now().getTime()
    const spanMs = rate.seconds * 1000
    const bounds = [nowMs + spanMs, nowMs + spanMs + clockSlackMs].map((time) => new Date(time))
    const values = [key, new Date(nowMs), getRefillMs(rate) * uses, ...bounds]
    const { rowCount } = await pool.query({ name: 'use_of_limit', text: useSql, values })
    return rowCount === 1
  }

  const getWaitSeconds = async (key: string, rate: Rate): Promise<number> => {
    const text = `${withoutAudit} select free_at as "freeAt" from limits where key = $1`
    const { rows } = await pool.query<{ freeAt: Date }>({ name: 'end_of_limit', text, values: [key] })
    const nowMs = now().getTime()
    const availableAt = (rows[0]?.freeAt.getTime() ?? nowMs) + getRefillMs(rate) - rate.seconds * 1000
    exhausted.set(key, availableAt)
    return Math.max(1, Math.ceil((availableAt - nowMs) / 1000))
  }

  const getKnownWaitSeconds = (key: string, rate: Rate): number => {
    const availableAt = exhausted.get(key)
    const waitMs = (availableAt ?? 0) - now().getTime()
    if (waitMs > 0 && waitMs <= rate.seconds * 1000) return Math.ceil(waitMs / 1000)
    if (availableAt !== undefined) exhausted.delete(key)
    return 0
  }

  const consumeFromBatch = (key: string): boolean => {
    const batch = batches.get(key)
    if (!batch || batch.left === 0 || batch.endsAt <= now().getTime()) return false
    batch.left -= 1
    return true
  }

  const consumeBatched = async (key: string, rate: Rate, batchSize: number): Promise<boolean> => {
    if (consumeFromBatch(key)) return true
    const isTaken = await consumeStored(key, rate, batchSize)
    // Another request may have taken a batch meanwhile.
    if (!isTaken) return consumeFromBatch(key)
    const left = batches.get(key)?.left ?? 0
    batches.set(key, { left: left + batchSize - 1, endsAt: now().getTime() + rate.seconds * 1000 })
    return true
  }

  return {
    consume: async (key, rate, batchSize = 1) => {
      const waitSeconds = getKnownWaitSeconds(key, rate)
      if (waitSeconds > 0) return waitSeconds
      // Fewer uses than a batch may be left.
      const isFree =
        (batchSize > 1 && (await consumeBatched(key, rate, batchSize))) || (await consumeStored(key, rate, 1))
      return isFree ? 0 : getWaitSeconds(key, rate)
    },
    consumeInMemory: (key, rate) => {
      const [nowMs, spanMs] = [now().getTime(), rate.seconds * 1000]
      const keptMs = freeAtMs.get(key) ?? nowMs
      // A time further ahead was kept before the clock was set back.
      const nextMs = (keptMs > nowMs + spanMs ? nowMs : Math.max(keptMs, nowMs)) + getRefillMs(rate)
      if (nextMs > nowMs + spanMs) return Math.max(1, Math.ceil((nextMs - nowMs - spanMs) / 1000))
      freeAtMs.set(key, nextMs)
      return 0
    },
    giveBack: async (key, rate) => {
      exhausted.delete(key)
      const text = `${withoutAudit} update limits set free_at = free_at - $2::float8 * interval '1 millisecond' where key = $1`
      await pool.query({ name: 'give_back_to_limit', text, values: [key, getRefillMs(rate)] })
    },
    deleteExpired: async () => void (await pool.query('delete from limits where free_at < $1', [now()])),
  }
}
