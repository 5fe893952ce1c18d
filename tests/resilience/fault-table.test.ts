// Every fault of the table has a proof, and every proof that it names is there.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, describe, expect, test } from 'vitest'
import { findProofError as findTestError, parseTitles } from '#tests/conventions/specification-titles.ts'
import { allFaults } from './kinds/all-faults.ts'

const root = join(import.meta.dirname, '../..')
// F01, F03, … F69: the odd numbers.
const ids = Array.from({ length: 35 }, (_, at) => `F${String(at * 2 + 1).padStart(2, '0')}`)

type Proof = { file: string; title: string | null }

/** `file`: title; `file` … as they stand in a cell. */
const parseProofs = (cell: string): Proof[] =>
  [...cell.matchAll(/`([^`]+\.ts)`(?:: (.+?))?(?=; `|$)/g)].map(([, file = '', title]) => ({
    file,
    title: title ?? null,
  }))

const parseRows = (table: string): Map<string, Proof[]> =>
  new Map(
    table.split('\n').flatMap((line): [string, Proof[]][] => {
      const [, id = '', , cell = ''] = line.split('|').map((one) => one.trim())
      return /^F\d\d$/.test(id) ? [[id, parseProofs(cell)]] : []
    }),
  )

/** What is wrong with a proof, or null. */
const findProofError = ({ file, title }: Proof): string | null => {
  if (!existsSync(join(root, file))) return `${file} is not there`
  const isKind = file.startsWith('tests/resilience/kinds/')
  if (isKind) return null
  if (title === null) return `${file} is named without a test`
  const text = readFileSync(join(root, file), 'utf8')
  return findTestError(`${file} › ${title}`, new Map([[file, parseTitles({ path: file, text })]]))
}

const rows = parseRows(readFileSync(join(root, 'tests/resilience/README.md'), 'utf8'))

describe('the table of faults', () => {
  test('has a row with a proof for every fault', () => {
    expect([...rows.keys()]).toEqual(ids)
    expect(ids.filter((id) => rows.get(id)?.length === 0)).toEqual([])
  })

  test('names proofs that are there', () => {
    expect([...rows.values()].flat().flatMap((proof) => findProofError(proof) ?? [])).toEqual([])
  })

  test('contains every kind of fault of the harness', () => {
    const named = new Set([...rows.values()].flat().map(({ file }) => file))
    const playedIds = new Set(allFaults.flatMap(({ id }) => id.split(', ')))
    assert(playedIds.size > 10, 'needs the kinds')
    for (const id of playedIds) expect(rows.has(id), id).toBe(true)
    const kinds = [...named].filter((file) => file.startsWith('tests/resilience/kinds/'))
    expect(kinds.length).toBeGreaterThan(10)
  })

  test('would say so: a row without a proof, a file that is gone, a title that nobody has', () => {
    const plantedRows = parseRows('| F01 | what | |\n| F03 | what | `tests/resilience/gone.test.ts`: a title |\n')
    expect(plantedRows.get('F01')).toEqual([])
    expect(plantedRows.get('F03')?.map(findProofError)).toEqual(['tests/resilience/gone.test.ts is not there'])
    expect(
      findProofError({ file: 'tests/resilience/fault-table.test.ts', title: ['nobody', 'has', 'this'].join(' ') }),
    ).toContain('there is no test')
  })
})
