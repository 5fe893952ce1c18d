// The connections to the replica, and the follower over them.
import { type Database, createDatabaseClient, type DatabaseLocation } from './database.ts'
import { createReplica, type Replica } from './replica.ts'

// Whoever asked still has time to ask the primary when the replica does not answer.
const timeoutMs = 1_500

/**
 * Opens the replica at this address, or gives null without one.
 * @param options.where how the primary is served: the same role is taken on at the replica
 */
export const connectReplica = (
  url: string | null,
  options: { primary: Database; primaryLocation: DatabaseLocation; connections?: number; log: (line: string) => void },
): Replica | null => {
  if (url === null) return null
  const { primary, primaryLocation, log, connections } = options
  const role = 'role' in primaryLocation ? primaryLocation.role : undefined
  const replica = createDatabaseClient(
    { url, ...(role !== undefined && { role }) },
    { timeoutMs, ...(connections !== undefined && { connections }) },
  )
  return createReplica({ primary, replica, now: () => performance.now(), log })
}
