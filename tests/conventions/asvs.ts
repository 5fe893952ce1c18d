// docs/asvs.csv, read and held to the truth: every requirement is there, and what it names as proof exists.
import { findProofError, type Title } from './specification-titles.ts'

export const columns = ['id', 'level', 'what', 'applies', 'test', 'state'] as const
export type Row = Record<(typeof columns)[number], string>

const emptyCell = '–'
const validStates = new Set(['holds', 'partly', 'open'])

/** The cells of one line; a cell in quotes may hold commas and doubled quotes. */
const parseCells = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare = '']) =>
    quoted === undefined ? bare : quoted.replaceAll('""', '"'),
  )

/** The rows of the table below its head. */
export const parseRows = (text: string): Row[] =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [id = '', level = '', what = '', applies = '', test = '', state = ''] = parseCells(line)
      return { id, level, what, applies, test, state }
    })

/** Requirements that are missing, stand twice, are none, or have another level. */
export const findWrongIds = (rows: readonly Row[], levels: ReadonlyMap<string, number>): string[] => {
  const seen = rows.map(({ id }) => id)
  return [
    ...[...levels.keys()].filter((id) => !seen.includes(id)).map((id) => `${id} is missing`),
    ...seen.filter((id, index) => seen.indexOf(id) !== index).map((id) => `${id} stands twice`),
    ...rows.filter(({ id, level }) => String(levels.get(id)) !== level).map(({ id }) => `${id} is none of this level`),
  ]
}

/** What is wrong with one row by itself: what does not apply has a reason, and what is not whole says what is missing. */
const getRowError = ({ what, applies, test, state }: Row): string | null => {
  if (what === '') return 'says nothing in our own words'
  if (applies.startsWith('no: '))
    return test === emptyCell && state === emptyCell ? null : 'does not apply and is proved'
  if (applies !== 'yes' && !applies.startsWith('yes: ')) return 'neither applies nor says why not'
  if (!validStates.has(state)) return `is ${state}, which is no state`
  if (state !== 'holds' && applies === 'yes') return 'does not hold and does not say what is missing'
  return test === emptyCell || test === '' ? 'names no proof' : null
}

export const findWrongRows = (rows: readonly Row[]): string[] =>
  rows.flatMap((row) => {
    const error = getRowError(row)
    return error === null ? [] : [`${row.id} ${error}`]
  })

// A title may hold a semicolon of its own; the next proof begins with a path.
const proofSeparator = /; (?=[\w./-]+\.\w+(?: ›|;|$))/

/** The proofs of a row: a file, or `file › title` with the titles of the groups before it. */
const parseProofs = ({ id, test }: Row) =>
  test === emptyCell
    ? []
    : test.split(proofSeparator).map((proof) => {
        const [path = '', title] = proof.split(' › ')
        return { id, proof, path, hasTitle: title !== undefined }
      })

/**
 * Proofs that are not there, or that are in another length of the test run than they say.
 * @param titles the tests of each test file
 * @param isFile whether the project has this file
 */
export const findWrongProofs = (
  rows: readonly Row[],
  titles: ReadonlyMap<string, Title[]>,
  isFile: (path: string) => boolean,
): string[] =>
  rows.flatMap(parseProofs).flatMap(({ id, proof, path, hasTitle }) => {
    const error = isFile(path) ? hasTitle && findProofError(proof, titles) : `there is no ${path}`
    return error ? [`${id}: ${error}`] : []
  })
