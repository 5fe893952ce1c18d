import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFirefoxObstacle, parseFirefoxVersion } from './firefox-version.ts'

test.each([
  ['Mozilla Firefox 140.5.0esr', 140],
  ['Mozilla Firefox 159.0.1\n', 159],
  ['Mozilla Firefox', null],
  ['', null],
])('the version of %j is %s', (text, version) => {
  expect(parseFirefoxVersion(text)).toBe(version)
})

/** A program that prints this. */
const writeProgram = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'motohaat-firefox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const exe = join(folder, 'firefox')
  writeFileSync(exe, `#!/bin/sh\necho '${text}'\n`)
  chmodSync(exe, 0o755)
  return exe
}

test('a Firefox that is too old, says nothing or does not start is named in one sentence', () => {
  const [old, silent] = [writeProgram('Mozilla Firefox 142.0.1'), writeProgram('')]
  expect(findFirefoxObstacle(old)).toBe(`${old} is Firefox 142; the journeys need 143 or newer.`)
  expect(findFirefoxObstacle(silent)).toBe(`${silent} does not say which Firefox it is.`)
  expect(findFirefoxObstacle('/no/firefox')).toContain('/no/firefox does not start')
  expect(findFirefoxObstacle(writeProgram('Mozilla Firefox 143.0'))).toBe(null)
})
