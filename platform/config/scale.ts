// The settings of a shop that has grown: how many processes serve it, and which server answers its lists.
import { type Env, given, urlOf, WrongSetting } from './env.ts'

export type Scale = {
  /** How many processes serve people on this machine. */
  workers: number
  /** A streaming replica of `databaseUrl` for the lists that everybody sees, or null for none. */
  replicaUrl: string | null
}

// Each holds connections to PostgreSQL, of which there are about a hundred; few machines have more cores than this.
const workersMost = 16

const workersOf = (env: Env): number => {
  const value = given(env, 'WORKERS') ?? '1'
  if (!/^\d{1,2}$/.test(value) || Number(value) < 1 || Number(value) > workersMost)
    throw new WrongSetting(`WORKERS must be a number of processes from 1 to ${workersMost}.`)
  return Number(value)
}

/** Reads them; refuses with a WrongSetting. */
export const scaleOf = (env: Env): Scale => {
  const replicaUrl = urlOf(env, 'DATABASE_REPLICA_URL', ['postgres:', 'postgresql:'])
  if (replicaUrl !== null && given(env, 'DATABASE_URL') === null)
    throw new WrongSetting('DATABASE_URL must be set too, since DATABASE_REPLICA_URL is.')
  return { workers: workersOf(env), replicaUrl }
}
