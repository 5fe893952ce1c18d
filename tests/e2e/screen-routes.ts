// Reads the route table of web/app/routes.tsx, so that the tests also visit routes that are added later.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FixtureKey } from '#seed/fixtures.ts'

export type RouteRow = { path: string; access: string }

const file = join(import.meta.dirname, '../../web/app/routes.tsx')

/** The rows of the table. The file cannot be imported here, because it uses `import.meta.glob` of Vite. */
export const routeRows: RouteRow[] = Array.from(
  readFileSync(file, 'utf8').matchAll(/\{ path: '([^'*]+)', access: '(\w+)', screen:/g),
  ([, path = '', access = '']) => ({ path, access }),
)

const personByAccess: Record<string, FixtureKey | 'visitor'> = {
  member: 'karim',
  seller: 'rahim',
  admin: 'ayesha',
  cashier: 'rokeya',
  moderator: 'imran',
}

/** The person who may open a route. */
export const getVisitorFor = ({ access }: RouteRow): FixtureKey | 'visitor' => personByAccess[access] ?? 'visitor'

const createPattern = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)

/** Whether the page is public, and so indexable; `path` has no language prefix. */
export const isPublic = (path: string): boolean =>
  routeRows.some((row) => row.access === 'anyone' && createPattern(row.path).test(path))

/** The routes that none of these screens covers. */
export const findUncoveredRows = (shownPaths: readonly string[]): RouteRow[] =>
  routeRows.filter(({ path }) => !shownPaths.includes(path))
