// The connections to the replica, and the follower over them.
import { type Database, openDatabase, type Where } from './database.ts'
import { openReplica, type Replica } from './replica.ts'

// Whoever asked still has time to ask the primary when the replica does not answer.
const patienceMs = 1_500

/**
 * Opens the replica at this address, or gives null without one.
 * @param options.where how the primary is served: the same role is taken on at the replica
 */
export const openReplicaAt = (
  url: string | null,
  options: { primary: Database; where: Where; connections?: number; say: (line: string) => void },
): Replica | null => {
  if (url === null) return null
  const { primary, where, say, connections } = options
  const role = 'role' in where ? where.role : undefined
  const replica = openDatabase(
    { url, ...(role !== undefined && { role }) },
    { patienceMs, ...(connections !== undefined && { connections }) },
  )
  return openReplica({ primary, replica, now: () => performance.now(), say })
}
