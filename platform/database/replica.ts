// Reads public lists from a streaming replica while it has replayed every change that this process knows of.
//
// A change is known by the notification that also clears the response cache, or because this process made it. From then
// on lists are read from the primary until the replica has replayed the change, so no cached list is older than it. A
// replica that does not respond, or is more than five seconds behind, is not read from until it has caught up.
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Database } from './database.ts'
import { isConflict, isDatabaseUnavailable } from './errors.ts'

/** Creates a read on a database, such as a prepared statement. */
type CreateRead<Args extends unknown[], Result> = (db: Database) => (...args: Args) => Promise<Result>

/** Creates a read that runs on the replica when possible. The data may be seconds old: never decide about money by it. */
export type ReplicaReads = <Args extends unknown[], Result>(
  createRead: CreateRead<Args, Result>,
) => (...args: Args) => Promise<Result>

export type Replica = {
  replicaReads: ReplicaReads
  /** Reads from the primary until the replica has replayed all changes made before this call. */
  handleChange(): void
  /** Whether reads go to the replica now. */
  isUsed(): boolean
  close(): Promise<void>
}

type Options = {
  primary: Database
  /** Closed by `close`. */
  replica: Database
  /** A steady clock, in milliseconds. */
  now: () => number
  /** Receives one line when the replica falls behind or stops responding, and one when it has caught up. */
  log: (line: string) => void
}

const maxLagMs = 5_000
const checkIntervalMs = 1_000
// Between two queries for the replay position, doubled each time.
const minWaitMs = 2
const maxWaitMs = 100

const PositionRows = z.tuple([z.object({ place: z.string() })])
const ReachedRows = z.tuple([z.object({ reached: z.boolean().nullable() })])

// The insert position, not the flush position: with synchronous_commit off a change is visible before it is flushed.
const getWalPosition = async ({ $client }: Database): Promise<string> => {
  const { rows } = await $client.query('select pg_current_wal_insert_lsn()::text as place')
  return PositionRows.parse(rows)[0].place
}

/** Whether the server is a replica and has replayed the log up to this position. */
const hasReached = async ({ $client }: Database, position: string): Promise<boolean> => {
  const { rows } = await $client.query(
    'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as reached',
    [position],
  )
  return ReachedRows.parse(rows)[0].reached ?? false
}

/** `reachedAt`: the replica has replayed everything that the primary had at this time. */
type State = { changes: number; isBehind: boolean; reachedAt: number; isEnding: boolean; wasUsed: boolean }

/** Waits until the replica has replayed what the primary has now; throws when one of them does not respond. */
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

/** Reads from the replica while `isUsed`, and from the primary otherwise or when the replica fails. */
const createReplicaReads =
  ({ primary, replica }: Options, isUsed: () => boolean, onFailure: () => void): ReplicaReads =>
  (createRead) => {
    const [readPrimary, readReplica] = [createRead(primary), createRead(replica)]
    return async (...args) => {
      if (!isUsed()) return readPrimary(...args)
      try {
        return await readReplica(...args)
      } catch (error) {
        // The replica does not respond, or cancelled the query because of a conflict with recovery.
        if (!isDatabaseUnavailable(error) && !isConflict(error)) throw error
        onFailure()
        return readPrimary(...args)
      }
    }
  }

/** Starts to follow the replica. Reads go to the primary until the replica has caught up for the first time. */
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
      isHealthy
        ? 'Replica caught up: reading lists from it again.'
        : 'Replica does not respond or is far behind: reading lists from the primary.',
    )
  }
  const followForever = async (): Promise<void> => {
    while (!state.isEnding) {
      changeSignal = new AbortController()
      // A single failure is not logged; `logChange` logs one that lasts.
      await waitForReplica(state, options).catch(() => {})
      logChange()
      // Ends at once when something changed meanwhile.
      await pause(checkIntervalMs, undefined, { ref: false, signal: changeSignal.signal }).catch(() => {})
    }
  }
  const following = followForever()
  return {
    // After a failed read the replica is used again only when it has responded to the follower.
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

/** Without a replica: reads from the primary. */
export const createPrimaryReads =
  (db: Database): ReplicaReads =>
  (createRead) =>
    createRead(db)
