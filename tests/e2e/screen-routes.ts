// The route table, so that the tests also visit routes that are added later.
import type { FixtureKey } from '#seed/fixtures.ts'
import { routeTable } from '#web/app/route-table.ts'

export type RouteRow = { path: string; access: string }

export const routeRows: RouteRow[] = routeTable.map(({ path, access }) => ({ path, access }))

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
