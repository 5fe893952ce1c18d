// Counts what somebody does, in PostgreSQL, so that all processes of the shop count together.
//
// A row keeps one moment: when the whole allowance is there again. Each use moves it on by the time that one use takes to
// come back, and is refused when that would lead further than the whole span from now. So one statement reads, decides
// and writes, an allowance comes back steadily and never at a stroke, and a row whose moment is past may be forgotten.
import type { Pool } from 'pg'
import type { Rate } from '#contract/limits.ts'

export type Counter = {
  /** Uses one of the allowance behind the key. Gives 0, or how many seconds to wait when there is none. */
  use(key: string, rate: Rate, packet?: number): Promise<number>
  /** Gives one use back. */
  giveBack(key: string, rate: Rate): Promise<void>
  /** Forgets the rows that say nothing any more. */
  forget(): Promise<void>
}

// Clocks of two processes differ by less; a moment further away was written before a clock was set back.
const clockSlackMs = 60_000
// What a process remembers by itself is bounded, since strangers decide how much there is.
const rememberedMost = 20_000

const useSql = `
  insert into limits as kept (key, free_at) values ($1, $2::timestamptz + $3::float8 * interval '1 millisecond')
  on conflict (key) do update set free_at = $3::float8 * interval '1 millisecond' +
    case when kept.free_at > $5::timestamptz then $2::timestamptz else greatest(kept.free_at, $2::timestamptz) end
  where kept.free_at > $5::timestamptz
    or greatest(kept.free_at, $2::timestamptz) + $3::float8 * interval '1 millisecond' <= $4::timestamptz
  returning free_at`

const useMsOf = (rate: Rate): number => (rate.seconds * 1000) / rate.most

/** A map that forgets everything when it grows too long. */
const bounded = <Value>() => {
  const kept = new Map<string, Value>()
  return {
    get: (key: string) => kept.get(key),
    delete: (key: string) => kept.delete(key),
    set: (key: string, value: Value) => {
      if (kept.size >= rememberedMost) kept.clear()
      kept.set(key, value)
    },
  }
}

/** Opens the counter on the table `limits`. */
export const openCounter = ({ pool, now }: { pool: Pool; now: () => Date }): Counter => {
  // Uses that this process took in a packet and has not handed on, and keys that have nothing left for a while: neither
  // is a state of the shop, and without them every request would be a statement and a flood of refused ones too.
  const packets = bounded<{ left: number; endsAt: number }>()
  const shut = bounded<number>()

  const take = async (key: string, rate: Rate, uses: number): Promise<boolean> => {
    const at = now().getTime()
    const spanMs = rate.seconds * 1000
    const until = [at + spanMs, at + spanMs + clockSlackMs].map((time) => new Date(time))
    const values = [key, new Date(at), useMsOf(rate) * uses, ...until]
    const { rowCount } = await pool.query({ name: 'use_of_limit', text: useSql, values })
    return rowCount === 1
  }

  const secondsToWait = async (key: string, rate: Rate): Promise<number> => {
    const text = 'select free_at as "freeAt" from limits where key = $1'
    const { rows } = await pool.query<{ freeAt: Date }>({ name: 'end_of_limit', text, values: [key] })
    const at = now().getTime()
    const opensAt = (rows[0]?.freeAt.getTime() ?? at) + useMsOf(rate) - rate.seconds * 1000
    shut.set(key, opensAt)
    return Math.max(1, Math.ceil((opensAt - at) / 1000))
  }

  const stillShut = (key: string, rate: Rate): number => {
    const opensAt = shut.get(key)
    const waitMs = (opensAt ?? 0) - now().getTime()
    if (waitMs > 0 && waitMs <= rate.seconds * 1000) return Math.ceil(waitMs / 1000)
    if (opensAt !== undefined) shut.delete(key)
    return 0
  }

  const spendPacket = (key: string): boolean => {
    const packet = packets.get(key)
    if (!packet || packet.left === 0 || packet.endsAt <= now().getTime()) return false
    packet.left -= 1
    return true
  }

  const takeFromPacket = async (key: string, rate: Rate, packet: number): Promise<boolean> => {
    if (spendPacket(key)) return true
    const isTaken = await take(key, rate, packet)
    // Meanwhile others may have taken a packet as well: what is left of it is theirs and ours.
    if (!isTaken) return spendPacket(key)
    const left = packets.get(key)?.left ?? 0
    packets.set(key, { left: left + packet - 1, endsAt: now().getTime() + rate.seconds * 1000 })
    return true
  }

  return {
    use: async (key, rate, packet = 1) => {
      const waitSeconds = stillShut(key, rate)
      if (waitSeconds > 0) return waitSeconds
      // The last uses of an allowance are fewer than a packet.
      const isFree = (packet > 1 && (await takeFromPacket(key, rate, packet))) || (await take(key, rate, 1))
      return isFree ? 0 : secondsToWait(key, rate)
    },
    giveBack: async (key, rate) => {
      shut.delete(key)
      const text = `update limits set free_at = free_at - $2::float8 * interval '1 millisecond' where key = $1`
      await pool.query({ name: 'give_back_to_limit', text, values: [key, useMsOf(rate)] })
    },
    forget: async () => void (await pool.query('delete from limits where free_at < $1', [now()])),
  }
}
