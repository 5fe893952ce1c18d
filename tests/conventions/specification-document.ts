// docs/specification.md as rows, and what can be wrong with them.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findProofError, type Title } from './specification-titles.ts'

/** One sentence of the specification: where it is built, what proves it, and where we decided otherwise. */
export type Row = { line: number; section: string; cells: string[] }

export const columns = ['id', 'the specification says', 'built in', 'proved by', 'differently, because'] as const

/** What stands in the last column where we built what is said. */
export const noDeviation = '–'

// A line that an escaped upright stroke stands in has no cell there.
const parseCells = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'))

const isSeparatorRow = (line: string): boolean => /^\|[\s|:-]+\|$/.test(line)

/** The rows of all tables; a table's first line is its head, which is left out. */
export const parseRows = (text: string): Row[] => {
  const lines = text.split('\n').map((one) => one.trim())
  let section = ''
  return lines.flatMap((line, index) => {
    if (line.startsWith('## ')) section = line.slice(3)
    if (!line.startsWith('|') || isSeparatorRow(line) || isSeparatorRow(lines[index + 1] ?? '')) return []
    return [{ line: index + 1, section, cells: parseCells(line) }]
  })
}

const getId = ({ cells }: Row): string => cells[0] ?? ''
const formatFault = (row: Row, fault: string): string => `line ${row.line}, ${getId(row)}: ${fault}`
const parseQuoted = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

/** Rows with a cell too many or too few, or with one that says nothing. */
export const findEmptyCells = (rows: readonly Row[]): string[] =>
  rows.flatMap((row) => {
    if (row.cells.length !== columns.length)
      return [formatFault(row, `${row.cells.length} cells instead of ${columns.length}`)]
    return columns.flatMap((column, index) => {
      const cell = row.cells[index] ?? ''
      const isEmpty = cell === '' || (cell === noDeviation && index !== columns.length - 1)
      return isEmpty ? [formatFault(row, `"${column}" is empty`)] : []
    })
  })

/** Ids that stand twice, or that do not name their section first. */
export const findWrongIds = (rows: readonly Row[]): string[] => {
  const seen = new Set<string>()
  return rows.flatMap((row) => {
    const id = getId(row)
    const isDuplicate = seen.has(id)
    seen.add(id)
    if (isDuplicate) return [formatFault(row, 'stands twice')]
    return id.startsWith(`S${row.section[0]}-`) ? [] : [formatFault(row, `does not begin with S${row.section[0]}-`)]
  })
}

/** Files that a row names as its place, or as a decision, and that are not there. */
export const findMissingFiles = (rows: readonly Row[], root: string): string[] =>
  rows.flatMap((row) => {
    const paths = parseQuoted(row.cells[2])
    const links = [...(row.cells[4] ?? '').matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => join('docs', link))
    const missing = [...paths, ...links].filter((path) => !existsSync(join(root, path)))
    return [
      ...missing.map((path) => formatFault(row, `there is no ${path}`)),
      ...(paths.length === 0 ? [formatFault(row, 'names no file in which it is built')] : []),
    ]
  })

/** Tests that a row names and that are not there, or that are in another length of the test run than it says. */
export const findWrongTests = (rows: readonly Row[], titles: ReadonlyMap<string, readonly Title[]>): string[] =>
  rows.flatMap((row) => {
    const proofs = parseQuoted(row.cells[3])
    return [
      ...proofs.flatMap((proof) => findProofError(proof, titles) ?? []).map((error) => formatFault(row, error)),
      ...(proofs.length === 0 ? [formatFault(row, 'names no test')] : []),
    ]
  })
