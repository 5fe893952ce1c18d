// Which folder may import which, over every import of the project.
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
  'server',
  'web',
  'seed',
  'sandbox',
  'scripts',
  'tests',
  'benchmarks',
] as const
type Folder = (typeof folders)[number]

// What each folder may import beside itself; folders that are not named here may import all.
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
  if (allowed === undefined || isTest(from) || toFolder === null || toFolder === fromFolder) return null
  if (allowed.includes(toFolder)) return null
  return `${fromFolder}/ may import ${allowed.join(', ') || 'nothing else'}: take what you need as an argument from server/main.ts or server/app.ts`
}

// The order of the market modules: a module may import those of its own step and of the steps before.
const moduleSteps: Record<string, number> = {
  auth: 0,
  members: 0,
  mail: 0,
  audit: 0,
  overview: 0,
  permissions: 0,
  'cache-keys': 0,
  catalogue: 1,
  categories: 1,
  bikes: 1,
  pictures: 1,
  contact: 1,
  search: 2,
  sharing: 2,
  'price-estimates': 2,
  alerts: 3,
  badges: 3,
  bookings: 3,
  cases: 3,
  chats: 3,
  offers: 3,
  papers: 3,
  wishlist: 3,
  payments: 3,
  deals: 3,
  ledger: 3,
  notifications: 3,
  'phone-proofs': 3,
  publishing: 3,
  ratings: 3,
  'vehicle-numbers': 3,
  transfers: 3,
  inspections: 3,
  payouts: 3,
  receipts: 3,
  admin: 3,
  'own-data': 3,
}

const getModuleName = (path: string): string | null => /^market\/([^/]+)\//.exec(path)?.[1] ?? null

const checkModules = ({ from, to }: ImportEdge): string | null => {
  const [fromModule, toModule] = [getModuleName(from), getModuleName(to)]
  if (isTest(from) || fromModule === null || toModule === null || fromModule === toModule) return null
  if (!/\/(?:table|rules)\.ts$/.test(to))
    return 'a module imports only table.ts and rules.ts of another: take the rest as an argument'
  const [fromStep, toStep] = [moduleSteps[fromModule], moduleSteps[toModule]]
  if (fromStep === undefined || toStep === undefined)
    return `give the module ${fromStep === undefined ? fromModule : toModule} its step in tests/conventions/import-rules.ts`
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

const getPage = (path: string): string | null => /^web\/pages\/([^/]+)\//.exec(path)?.[1] ?? null

const checkPages = ({ from, to }: ImportEdge): string | null => {
  const [fromPage, toPage] = [getPage(from), getPage(to)]
  if (fromPage === null || toPage === null || fromPage === toPage) return null
  return 'a page imports no other page: move what both need to web/components or web/lib'
}

/** The forbidden imports, each with what to do instead. */
export const findForbiddenImports = (edges: readonly ImportEdge[]): string[] =>
  edges.flatMap((edge) =>
    [checkFolders, checkModules, checkPackages, checkPages]
      .map((check) => check(edge))
      .filter((reason) => reason !== null)
      .map((why) => `${edge.from} imports ${edge.to}: ${why}`),
  )

/** Every import cycle, those of types included, as its files in order; the first one closes it. */
export const findImportCycles = (edges: readonly ImportEdge[]): string[][] => {
  const imports = Map.groupBy(edges, ({ from }) => from)
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[][] = []
  const visit = (file: string, path: readonly string[]): void => {
    if (state.get(file) === 'open') cycles.push(path.slice(path.indexOf(file)))
    if (state.has(file)) return
    state.set(file, 'open')
    for (const { to } of imports.get(file) ?? []) visit(to, [...path, to])
    state.set(file, 'done')
  }
  for (const file of imports.keys()) visit(file, [file])
  return cycles
}

/** The import path from `start` to `target`, or null. Type imports do not count: they are gone when the code runs. */
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
