// Connects to the replica.
import { type Database, createDatabaseClient, type DatabaseLocation } from './database.ts'
import { createReplica, type Replica } from './replica.ts'

// Shorter than for the primary, so that there is time to read from it when the replica does not respond.
const timeoutMs = 1_500

/**
 * Connects to the replica at `url`; null without one.
 * @param options.primaryLocation its role is set on the replica's connections too
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
