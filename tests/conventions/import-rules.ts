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
  'tools',
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
  tools: ['seed', 'scripts'],
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

const getModuleName = (path: string): string | null => /^market\/([^/]+)\//.exec(path)?.[1] ?? null

const isBetweenModules = ({ from, to }: ImportEdge): boolean => {
  const [fromModule, toModule] = [getModuleName(from), getModuleName(to)]
  return !isTest(from) && fromModule !== null && toModule !== null && fromModule !== toModule
}

const checkModules = (edge: ImportEdge): string | null => {
  if (!isBetweenModules(edge)) return null
  if (getModuleName(edge.from) === 'schema') return 'the schema lies below all modules: move the function up'
  return /\/(?:routes|jobs|module)\.ts$/.test(edge.to)
    ? 'routes.ts, jobs.ts and module.ts are taken by server/modules.ts alone: move what both need to a file of its subject'
    : null
}

/** Each module of market/ with the modules that it imports, `schema` left out: all may read the tables. */
export const listModuleArrows = (edges: readonly ImportEdge[]): { from: string; to: string }[] => {
  const arrows = new Map<string, { from: string; to: string }>()
  for (const edge of edges.filter(isBetweenModules)) {
    const [from, to] = [getModuleName(edge.from) ?? '', getModuleName(edge.to) ?? '']
    if (to !== 'schema') arrows.set(`${from} ${to}`, { from, to })
  }
  return [...arrows.values()]
}

const isPure = ({ path, text }: ProjectFile): boolean => path.endsWith('.ts') && text.startsWith('// Pure')

// What reaches a database or another service, or waits for one.
const isImpureTarget = (to: string): boolean =>
  /^(?:drizzle-orm|pg|stripe|better-auth|sharp|nodemailer)(?:\/|$)|^platform\/(?:database|process)\/|^market\/schema\//.test(
    to,
  )

/** Files whose first line says that they are pure, and which import the database or a file that is not. */
export const findImpureImports = (files: readonly ProjectFile[], edges: readonly ImportEdge[]): string[] => {
  const pure = new Set(files.filter(isPure).map(({ path }) => path))
  return edges
    .filter(({ from, isType }) => pure.has(from) && !isType)
    .filter(({ to }) => isImpureTarget(to) || (to.startsWith('market/') && to.endsWith('.ts') && !pure.has(to)))
    .map(({ from, to }) => `${from} says that it is pure, and imports ${to}`)
}

const checkPackages = ({ from, to, isType }: ImportEdge): string | null => {
  if (isTest(from) || to.startsWith('node:') || getFolder(to) !== null) return null
  if (from.startsWith('contract/') && to !== 'zod') return 'the contract uses zod and its own folder only'
  if (to === 'better-auth' || to.startsWith('better-auth/'))
    return from.startsWith('market/auth/') ? null : 'better-auth lives in market/auth/ and nowhere else'
  if (to === 'stripe')
    return from === 'market/payments/stripe.ts' ? null : 'Stripe is spoken to in market/payments/stripe.ts alone'
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
