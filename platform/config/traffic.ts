// The settings about those who come: who is believed about their addresses, and how much they may do.
import { isNetwork } from '#platform/http/client-address.ts'
import { type Env, given, WrongSetting } from './env.ts'

export type Visitors = {
  /** The proxies in front, as addresses and networks: their X-Forwarded-For is believed, nobody else's. */
  trustedProxies: readonly string[]
  /** How many times the usual limits are allowed. */
  limitsFactor: number
}

const factorLargest = 1_000_000

const trustedProxiesOf = (env: Env): readonly string[] => {
  const networks = (given(env, 'TRUSTED_PROXIES') ?? '').split(',').map((one) => one.trim())
  if (networks.join('') === '') return []
  const wrong = networks.find((one) => !isNetwork(one))
  if (wrong !== undefined)
    throw new WrongSetting(
      `TRUSTED_PROXIES must be addresses and networks such as 10.0.0.7, 172.16.0.0/12; "${wrong}" is neither.`,
    )
  return networks
}

const limitsFactorOf = (env: Env): number => {
  const value = given(env, 'LIMITS_FACTOR') ?? '1'
  const factor = Number(value)
  if (!/^\d+(?:\.\d+)?$/.test(value) || factor === 0 || factor > factorLargest)
    throw new WrongSetting(`LIMITS_FACTOR must be a number above 0 and at most ${factorLargest}, such as 1 or 2.5.`)
  return factor
}

/** Reads them; refuses with a WrongSetting. */
export const visitorsOf = (env: Env): Visitors => ({
  trustedProxies: trustedProxiesOf(env),
  limitsFactor: limitsFactorOf(env),
})
