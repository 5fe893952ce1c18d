// The routes table as it stands in web/app/routes.tsx, so that a new row is visited without anybody thinking of it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FixtureKey } from '#seed/fixtures.ts'

export type RouteRow = { path: string; access: string }

const file = join(import.meta.dirname, '../../web/app/routes.tsx')

/** The rows of the table. The file itself cannot be imported here: it asks its bundler for all screens. */
export const routeRows: RouteRow[] = Array.from(
  readFileSync(file, 'utf8').matchAll(/\{ path: '([^'*]+)', access: '(\w+)', screen:/g),
  ([, path = '', access = '']) => ({ path, access }),
)

const personByAccess: Record<string, FixtureKey | 'visitor'> = { member: 'karim', seller: 'rahim', admin: 'ayesha' }

/** Who may open a row. */
export const getVisitorFor = ({ access }: RouteRow): FixtureKey | 'visitor' => personByAccess[access] ?? 'visitor'

const createPattern = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)

/** Whether everybody, and so a search engine too, may read the page at this address, which names no language. */
export const isPublic = (path: string): boolean =>
  routeRows.some((row) => row.access === 'anyone' && createPattern(row.path).test(path))

/** The rows that none of these screens shows. */
export const findUncoveredRows = (shownPaths: readonly string[]): RouteRow[] =>
  routeRows.filter(({ path }) => !shownPaths.includes(path))
