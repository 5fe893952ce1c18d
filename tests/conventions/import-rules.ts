// Which folder may know which: design laws 1 and 2, over every import of the project.
import { posix } from 'node:path'
import type { File } from './project-files.ts'
import { importsOf } from './syntax-rules.ts'

/** One import: who imports what, from the root of the project, or the name of a package. */
export type Edge = { from: string; to: string; isType: boolean }

// `#market/…` is a path from the root (package.json, "imports"); `./…` is one from the importing file's folder.
const resolveImport = (importer: string, specifier: string): string => {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? posix.join(posix.dirname(importer), specifier) : specifier
}

/** All imports of the files, addresses resolved. */
export const edgesOf = (files: readonly File[]): Edge[] =>
  files.flatMap((file) =>
    importsOf(file).map(({ from, isType }) => ({
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
const mayKnow: Partial<Record<Folder, readonly Folder[]>> = {
  contract: [],
  platform: ['contract'],
  market: ['contract', 'platform'],
  web: ['contract'],
  sandbox: ['contract'],
  seed: ['contract', 'platform', 'market'],
}

const folderOf = (path: string): Folder | null => folders.find((folder) => path.startsWith(`${folder}/`)) ?? null

const isTest = (path: string): boolean => /\.test\.tsx?$|(?:^|\/)test-[\w-]+\.ts$/.test(path)

const betweenFolders = ({ from, to }: Edge): string | null => {
  const [mine, other] = [folderOf(from), folderOf(to)]
  const known = mine === null ? undefined : mayKnow[mine]
  const isRoot = /^(?:main|shop)\.ts$/.test(to)
  if (known === undefined || isTest(from) || (other === null && !isRoot) || other === mine) return null
  if (other !== null && known.includes(other)) return null
  return `${mine}/ may know ${known.join(', ') || 'nothing else'}: take what you need as an argument from server/main.ts or server/app.ts`
}

// The order of the rooms: a room knows those of its own step and of the steps before.
const steps: Record<string, number> = {
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

const roomOf = (path: string): string | null => /^market\/([^/]+)\//.exec(path)?.[1] ?? null

const betweenRooms = ({ from, to }: Edge): string | null => {
  const [mine, other] = [roomOf(from), roomOf(to)]
  if (isTest(from) || mine === null || other === null || mine === other) return null
  if (!/\/(?:table|rules)\.ts$/.test(to))
    return 'a room knows only the table.ts and rules.ts of another: ask for the rest as an argument'
  const [here, there] = [steps[mine], steps[other]]
  if (here === undefined || there === undefined)
    return `give the room ${here === undefined ? mine : other} its step in tests/conventions/import-rules.ts`
  return there > here ? `${mine} comes before ${other}: turn the dependency around` : null
}

const outside = ({ from, to, isType }: Edge): string | null => {
  if (isTest(from) || to.startsWith('node:') || folderOf(to) !== null) return null
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
export const lawless = (edges: readonly Edge[]): string[] =>
  edges.flatMap((edge) =>
    [betweenFolders, betweenRooms, outside]
      .map((law) => law(edge))
      .filter((why) => why !== null)
      .map((why) => `${edge.from} imports ${edge.to}: ${why}`),
  )

/** The way from a file to what it must not carry, or null: types are gone when the code runs. */
export const wayTo = (edges: readonly Edge[], start: string, target: string): string[] | null => {
  const ways: string[][] = [[start]]
  const seen = new Set([start])
  for (let way = ways.shift(); way; way = ways.shift()) {
    const here = way.at(-1)
    for (const { from, to, isType } of edges) {
      if (from !== here || isType || seen.has(to)) continue
      if (to === target) return [...way, to]
      seen.add(to)
      ways.push([...way, to])
    }
  }
  return null
}
