// The pages are built for production, and once, however many ask for them at the same time.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolveConfig } from 'vite'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { buildIfChanged } from './build-if-changed.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'motohaat-build-'))
  mkdirSync(join(root, 'node_modules', 'vite', 'bin'), { recursive: true })
  mkdirSync(join(root, 'dist'))
  // A builder that only says when it begins and ends.
  const builder = `const { appendFileSync } = require('node:fs')
appendFileSync('builds', 'begin ')
setTimeout(() => appendFileSync('builds', 'end '), 300)`
  writeFileSync(join(root, 'node_modules', 'vite', 'bin', 'vite.js'), builder)
  writeFileSync(join(root, 'package.json'), '{}')
})
afterEach(() => rmSync(root, { recursive: true }))

const build = () => buildIfChanged({ root, log: () => {} })
const readBuilds = () => readFileSync(join(root, 'builds'), 'utf8').trim()

test('pages are built for production, whatever NODE_ENV is', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('NODE_ENV', 'development')
  const configFile = join(import.meta.dirname, '../vite.config.ts')
  expect((await resolveConfig({ configFile, logLevel: 'silent' }, 'build')).isProduction).toBe(true)
})

test('the second of two that ask at once waits for the build of the first', async () => {
  await Promise.all([build(), build()])
  expect(readBuilds()).toBe('begin end')
})

test('a build that was killed does not stop the next one', async () => {
  writeFileSync(join(root, 'dist', '.building'), '999999999')
  await build()
  expect(readBuilds()).toBe('begin end')
})

test('changed sources are built again', async () => {
  await build()
  writeFileSync(join(root, 'package.json'), '{"name":"other"}')
  await build()
  expect(readBuilds()).toBe('begin end begin end')
})
