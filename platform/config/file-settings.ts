// Settings whose value is in a file, for secrets that containers and systemd pass as files.
import { readFileSync } from 'node:fs'

type Env = Record<string, string | undefined>

const isSet = (value: string | undefined): value is string => (value?.trim() ?? '') !== ''

const readValue = (variable: string, path: string): { value: string } | { problem: string } => {
  try {
    const value = readFileSync(path, 'utf8')
    // An empty file is a secret that nobody wrote. Without it the server would use a default.
    return isSet(value) ? { value } : { problem: `${variable} must be a file with a value; ${path} is empty.` }
  } catch (error) {
    return { problem: `${variable} must be a file that can be read; ${path} cannot (${String(error)}).` }
  }
}

/**
 * Reads the files: `SECRET_FILE=/run/secrets/secret` sets `SECRET`. `problems` has one sentence for each setting whose file
 * cannot be used, by its name.
 */
export const readFileSettings = (
  env: Env,
  names: readonly string[],
): { env: Env; problems: ReadonlyMap<string, string> } => {
  const values: Env = {}
  const problems = new Map<string, string>()
  for (const name of names) {
    const variable = `${name}_FILE`
    const path = env[variable]?.trim()
    if (!isSet(path)) continue
    if (isSet(env[name])) {
      problems.set(name, `${variable} must not be set, since ${name} is.`)
      continue
    }
    const result = readValue(variable, path)
    if ('value' in result) values[name] = result.value
    else problems.set(name, result.problem)
  }
  return { env: { ...env, ...values }, problems }
}
