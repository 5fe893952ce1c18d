// The documents name files and functions. Each must exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { assert, expect, test } from 'vitest'
import { readProjectFiles } from './project-files.ts'

const root = join(import.meta.dirname, '../..')
// STYLE.md names files of other projects. The glossary lists retired paths at its end.
const documents = readProjectFiles(root)
  .filter(({ path }) => /^(?:docs\/.*|README|SECURITY|(?:sandbox|tests|tools)\/.*)\.md$/.test(path))
  .map(({ path, text }) => ({ path, text: text.split('\n## Retired words')[0] ?? '' }))
const readDocument = (name: string): string => readFileSync(join(root, 'docs', name), 'utf8')

/** A path, and the name that the file must declare; null where only the path is mentioned. */
type Reference = { path: string; name: string | null }

const topFolders = 'benchmarks|contract|docs|market|migrations|platform|sandbox|scripts|seed|server|tests|tools|web'
const referencePattern = new RegExp(String.raw`(?<![\w./-])((?:${topFolders})(?:/[\w.-]+)*/?)(?::([\w$]+))?`, 'g')

const parseReferences = (text: string): Reference[] =>
  [...text.matchAll(referencePattern)]
    .filter(([, path = '']) => path.includes('/'))
    .map(([, path = '', name]) => ({ path: path.replace(/\.$/, ''), name: name ?? null }))

/** The targets of Markdown links to other files, from the root of the project, without their anchors. */
const parseLinks = (path: string, text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[\w-]*)?\)/g)].map(([, target = '']) => join(dirname(path), target))

const declares = (text: string, name: string): boolean =>
  new RegExp(
    String.raw`(?:\b(?:const|let|function\*?|type|class)|\b(?:index|trigger|table|function|constraint))\s+${name}\b`,
  ).test(text)

const findMissing = (references: readonly Reference[]): string[] =>
  references
    .filter(({ path, name }) => {
      const file = join(root, path)
      return !existsSync(file) || (name !== null && !declares(readFileSync(file, 'utf8'), name))
    })
    .map(({ path, name }) => (name === null ? path : `${path}:${name}`))

test.each(['architecture.md', 'architecture.svg'])('every file and function named in docs/%s exists', (document) => {
  const references = parseReferences(readDocument(document))
  assert(references.length >= 20, 'needs the references of the document')
  expect(findMissing(references)).toEqual([])
})

test('every path named in the documents exists', () => {
  assert(documents.length > 40, 'needs the documents')
  const missing = documents.flatMap(({ path, text }) =>
    findMissing(parseReferences(text)).map((reference) => `${path}: ${reference}`),
  )
  expect(missing).toEqual([])
})

test('every link of the documents leads to a file', () => {
  const missing = documents.flatMap(({ path, text }) =>
    parseLinks(path, text)
      .filter((target) => !existsSync(join(root, target)))
      .map((target) => `${path}: ${target}`),
  )
  expect(missing).toEqual([])
  expect(parseLinks('docs/a.md', '[a](decisions/none.md#b) and [c](../README.md)')).toEqual([
    'docs/decisions/none.md',
    'README.md',
  ])
})

test('the tree in README.md has each module of the market, and no other', () => {
  const readme = documents.find(({ path }) => path === 'README.md')?.text ?? ''
  const [, list = ''] = /^market\/ .*\n((?: {2}.*\n)+)/m.exec(readme) ?? []
  const named = [...list.matchAll(/(?<=^ +| {2,})([a-z-]+)\/(?= )/gm)].map(([, name = '']) => name)
  const modules = readdirSync(join(root, 'market'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(named.toSorted()).toEqual(modules.map(({ name }) => name).toSorted())
})

test('decision records have one heading style and are in the index', () => {
  const records = documents.filter(({ path }) => /^docs\/decisions\/\d{4}-/.test(path))
  const index = documents.find(({ path }) => path === 'docs/decisions/README.md')?.text ?? ''
  assert(records.length > 35, 'needs the decision records')
  const faults = records.filter(({ path, text }) => {
    const file = path.slice('docs/decisions/'.length)
    const number = file.slice(0, 4)
    const [heading = ''] = text.split('\n', 1)
    return (
      !heading.startsWith(`# ${number}. `) || !/^## Decision\b/m.test(text) || !index.includes(`[${number}](${file})`)
    )
  })
  expect(faults.map(({ path }) => path)).toEqual([])
})

test('a wrong path, a wrong function and a wrong constraint are reported', () => {
  const text = [
    '`server/app.ts:createApp`',
    '`server/aps.ts:createApp`',
    '`server/app.ts:createAps`',
    '`web/nowhere/`',
    '`migrations/schema/07-bookings-and-wishes.sql:booked_once`',
    '`migrations/schema/07-bookings-and-wishes.sql:booked_twice`',
    'web/pages/<name>',
  ].join('\n')
  expect(findMissing(parseReferences(text))).toEqual([
    'server/aps.ts:createApp',
    'server/app.ts:createAps',
    'web/nowhere/',
    'migrations/schema/07-bookings-and-wishes.sql:booked_twice',
  ])
})
