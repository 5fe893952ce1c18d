// What is installed is what was looked at: exact versions, with their fingerprints, and no script that was not allowed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, expect, test } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '../..')
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))

const Versions = z.record(z.string(), z.string()).default({})
const Package = z.object({
  dependencies: Versions,
  devDependencies: Versions,
  optionalDependencies: Versions,
  allowScripts: z.record(z.string(), z.boolean()),
})
const Locked = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  optional: z.boolean().optional(),
  os: z.union([z.string(), z.array(z.string())]).optional(),
  cpu: z.union([z.string(), z.array(z.string())]).optional(),
  hasInstallScript: z.boolean().optional(),
})

const { allowScripts, ...versionGroups } = Package.parse(read('package.json'))
const { packages } = z.object({ packages: z.record(z.string(), Locked) }).parse(read('package-lock.json'))
const locked = Object.entries(packages).filter(([path]) => path !== '')
assert(locked.length > 300, 'needs the packages of the lock')

const toPackageName = (path: string): string => path.split('node_modules/').at(-1) ?? path

test('every package is asked for in one exact version', () => {
  const all = Object.values(versionGroups).flatMap((group) => Object.entries(group))
  expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
  for (const [name, version] of all) expect(packages[`node_modules/${name}`]?.version, name).toBe(version)
})

test('every package has its fingerprint, but for those of other platforms, which are never unpacked', () => {
  const withoutIntegrity = locked.filter(
    ([, one]) => !one.integrity?.startsWith('sha512-') && !(one.optional && (one.os ?? one.cpu)),
  )
  expect(withoutIntegrity.map(([path]) => path)).toEqual([])
})

test('no package has an address of its own: npm takes it from the registry of its settings', () => {
  expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
})

test('no package runs a script while it is installed, but for those that are allowed by name', () => {
  const scripted = locked.filter(([, one]) => one.hasInstallScript).map(([path]) => toPackageName(path))
  expect(scripted.filter((name) => allowScripts[name] === undefined)).toEqual([])
})
