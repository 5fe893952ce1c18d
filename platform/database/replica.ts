// A streaming replica that answers the lists everybody sees, but only when it has seen all that this process knows of.
//
// A change is heard of from the primary: through the channel that also empties the ready bytes, or because this process
// made it. From then on lists are asked of the primary until the replica has replayed up to there, so that a list is
// never made anew from what was before the change. A replica that is away, or more than five seconds behind, is asked
// nothing until it is well again.
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Database } from './database.ts'
import { isConflict, isDatabaseUnavailable } from './errors.ts'

/** Opens a question on a database, such as a prepared statement, and gives the way to ask it. */
type CreateRead<Args extends unknown[], Result> = (db: Database) => (...args: Args) => Promise<Result>

/** Gives the question that is asked where it is answered best; what it reads may be seconds old, so no money hangs on it. */
export type ReplicaReads = <Args extends unknown[], Result>(
  createRead: CreateRead<Args, Result>,
) => (...args: Args) => Promise<Result>

export type Replica = {
  replicaReads: ReplicaReads
  /** Something has changed: from now on the replica is asked only when it knows of it. */
  handleChange(): void
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
  log: (line: string) => void
}

const maxLagMs = 5_000
const checkIntervalMs = 1_000
// How long it waits before it asks again whether the replica has come so far: it begins with a blink.
const minWaitMs = 2
const maxWaitMs = 100

const PositionRows = z.tuple([z.object({ place: z.string() })])
const ReachedRows = z.tuple([z.object({ reached: z.boolean().nullable() })])

// Whoever heard of a change finds it before this place, also where commits are told of before they are on the disk.
const getWalPosition = async ({ $client }: Database): Promise<string> => {
  const { rows } = await $client.query('select pg_current_wal_insert_lsn()::text as place')
  return PositionRows.parse(rows)[0].place
}

/** Whether it follows another server and has come so far. */
const hasReached = async ({ $client }: Database, position: string): Promise<boolean> => {
  const { rows } = await $client.query(
    'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as reached',
    [position],
  )
  return ReachedRows.parse(rows)[0].reached ?? false
}

/** `reachedAt` is the newest moment of the primary that the replica is known to have reached. */
type State = { changes: number; isBehind: boolean; reachedAt: number; isEnding: boolean; wasUsed: boolean }

/** Waits until the replica has reached what the primary holds now; throws when one of them does not answer. */
const waitForReplica = async (state: State, { primary, replica, now }: Options): Promise<void> => {
  const [changes, at] = [state.changes, now()]
  const position = await getWalPosition(primary)
  for (let waitMs = minWaitMs; !(await hasReached(replica, position)); waitMs = Math.min(waitMs * 2, maxWaitMs)) {
    if (state.isEnding || now() - at > maxLagMs) return
    await pause(waitMs)
  }
  state.reachedAt = at
  if (state.changes === changes) state.isBehind = false
}

/** Asks the replica first where it may be asked, and the primary where it may not or does not answer. */
const createReplicaReads =
  ({ primary, replica }: Options, isUsed: () => boolean, onFailure: () => void): ReplicaReads =>
  (createRead) => {
    const [readPrimary, readReplica] = [createRead(primary), createRead(replica)]
    return async (...args) => {
      if (!isUsed()) return readPrimary(...args)
      try {
        return await readReplica(...args)
      } catch (error) {
        // It is away, or what it replays was in the way of reading.
        if (!isDatabaseUnavailable(error) && !isConflict(error)) throw error
        onFailure()
        return readPrimary(...args)
      }
    }
  }

/** Follows the replica from now on. It is not asked before it is known to be well. */
export const createReplica = (options: Options): Replica => {
  const { now, log, replica } = options
  const state: State = { changes: 0, isBehind: true, reachedAt: -Infinity, isEnding: false, wasUsed: true }
  let changeSignal = new AbortController()
  const isUsed = (): boolean => !state.isBehind && now() - state.reachedAt <= maxLagMs
  const markBehind = (): void => {
    state.changes += 1
    state.isBehind = true
  }
  const handleChange = (): void => {
    markBehind()
    changeSignal.abort()
  }
  const logChange = (): void => {
    const isHealthy = now() - state.reachedAt <= maxLagMs
    if (isHealthy === state.wasUsed) return
    state.wasUsed = isHealthy
    log(
      isHealthy ? 'The replica answers lists again.' : 'The replica is away or far behind: the primary answers lists.',
    )
  }
  const followForever = async (): Promise<void> => {
    while (!state.isEnding) {
      changeSignal = new AbortController()
      // A server that does not answer is no news: `tell` says so when it lasts.
      await waitForReplica(state, options).catch(() => {})
      logChange()
      // Asked again at once when something changed meanwhile, else after a while or when something changes.
      await pause(checkIntervalMs, undefined, { ref: false, signal: changeSignal.signal }).catch(() => {})
    }
  }
  const following = followForever()
  return {
    // What broke once is asked again only after it has answered the follower.
    replicaReads: createReplicaReads(options, isUsed, markBehind),
    handleChange,
    isUsed,
    close: async () => {
      state.isEnding = true
      changeSignal.abort()
      await following
      await replica.$client.end()
    },
  }
}

/** Without a replica all is asked of the one database. */
export const createPrimaryReads =
  (db: Database): ReplicaReads =>
  (createRead) =>
    createRead(db)
