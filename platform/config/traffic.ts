// The settings about those who come: who is believed about their addresses, and how much they may do.
import { isNetwork } from '#platform/http/client-address.ts'
import { type Env, readEnv, ConfigError } from './env.ts'

export type TrafficConfig = {
  /** The proxies in front, as addresses and networks: their X-Forwarded-For is believed, nobody else's. */
  trustedProxies: readonly string[]
  /** How many times the usual limits are allowed. */
  limitsFactor: number
}

const maxFactor = 1_000_000

const parseTrustedProxies = (env: Env): readonly string[] => {
  const networks = (readEnv(env, 'TRUSTED_PROXIES') ?? '').split(',').map((one) => one.trim())
  if (networks.join('') === '') return []
  const invalid = networks.find((one) => !isNetwork(one))
  if (invalid !== undefined)
    throw new ConfigError(
      `TRUSTED_PROXIES must be addresses and networks such as 10.0.0.7, 172.16.0.0/12; "${invalid}" is neither.`,
    )
  return networks
}

const parseLimitsFactor = (env: Env): number => {
  const value = readEnv(env, 'LIMITS_FACTOR') ?? '1'
  const factor = Number(value)
  if (!/^\d+(?:\.\d+)?$/.test(value) || factor === 0 || factor > maxFactor)
    throw new ConfigError(`LIMITS_FACTOR must be a number above 0 and at most ${maxFactor}, such as 1 or 2.5.`)
  return factor
}

/** Reads them; refuses with a WrongSetting. */
export const readTrafficConfig = (env: Env): TrafficConfig => ({
  trustedProxies: parseTrustedProxies(env),
  limitsFactor: parseLimitsFactor(env),
})
