// docs/asvs.csv and docs/security.md are held to the truth here; the planted faults show that each check can fail.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { assert, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { contract } from '#contract/api.ts'
import { getRequirementLevels } from './asvs-levels.ts'
import { columns, findWrongProofs, type Row, parseRows, findWrongIds, findWrongRows } from './asvs.ts'
import { parseTitles } from './specification-titles.ts'
import { readProjectFiles } from './project-files.ts'

const root = join(import.meta.dirname, '../..')
const files = readProjectFiles(root)
const isFile = (path: string): boolean => path !== '' && existsSync(join(root, path))
const titles = new Map(
  files.filter(({ path }) => path.endsWith('.test.ts')).map((file) => [file.path, parseTitles(file)]),
)

describe('docs/asvs.csv', () => {
  const text = files.find(({ path }) => path === 'docs/asvs.csv')?.text ?? ''
  const rows = parseRows(text)
  const levels = getRequirementLevels(2)
  assert(levels.size === 253, 'needs the requirements of both levels')

  const good: Row = { id: '1.1.1', level: '2', what: 'A', applies: 'yes', test: 'web/lib/bike.ts', state: 'holds' }
  const only = new Map([['1.1.1', 2]])

  test('has a row for every requirement of the levels 1 and 2', () => {
    expect(text.split('\n')[0]).toBe(columns.join(','))
    expect(findWrongIds(rows, levels)).toEqual([])
    expect(findWrongIds([good], only)).toEqual([])
    expect(findWrongIds([], only)).toEqual(['1.1.1 is missing'])
    expect(findWrongIds([good, good], only)).toEqual(['1.1.1 stands twice'])
    expect(findWrongIds([good, { ...good, id: '1.1.9' }], only)).toEqual(['1.1.9 is none of this level'])
  })

  test('says of each whether it holds, what is missing, or why it does not apply', () => {
    expect(findWrongRows(rows)).toEqual([])
    expect(findWrongRows([good, { ...good, applies: 'no: we have none', test: '–', state: '–' }])).toEqual([])
    for (const wrong of [
      { what: '' },
      { applies: 'no' },
      { applies: 'no: we have none' },
      { applies: 'perhaps' },
      { state: 'done' },
      { state: 'partly' },
      { test: '–' },
    ])
      expect(findWrongRows([{ ...good, ...wrong }]), JSON.stringify(wrong)).toHaveLength(1)
  })

  test('names files and tests that are there', () => {
    expect(findWrongProofs(rows, titles, isFile)).toEqual([])
    const proof = 'tests/conventions/asvs.test.ts › docs/asvs.csv › names files and tests that are there'
    expect(findWrongProofs([{ ...good, test: `${proof}; web/lib/bike.ts` }], titles, isFile)).toEqual([])
    for (const wrong of ['web/bicycle.ts', `${proof} not`, proof.replace('csv ›', 'xls ›'), `${proof}; web/bicycle.ts`])
      expect(findWrongProofs([{ ...good, test: wrong }], titles, isFile), wrong).toHaveLength(1)
  })
})

describe('docs/security.md', () => {
  const page = files.find(({ path }) => path === 'docs/security.md')?.text ?? ''
  const table = new Map(
    [...page.matchAll(/^\| `((?:GET|POST|PUT|DELETE) \/[^`]*)`\s*\| (\w+)/gm)].map(([, name = '', who = '']) => [
      name,
      who,
    ]),
  )

  test('says of every call who may make it', () => {
    const calls = Object.entries<Call>(contract).map(([name, { access }]) => [name, access])
    expect(Object.fromEntries(table)).toEqual(Object.fromEntries(calls))
  })

  test('names tests that are there', () => {
    const proofs = [...page.matchAll(/`([\w./-]+\.test\.ts) › ([^`]+)`/g)]
    assert(proofs.length > 20, 'needs the table of threats')
    const proofRows = proofs.map(([, path = '', title = '']) => ({ ...emptyRow, test: `${path} › ${title}` }))
    expect(findWrongProofs(proofRows, titles, isFile)).toEqual([])
  })

  test('links to files that are there', () => {
    const links = [...page.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, path = '']) => path)
    expect(links.filter((path) => !existsSync(join(root, 'docs', path)))).toEqual([])
  })
})

const emptyRow: Row = { id: '', level: '', what: '', applies: '', test: '', state: '' }
