// The history of all requests and responses, with the times of the user's side. Checks use it instead of the app's logs.
import { ApiResponseError, UnreachableError } from '#contract/client.ts'

/**
 * - `ok`: the shop acknowledged it, so it must be there for ever
 * - `fail`: the shop refused it, so it must not be there
 * - `unknown`: no answer, or one that says nothing; it may be there or not, but not both
 */
export type Outcome = 'ok' | 'fail' | 'unknown'

export type Action =
  | 'register'
  | 'add'
  | 'upload'
  | 'advertise'
  | 'delete'
  | 'book'
  | 'wish'
  | 'begin'
  | 'pay'
  | 'accept'
  | 'cancel'
  | 'hand_over'
  | 'release'
  | 'problem'
  | 'decide'
  | 'verify'
  | 'remove'
  | 'write'
  | 'read'

/** What a read showed of a bike: an order of it with what has become of it, or its standing in the shop window. */
export type Seen =
  | {
      kind: 'order'
      bookingId: string
      bikeId: string
      paid: boolean
      status: 'available' | 'reserved' | 'sold' | 'withdrawn'
    }
  | { kind: 'window'; bikeIds: readonly string[] }

export type HistoryEntry = {
  who: string
  action: Action
  /** Which process was asked: each of them keeps hot lists of its own. */
  serverName: string
  beganMs: number
  endedMs: number
  outcome: Outcome
  bikeId?: string
  /** Id of what the action created or changed. */
  id?: string
  /** The deal of an act, and the name of its buyer. */
  dealId?: string
  buyer?: string
  /** Whether an acknowledged act on a deal changed anything. */
  isChanged?: boolean
  seen?: readonly Seen[]
  /** The status of a refusal, 0 when no answer came. */
  status?: number
  code?: string
}

/** What an attempt is about, as far as it is known before the answer. */
export type AttemptInfo = Pick<HistoryEntry, 'who' | 'action' | 'serverName'> &
  Partial<Pick<HistoryEntry, 'bikeId' | 'id' | 'dealId' | 'buyer'>>

export type History = {
  entries: readonly HistoryEntry[]
  /** What has come since it was last asked, with what was seen; that is forgotten then, or an hour would fill memory. */
  takeNew(): HistoryEntry[]
  /** Tries something and writes down how it ended; gives the answer, or null when it was not acknowledged. */
  attempt<T>(
    attemptInfo: AttemptInfo,
    request: () => Promise<T>,
    getDetails?: (answer: T) => Partial<HistoryEntry>,
  ): Promise<T | null>
}

const getOutcome = (error: unknown): Pick<HistoryEntry, 'outcome' | 'status' | 'code'> => {
  if (error instanceof ApiResponseError) {
    // A fault of the server may have struck before or after what was asked for was done.
    return { outcome: error.status >= 500 ? 'unknown' : 'fail', status: error.status, code: error.code }
  }
  if (error instanceof UnreachableError) return { outcome: 'unknown', status: 0, code: 'unreachable' }
  throw error
}

/** Opens an empty history. */
export const createHistory = (now: () => number = () => performance.now()): History => {
  const entries: HistoryEntry[] = []
  let takenCount = 0
  return {
    entries,
    takeNew: () => {
      const newEntries = entries.slice(takenCount).map((entry) => ({ ...entry }))
      for (const entry of entries.slice(takenCount)) delete entry.seen
      takenCount = entries.length
      return newEntries
    },
    attempt: async (attemptInfo, request, getDetails) => {
      const beganMs = now()
      try {
        const answer = await request()
        const endedMs = now()
        entries.push({ ...attemptInfo, beganMs, endedMs, outcome: 'ok', ...getDetails?.(answer) })
        return answer
      } catch (error) {
        const endedMs = now()
        entries.push({ ...attemptInfo, beganMs, endedMs, ...getOutcome(error) })
        return null
      }
    },
  }
}
