// Which folder may know which: design laws 1 and 2, over every import of the project.
import { posix } from 'node:path'
import type { ProjectFile } from './project-files.ts'
import { parseImports } from './syntax-rules.ts'

/** One import: who imports what, from the root of the project, or the name of a package. */
export type ImportEdge = { from: string; to: string; isType: boolean }

// `#market/…` is a path from the root (package.json, "imports"); `./…` is one from the importing file's folder.
const resolveImport = (importer: string, specifier: string): string => {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? posix.join(posix.dirname(importer), specifier) : specifier
}

/** All imports of the files, addresses resolved. */
export const listImportEdges = (files: readonly ProjectFile[]): ImportEdge[] =>
  files.flatMap((file) =>
    parseImports(file).map(({ from, isType }) => ({
      from: file.path,
      to: resolveImport(file.path, from),
      isType,
    })),
  )

const folders = [
  'contract',
  'platform',
  'market',
  'web',
  'seed',
  'sandbox',
  'tools',
  'bench',
  'journeys',
  'attacks',
  'faults',
] as const
type Folder = (typeof folders)[number]

// What each folder may know beside itself; those that are not named here may know all.
const allowedFolders: Partial<Record<Folder, readonly Folder[]>> = {
  contract: [],
  platform: ['contract'],
  market: ['contract', 'platform'],
  web: ['contract'],
  sandbox: ['contract'],
  seed: ['contract', 'platform', 'market'],
}

const getFolder = (path: string): Folder | null => folders.find((folder) => path.startsWith(`${folder}/`)) ?? null

const isTest = (path: string): boolean => /\.test\.tsx?$|(?:^|\/)test-[\w-]+\.ts$/.test(path)

const checkFolders = ({ from, to }: ImportEdge): string | null => {
  const [fromFolder, toFolder] = [getFolder(from), getFolder(to)]
  const allowed = fromFolder === null ? undefined : allowedFolders[fromFolder]
  const isRootFile = /^(?:main|shop)\.ts$/.test(to)
  if (allowed === undefined || isTest(from) || (toFolder === null && !isRootFile) || toFolder === fromFolder)
    return null
  if (toFolder !== null && allowed.includes(toFolder)) return null
  return `${fromFolder}/ may know ${allowed.join(', ') || 'nothing else'}: take what you need as an argument from server/main.ts or server/app.ts`
}

// The order of the rooms: a room knows those of its own step and of the steps before.
const moduleSteps: Record<string, number> = {
  identity: 0,
  members: 0,
  mail: 0,
  audit: 0,
  catalogue: 1,
  categories: 1,
  bikes: 1,
  pictures: 1,
  contact: 1,
  search: 2,
  sharing: 2,
  bookings: 2,
  wishlist: 2,
  notices: 3,
  worth: 2,
  payments: 3,
  desk: 3,
  account: 3,
}

const getModuleName = (path: string): string | null => /^market\/([^/]+)\//.exec(path)?.[1] ?? null

const checkModules = ({ from, to }: ImportEdge): string | null => {
  const [fromModule, toModule] = [getModuleName(from), getModuleName(to)]
  if (isTest(from) || fromModule === null || toModule === null || fromModule === toModule) return null
  if (!/\/(?:table|rules)\.ts$/.test(to))
    return 'a room knows only the table.ts and rules.ts of another: ask for the rest as an argument'
  const [fromStep, toStep] = [moduleSteps[fromModule], moduleSteps[toModule]]
  if (fromStep === undefined || toStep === undefined)
    return `give the room ${fromStep === undefined ? fromModule : toModule} its step in tests/conventions/import-rules.ts`
  return toStep > fromStep ? `${fromModule} comes before ${toModule}: turn the dependency around` : null
}

const checkPackages = ({ from, to, isType }: ImportEdge): string | null => {
  if (isTest(from) || to.startsWith('node:') || getFolder(to) !== null) return null
  if (from.startsWith('contract/') && to !== 'zod') return 'the contract uses zod and its own folder only'
  if (to === 'better-auth' || to.startsWith('better-auth/'))
    return from.startsWith('market/auth/') ? null : 'better-auth lives in market/auth/ and nowhere else'
  if (to === 'stripe')
    return from === 'market/payments/provider.ts' ? null : 'Stripe is spoken to in market/payments/provider.ts alone'
  if (from.startsWith('web/') && to === 'zod' && !isType)
    return 'no schema is shipped to the browser: import types only'
  return null
}

/** The imports that break a law, each with what to do instead. */
export const findForbiddenImports = (edges: readonly ImportEdge[]): string[] =>
  edges.flatMap((edge) =>
    [checkFolders, checkModules, checkPackages]
      .map((check) => check(edge))
      .filter((reason) => reason !== null)
      .map((why) => `${edge.from} imports ${edge.to}: ${why}`),
  )

/** The way from a file to what it must not carry, or null: types are gone when the code runs. */
export const findImportPath = (edges: readonly ImportEdge[], start: string, target: string): string[] | null => {
  const paths: string[][] = [[start]]
  const seen = new Set([start])
  for (let path = paths.shift(); path; path = paths.shift()) {
    const current = path.at(-1)
    for (const { from, to, isType } of edges) {
      if (from !== current || isType || seen.has(to)) continue
      if (to === target) return [...path, to]
      seen.add(to)
      paths.push([...path, to])
    }
  }
  return null
}
