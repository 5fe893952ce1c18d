// docs/specification.md says, sentence by sentence, where the product is built and which test proves it. Here that page is
// held to the truth; the planted faults show that each check can fail.
import { join } from 'node:path'
import { assert, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { routeTable } from '#web/app/route-table.ts'
import { findMissingInContract } from './specification-contract.ts'
import * as document from './specification-document.ts'
import { calls, messages, unnamedCalls, routes, labels } from './specification-lists.ts'
import { hasTitle, parseSentences, parseTitles } from './specification-titles.ts'
import { readProjectFiles } from './project-files.ts'

const root = join(import.meta.dirname, '../..')
const files = readProjectFiles(root)
const page = files.find(({ path }) => path === 'docs/specification.md')?.text ?? ''
const rows = document.parseRows(page)
assert(rows.length > 200, 'needs a row for every sentence of the specification')

const titles = new Map(
  files.filter(({ path }) => path.endsWith('.test.ts')).map((file) => [file.path, parseTitles(file)]),
)
assert(titles.size > 50, 'needs the tests of the project')

const head = '| id | the specification says | built in | proved by | differently, because |\n| - | - | - | - | - |\n'
const parsePlantedRows = (...lines: string[]) => document.parseRows(`## 2. Screens\n\n${head}${lines.join('\n')}\n`)
const validProof = '`tests/conventions/imports.test.ts › imports › name files that exist`'
const good = `| S2-a | "A" | \`web/lib/bike.ts\` | ${validProof} | – |`

describe('the rows of docs/specification.md', () => {
  test('stand under the nine sections, in tables of the same columns', () => {
    expect([...new Set(rows.map(({ section }) => section[0]))]).toEqual([...'123456789'])
    const heads = page.split('\n').filter((line) => /^\|\s*id\s/.test(line))
    expect(heads).toHaveLength(9)
    for (const line of heads)
      expect(
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ).toEqual(document.columns)
    expect(parsePlantedRows(good)).toHaveLength(1)
  })

  test('have no empty cell', () => {
    expect(document.findEmptyCells(rows)).toEqual([])
    expect(document.findEmptyCells(parsePlantedRows(good))).toEqual([])
    expect(document.findEmptyCells(parsePlantedRows(good.replace('"A"', ' ')))).toHaveLength(1)
    expect(document.findEmptyCells(parsePlantedRows(good.replace(validProof, '–')))).toHaveLength(1)
    expect(document.findEmptyCells(parsePlantedRows(good.replace('"A"', '"A" | "B"')))).toHaveLength(1)
    expect(document.findEmptyCells(parsePlantedRows(good.replace('"A"', String.raw`"A" \| "B"`)))).toEqual([])
  })

  test('have ids that stand once and name their section', () => {
    expect(document.findWrongIds(rows)).toEqual([])
    expect(document.findWrongIds(parsePlantedRows(good, good))).toHaveLength(1)
    expect(document.findWrongIds(parsePlantedRows(good.replace('S2-', 'S3-')))).toHaveLength(1)
  })

  test('name files and decisions that are there', () => {
    expect(document.findMissingFiles(rows, root)).toEqual([])
    expect(document.findMissingFiles(parsePlantedRows(good), root)).toEqual([])
    expect(
      document.findMissingFiles(parsePlantedRows(good.replace('web/lib/bike.ts', 'web/bicycle.ts')), root),
    ).toHaveLength(1)
    expect(
      document.findMissingFiles(parsePlantedRows(good.replace('`web/lib/bike.ts`', 'somewhere')), root),
    ).toHaveLength(1)
    expect(
      document.findMissingFiles(parsePlantedRows(good.replace('– |', '[why](decisions/none.md) |')), root),
    ).toHaveLength(1)
  })

  test('name tests that are there, by their titles', () => {
    expect(document.findWrongTests(rows, titles)).toEqual([])
    expect(document.findWrongTests(parsePlantedRows(good), titles)).toEqual([])
    for (const [actualRoutes, wrong] of [
      ['conventions/imports', 'conventions/import'],
      ['imports ›', 'exports ›'],
      ['that exist', 'that do not exist'],
      [' › imports › name files that exist', ''],
      [validProof, 'by looking'],
    ] as const)
      expect(document.findWrongTests(parsePlantedRows(good.replace(actualRoutes, wrong)), titles), wrong).toHaveLength(
        1,
      )
  })

  test('say which tests are in the long run alone', () => {
    const plantedTitles = new Map([
      [
        'a.test.ts',
        parseTitles({ path: 'a.test.ts', text: `test('waits', { tags: 'long' }, () => {})\ntest('adds', () => {})` }),
      ],
    ])
    for (const [proof, faults] of [
      ['a.test.ts › waits', 1],
      ['a.test.ts › waits (long)', 0],
      ['a.test.ts › adds', 0],
      ['a.test.ts › adds (long)', 1],
    ] as const)
      expect(
        document.findWrongTests(parsePlantedRows(good.replace(validProof, `\`${proof}\``)), plantedTitles),
        proof,
      ).toHaveLength(faults)
  })

  test('name every route, call, message and word that the specification fixes', () => {
    const statements = rows.map(({ cells }) => cells[1] ?? '').join('\n')
    const fixedTexts = [
      ...routes.map(([path]) => `\`${path}\``),
      ...calls.map((line) => `\`${(line.split('|')[0] ?? '').trim()}\``),
      ...[...messages, ...labels].map((text) => text.replace('…', 'N').trim()),
    ]
    expect(fixedTexts.filter((one) => !statements.includes(one))).toEqual([])
  })
})

describe('the titles of the tests', () => {
  const parseTestFile = (text: string) => parseTitles({ path: 'a.test.ts', text })

  test('are read with their groups, also where parts are filled in as they run', () => {
    const parsedTitles = parseTestFile(`
      describe('the till', () => {
        test('takes "Taka" (once)', { tag: '@desktop' }, () => {})
        for (const who of people) test(\`is closed to \${who}, always\`, () => {})
        test.each([[1, 2]])('%d and $name are counted', () => {})
      })`)
    for (const title of [
      'takes "Taka" (once)',
      'the till › takes "Taka" (once)',
      'is closed to Karim, always',
      'the till › 7 and a bike are counted',
    ])
      expect(hasTitle(parsedTitles, title), title).toBe(true)
    for (const title of [
      'takes "Taka"',
      'the shop › takes "Taka" (once)',
      'is closed to , always',
      'the till',
      'a › the till › takes "Taka" (once)',
    ])
      expect(hasTitle(parsedTitles, title), title).toBe(false)
  })

  test('are in the long run by a tag of the test, of a group around it, or of the file', () => {
    const listLong = (text: string) => parseTestFile(text).map(({ isLong }) => isLong)
    expect(
      listLong(`
        test('waits', { tags: 'long' }, () => {})
        test('waits', { tag: ['@desktop', '@long'], timeout: 1 }, () => {})
        describe('slow', { tags: ['long'] }, () => test('waits', () => {}))`),
    ).toEqual([true, true, true])
    // Vitest reads the tag wherever it stands in a file, so this file may not hold it whole.
    const fileTag = ['// @module-tag', 'long'].join(' ')
    expect(listLong(`// Waits.\n${fileTag}\ntest('waits', () => {})`)).toEqual([true])
    expect(
      listLong(`
        test('adds', { tag: '@desktop' }, () => {})
        test('adds', { tag: isFirst ? '@desktop' : '@long' }, () => {})
        test('adds', { tag: longUnless(path === '/') }, () => {})
        test('long', () => {})`),
    ).toEqual([false, false, false, false])
  })

  test('are no others: steps, hooks and titles without a word of their own do not count', () => {
    const parsedTitles = parseTestFile(`
      test.step('a step of a test', () => {})
      test.use({ name: 'a step of a test' })
      test.each(rows)('%s', () => {})
      other('a step of a test', () => {})`)
    expect(hasTitle(parsedTitles, 'a step of a test')).toBe(false)
  })
})

describe('the specification, letter for letter', () => {
  const screenTexts = new Set(files.filter(({ path }) => path.startsWith('web/i18n/')).flatMap(parseSentences))
  const findUnknownTexts = (texts: readonly string[]) => texts.filter((text) => !screenTexts.has(text))

  test('its messages are the words of the screens', () => {
    expect(findUnknownTexts(messages)).toEqual([])
    expect(findUnknownTexts(['SignUp successful !!! Go to login page for login.', 'Login successful!'])).toHaveLength(2)
  })

  test('its headings, menus, columns, labels and buttons are the words of the screens', () => {
    expect(findUnknownTexts(labels)).toEqual([])
    expect(findUnknownTexts(['You have … order', 'NO', 'Wish list'])).toHaveLength(3)
  })

  test('its routes are routes of the screens, in its order and with its access', () => {
    const access = { anyone: 'anyone', 'login required': 'member', 'seller only': 'seller', 'admin only': 'admin' }
    const expectedRoutes = routes.map(([path, who]) => `${path.replaceAll(/\{(\w+)\}/g, ':$1')} ${access[who]}`)
    const actualRoutes = routeTable.map((row) => `${row.path} ${row.access}`)
    const findDifferences = (found: string[]) => expectedRoutes.filter((one, at) => one !== found[at])
    expect(findDifferences(actualRoutes)).toEqual([])
    expect(findDifferences(actualRoutes.with(8, '/dashboard/myproducts member'))).toEqual([
      '/dashboard/myproducts seller',
    ])
    expect(findDifferences(actualRoutes.toSpliced(2, 1)).length).toBeGreaterThan(0)
  })

  test('its calls are in the contract, with what they send and read', () => {
    const findMissingCalls = (lines: readonly string[]) =>
      lines.flatMap((line) => findMissingInContract(line, contract))
    expect(findMissingCalls(calls)).toEqual([])
    expect(findMissingCalls(unnamedCalls)).toEqual([])
    for (const wrong of [
      'GET /users/{email} | | isBuyer',
      'PATCH /allbikes/{id} | advertise | modifiedCount',
      'GET /bookings?mail={email} | |',
      'POST /bookings | productId |',
      'POST /images | image | data.address',
      'POST /images | photo |',
    ])
      expect(findMissingCalls([wrong]), wrong).toHaveLength(1)
  })

  test('every call that it does not name is there for a reason that the page gives', () => {
    const namedCalls = new Set([...calls, ...unnamedCalls].map((line) => getCallName(line)))
    const unnamed = Object.keys(contract).filter((name) => !namedCalls.has(name))
    expect(unnamed.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
    expect(namedCalls.has('GET /nothing')).toBe(false)
  })
})

/** `GET /bookings?email={email} | | _id` → `GET /bookings` */
function getCallName(line: string): string {
  return (line.split(/[?|]/)[0] ?? '').trim().replaceAll(/\{(\w+)\}/g, ':$1')
}
