// docs/architecture.md and its picture name files and functions. Each must exist.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const readDocument = (name: string): string => readFileSync(join(root, 'docs', name), 'utf8')

/** A path, and the name that the file must declare; null where only the path is mentioned. */
type Reference = { path: string; name: string | null }

const topFolders = 'benchmarks|contract|docs|market|migrations|platform|sandbox|scripts|seed|server|tests|web'
const referencePattern = new RegExp(String.raw`(?<![\w./-])((?:${topFolders})(?:/[\w.-]+)*/?)(?::([\w$]+))?`, 'g')

const parseReferences = (text: string): Reference[] =>
  [...text.matchAll(referencePattern)]
    .filter(([, path = '']) => path.includes('/'))
    .map(([, path = '', name]) => ({ path: path.replace(/\.$/, ''), name: name ?? null }))

/** The targets of Markdown links to other documents, without their anchors. */
const parseLinks = (text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[\w-]*)?\)/g)].map(([, target = '']) => join('docs', target))

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

test('every link of docs/architecture.md leads to a file', () => {
  const links = parseLinks(readDocument('architecture.md'))
  assert(links.length >= 3, 'needs the links of the page')
  expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('a wrong path, a wrong function and a wrong constraint are reported', () => {
  const text = [
    '`server/app.ts:createApp`',
    '`server/aps.ts:createApp`',
    '`server/app.ts:createAps`',
    '`web/nowhere/`',
    '`migrations/0001_open_the_shop.sql:booked_once`',
    '`migrations/0001_open_the_shop.sql:booked_twice`',
    'web/pages/<name>',
  ].join('\n')
  expect(findMissing(parseReferences(text))).toEqual([
    'server/aps.ts:createApp',
    'server/app.ts:createAps',
    'web/nowhere/',
    'migrations/0001_open_the_shop.sql:booked_twice',
  ])
})
