// The routes table as it stands in web/app/routes.tsx, so that a new row is visited without anybody thinking of it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CastKey } from '#seed/fixtures.ts'

export type Row = { path: string; access: string }

const file = join(import.meta.dirname, '../../web/app/routes.tsx')

/** The rows of the table. The file itself cannot be imported here: it asks its bundler for all screens. */
export const rows: Row[] = Array.from(
  readFileSync(file, 'utf8').matchAll(/\{ path: '([^'*]+)', access: '(\w+)', screen:/g),
  ([, path = '', access = '']) => ({ path, access }),
)

const people: Record<string, CastKey | 'visitor'> = { member: 'karim', seller: 'rahim', admin: 'ayesha' }

/** Who may open a row. */
export const whoMayOpen = ({ access }: Row): CastKey | 'visitor' => people[access] ?? 'visitor'

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)

/** Whether everybody, and so a search engine too, may read the page at this address, which names no language. */
export const isPublic = (path: string): boolean =>
  rows.some((row) => row.access === 'anyone' && patternOf(row.path).test(path))

/** The rows that none of these screens shows. */
export const rowsBeside = (shown: readonly string[]): Row[] => rows.filter(({ path }) => !shown.includes(path))
