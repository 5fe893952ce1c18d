// One setting as it was given, and what is thrown when it cannot be used.

/** A setting that cannot be used; the message names the variable and says what it should be. */
export class ConfigError extends Error {}

export type Env = Record<string, string | undefined>

/** What was set under this name, without spaces around it; null when nothing was. */
export const readEnv = (env: Env, name: string): string | null => {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? null : value
}

export const parsePort = (env: Env, name: string, defaultPort: number): number => {
  const value = readEnv(env, name)
  if (value === null) return defaultPort
  const port = Number(value)
  if (!/^\d+$/.test(value) || port < 1 || port > 65_535)
    throw new ConfigError(`${name} must be a port from 1 to 65535, not "${value}".`)
  return port
}

export const parseUrl = (env: Env, name: string, protocols: readonly string[]): string | null => {
  const value = readEnv(env, name)
  if (value === null) return null
  const isValid = URL.canParse(value) && protocols.includes(new URL(value).protocol)
  if (!isValid)
    throw new ConfigError(`${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
  return value.replace(/\/$/, '')
}

/** The shop stands at the root of its address: its paths, its cookies and the way back from a login begin there. */
export const parseOrigin = (env: Env, name: string, protocols: readonly string[]): string | null => {
  const value = parseUrl(env, name, protocols)
  if (value === null) return null
  const { origin, pathname, search, hash, username } = new URL(value)
  if (pathname !== '/' || search !== '' || hash !== '' || username !== '')
    throw new ConfigError(`${name} must be an origin alone, such as https://motohaat.example: no path, no user name.`)
  return origin
}

export const parseBoolean = (env: Env, name: string, defaultValue: boolean): boolean => {
  const value = readEnv(env, name)?.toLowerCase()
  if (value === undefined) return defaultValue
  if (['1', 'on', 'yes', 'true'].includes(value)) return true
  if (['0', 'off', 'no', 'false'].includes(value)) return false
  throw new ConfigError(`${name} must be on or off, not "${value}".`)
}

/** Settings that only make sense together: all of them, or none. */
export const readAllOrNone = <Name extends string>(env: Env, names: readonly Name[]): Record<Name, string> | null => {
  const missing = names.filter((name) => readEnv(env, name) === null)
  if (missing.length === names.length) return null
  if (missing.length > 0)
    throw new ConfigError(
      `${missing.join(' and ')} must be set too, since ${names.find((name) => !missing.includes(name))} is.`,
    )
  return Object.fromEntries(names.map((name) => [name, readEnv(env, name) ?? ''])) as Record<Name, string> // oxlint-disable-line typescript/no-unsafe-type-assertion -- every name was just looked at
}
