// What is installed is what was looked at: exact versions, with their fingerprints, and no script that was not allowed.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { assert, describe, expect, test } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '../..')
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))

const Versions = z.record(z.string(), z.string()).default({})
const Package = z.object({
  private: z.literal(true),
  type: z.literal('module'),
  dependencies: Versions,
  devDependencies: Versions,
  optionalDependencies: Versions,
  allowScripts: z.record(z.string(), z.boolean()).default({}),
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
const Lock = z.object({ packages: z.record(z.string(), Locked) })

const toPackageName = (path: string): string => path.split('node_modules/').at(-1) ?? path
const listLocked = (file: string) => Object.entries(Lock.parse(read(file)).packages).filter(([path]) => path !== '')

// The project, and the tools that are installed when they are used.
const packageFiles = globSync('{,tools/*/}package.json', { cwd: root })
assert(packageFiles.length > 1, 'needs the packages of tools/')
assert(listLocked('package-lock.json').length > 300, 'needs the packages of the lock')

test('every tool has a lock file', () => {
  const folders = globSync('tools/*/', { cwd: root })
  expect(folders.filter((folder) => !existsSync(join(root, folder, 'package-lock.json')))).toEqual([])
})

describe.each(packageFiles)('of %s', (packageFile) => {
  const { allowScripts, dependencies, devDependencies, optionalDependencies } = Package.parse(read(packageFile))
  const locked = listLocked(join(dirname(packageFile), 'package-lock.json'))

  test('every package is asked for in one exact version', () => {
    const all = [dependencies, devDependencies, optionalDependencies].flatMap((group) => Object.entries(group))
    expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
    const versions = new Map(locked.map(([path, { version }]) => [path, version]))
    for (const [name, version] of all) expect(versions.get(`node_modules/${name}`), name).toBe(version)
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
})
