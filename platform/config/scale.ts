// The settings of a shop that has grown: how many processes serve it, and which server answers its lists.
import { type Env, readEnv, parseUrl, ConfigError } from './env.ts'

export type ScaleConfig = {
  /** How many processes serve people on this machine. */
  workers: number
  /** A streaming replica of `databaseUrl` for the lists that everybody sees, or null for none. */
  replicaUrl: string | null
}

// Each holds connections to PostgreSQL, of which there are about a hundred; few machines have more cores than this.
const maxWorkers = 16

const parseWorkers = (env: Env): number => {
  const value = readEnv(env, 'WORKERS') ?? '1'
  if (!/^\d{1,2}$/.test(value) || Number(value) < 1 || Number(value) > maxWorkers)
    throw new ConfigError(`WORKERS must be a number of processes from 1 to ${maxWorkers}.`)
  return Number(value)
}

/** Reads them; refuses with a WrongSetting. */
export const readScaleConfig = (env: Env): ScaleConfig => {
  const replicaUrl = parseUrl(env, 'DATABASE_REPLICA_URL', ['postgres:', 'postgresql:'])
  if (replicaUrl !== null && readEnv(env, 'DATABASE_URL') === null)
    throw new ConfigError('DATABASE_URL must be set too, since DATABASE_REPLICA_URL is.')
  return { workers: parseWorkers(env), replicaUrl }
}
