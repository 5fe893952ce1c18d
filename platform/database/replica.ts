// A streaming replica that answers the lists everybody sees, but only when it has seen all that this process knows of.
//
// A change is heard of from the primary: through the channel that also empties the ready bytes, or because this process
// made it. From then on lists are asked of the primary until the replica has replayed up to there, so that a list is
// never made anew from what was before the change. A replica that is away, or more than five seconds behind, is asked
// nothing until it is well again.
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Database } from './database.ts'
import { isConflict, isDatabaseAway } from './errors.ts'

/** Opens a question on a database, such as a prepared statement, and gives the way to ask it. */
type Opening<Words extends unknown[], Answer> = (db: Database) => (...words: Words) => Promise<Answer>

/** Gives the question that is asked where it is answered best; what it reads may be seconds old, so no money hangs on it. */
export type SharedReads = <Words extends unknown[], Answer>(
  open: Opening<Words, Answer>,
) => (...words: Words) => Promise<Answer>

export type Replica = {
  shared: SharedReads
  /** Something has changed: from now on the replica is asked only when it knows of it. */
  changed(): void
  /** Whether it is asked at this moment. */
  isUsed(): boolean
  close(): Promise<void>
}

type Options = {
  primary: Database
  /** Closed together with the rest. */
  replica: Database
  /** On any steady clock, in milliseconds. */
  now: () => number
  /** Told when the replica falls behind or is away, and when it is well again. */
  say: (line: string) => void
}

const lagMostMs = 5_000
const lookMs = 1_000
// How long it waits before it asks again whether the replica has come so far: it begins with a blink.
const firstWaitMs = 2
const longestWaitMs = 100

const Place = z.tuple([z.object({ place: z.string() })])
const Reached = z.tuple([z.object({ reached: z.boolean().nullable() })])

// Whoever heard of a change finds it before this place, also where commits are told of before they are on the disk.
const placeOf = async ({ $client }: Database): Promise<string> => {
  const { rows } = await $client.query('select pg_current_wal_insert_lsn()::text as place')
  return Place.parse(rows)[0].place
}

/** Whether it follows another server and has come so far. */
const hasReached = async ({ $client }: Database, place: string): Promise<boolean> => {
  const { rows } = await $client.query(
    'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as reached',
    [place],
  )
  return Reached.parse(rows)[0].reached ?? false
}

/** `reachedAt` is the newest moment of the primary that the replica is known to have reached. */
type State = { changes: number; isBehind: boolean; reachedAt: number; isEnding: boolean; wasUsed: boolean }

/** Waits until the replica has reached what the primary holds now; throws when one of them does not answer. */
const follow = async (state: State, { primary, replica, now }: Options): Promise<void> => {
  const [changes, at] = [state.changes, now()]
  const place = await placeOf(primary)
  for (let waitMs = firstWaitMs; !(await hasReached(replica, place)); waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    if (state.isEnding || now() - at > lagMostMs) return
    await pause(waitMs)
  }
  state.reachedAt = at
  if (state.changes === changes) state.isBehind = false
}

/** Asks the replica first where it may be asked, and the primary where it may not or does not answer. */
const sharedBy =
  ({ primary, replica }: Options, isUsed: () => boolean, broke: () => void): SharedReads =>
  (open) => {
    const [ofPrimary, ofReplica] = [open(primary), open(replica)]
    return async (...words) => {
      if (!isUsed()) return ofPrimary(...words)
      try {
        return await ofReplica(...words)
      } catch (error) {
        // It is away, or what it replays was in the way of reading.
        if (!isDatabaseAway(error) && !isConflict(error)) throw error
        broke()
        return ofPrimary(...words)
      }
    }
  }

/** Follows the replica from now on. It is not asked before it is known to be well. */
export const openReplica = (options: Options): Replica => {
  const { now, say, replica } = options
  const state: State = { changes: 0, isBehind: true, reachedAt: -Infinity, isEnding: false, wasUsed: true }
  let nudge = new AbortController()
  const isUsed = (): boolean => !state.isBehind && now() - state.reachedAt <= lagMostMs
  const behind = (): void => {
    state.changes += 1
    state.isBehind = true
  }
  const changed = (): void => {
    behind()
    nudge.abort()
  }
  const tell = (): void => {
    const isWell = now() - state.reachedAt <= lagMostMs
    if (isWell === state.wasUsed) return
    state.wasUsed = isWell
    say(isWell ? 'The replica answers lists again.' : 'The replica is away or far behind: the primary answers lists.')
  }
  const forever = async (): Promise<void> => {
    while (!state.isEnding) {
      nudge = new AbortController()
      // A server that does not answer is no news: `tell` says so when it lasts.
      await follow(state, options).catch(() => {})
      tell()
      // Asked again at once when something changed meanwhile, else after a while or when something changes.
      await pause(lookMs, undefined, { ref: false, signal: nudge.signal }).catch(() => {})
    }
  }
  const following = forever()
  return {
    // What broke once is asked again only after it has answered the follower.
    shared: sharedBy(options, isUsed, behind),
    changed,
    isUsed,
    close: async () => {
      state.isEnding = true
      nudge.abort()
      await following
      await replica.$client.end()
    },
  }
}

/** Without a replica all is asked of the one database. */
export const alone =
  (db: Database): SharedReads =>
  (open) =>
    open(db)
