import { spawnSync } from 'node:child_process'

/** Playwright reads what pages load by `network.addDataCollector`, which Firefox has from this version on. */
export const minFirefoxVersion = 143

/** Returns the first number of what `firefox --version` prints; null where it names none. */
export const parseFirefoxVersion = (text: string): number | null => {
  const [, version] = /\bFirefox (\d+)\./.exec(text) ?? []
  return version === undefined ? null : Number(version)
}

/** Returns why the journeys cannot run in this Firefox, as a sentence; null where they can. */
export const findFirefoxObstacle = (exe: string): string | null => {
  const { stdout, error } = spawnSync(exe, ['--version'], { encoding: 'utf8', timeout: 60_000 })
  if (error) return `${exe} does not start: ${error.message}`
  const version = parseFirefoxVersion(stdout)
  if (version === null) return `${exe} does not say which Firefox it is.`
  return version < minFirefoxVersion
    ? `${exe} is Firefox ${version}; the journeys need ${minFirefoxVersion} or newer.`
    : null
}
