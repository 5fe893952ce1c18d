// Nothing of the catalogue is forgotten, and the page about the kinds names what there is.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, expect, test } from 'vitest'
import { parseTitles } from '#tests/conventions/specification-titles.ts'
import { catalogue } from './catalogue.ts'

const root = join(import.meta.dirname, '../..')
const listFiles = (folder: string, name: RegExp): string[] =>
  readdirSync(join(root, folder))
    .filter((file) => name.test(file))
    .map((file) => `${folder}/${file}`)
const readRows = (folder: string, name: RegExp): string =>
  listFiles(folder, name)
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')

// A row of a table, or a test whose title begins with the number.
const idPattern = /(?:\bid: |\btest(?:EachCall|\.each\([^)]*\))?\(\s*)['"`](A\d{3}(?: A\d{3})*)\b/g
// A journey walks through several at once, and its title begins with all of them.
const parseIds = (text: string): Set<string> =>
  new Set([...text.matchAll(idPattern)].flatMap(([, ids = '']) => ids.split(' ')))

test('every attempt of the catalogue has a row, and every row is of the catalogue', () => {
  const rows = parseIds(readRows('tests/security', /\.test\.ts$/) + readRows('tests/e2e', /^attacks.*\.test\.ts$/))
  const ids = Object.keys(catalogue)
  assert(ids.length > 100, 'needs the catalogue')
  expect(ids.filter((id) => !rows.has(id))).toEqual([])
  expect([...rows].filter((id) => !ids.includes(id))).toEqual([])
})

const page = readFileSync(join(root, 'docs/attack-kinds.md'), 'utf8')
const listIds = (text: string): string[] => [...text.matchAll(/\bA\d{3}\b/g)].map(([id]) => id)

test('the page about the kinds of attacks names every attempt, each under one kind', () => {
  const tables = page.split('\n').filter((line) => line.startsWith('|'))
  const mentionedIds = listIds(tables.join('\n'))
  expect(Object.keys(catalogue).filter((id) => !mentionedIds.includes(id))).toEqual([])
  expect(mentionedIds.filter((id, at) => mentionedIds.indexOf(id) !== at)).toEqual([])
})

test('the page about the kinds of attacks says which attempts are in the long run alone', () => {
  const files = [...listFiles('tests/security', /\.test\.ts$/), ...listFiles('tests/e2e', /^attacks.*\.test\.ts$/)]
  const titles = files.flatMap((path) => parseTitles({ path, text: readFileSync(join(root, path), 'utf8') }))
  const inEveryRun = new Set([
    ...titles.filter(({ isLong }) => !isLong).flatMap(({ own }) => listIds(own.source)),
    // The rows of tables are in every run.
    ...files
      .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(/\bid: '(A\d{3})'/g)])
      .map(([, id]) => id),
  ])
  const longIds = Object.keys(catalogue).filter((id) => !inEveryRun.has(id))
  const sentence = page.split('\n').find((line) => line.startsWith('Only `npm run test:long` tries ')) ?? ''
  expect(listIds(sentence)).toEqual(longIds)
})
