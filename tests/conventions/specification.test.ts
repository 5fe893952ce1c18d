// docs/specification.md says, sentence by sentence, where the product is built and which test proves it. Here that page is
// held to the truth; the planted faults show that each check can fail.
import { join } from 'node:path'
import { assert, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { table } from '#web/app/routes.tsx'
import { missingInContract } from './specification-contract.ts'
import * as document from './specification-document.ts'
import { calls, messages, ownPaths, routes, words } from './specification-lists.ts'
import { isTitle, sentencesOf, titlesIn } from './specification-titles.ts'
import { readFiles } from './project-files.ts'

const root = join(import.meta.dirname, '../..')
const files = readFiles(root)
const page = files.find(({ path }) => path === 'docs/specification.md')?.text ?? ''
const rows = document.rowsOf(page)
assert(rows.length > 200, 'needs a row for every sentence of the specification')

const titles = new Map(files.filter(({ path }) => path.endsWith('.test.ts')).map((file) => [file.path, titlesIn(file)]))
assert(titles.size > 50, 'needs the tests of the project')

const head = '| id | the specification says | built in | proved by | differently, because |\n| - | - | - | - | - |\n'
const planted = (...lines: string[]) => document.rowsOf(`## 2. Screens\n\n${head}${lines.join('\n')}\n`)
const proof = '`tests/conventions/conventions.test.ts › imports › name files that are there`'
const good = `| S2-a | "A" | \`web/lib/bike.ts\` | ${proof} | – |`

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
    expect(planted(good)).toHaveLength(1)
  })

  test('have no empty cell', () => {
    expect(document.emptyCells(rows)).toEqual([])
    expect(document.emptyCells(planted(good))).toEqual([])
    expect(document.emptyCells(planted(good.replace('"A"', ' ')))).toHaveLength(1)
    expect(document.emptyCells(planted(good.replace(proof, '–')))).toHaveLength(1)
    expect(document.emptyCells(planted(good.replace('"A"', '"A" | "B"')))).toHaveLength(1)
    expect(document.emptyCells(planted(good.replace('"A"', String.raw`"A" \| "B"`)))).toEqual([])
  })

  test('have ids that stand once and name their section', () => {
    expect(document.wrongIds(rows)).toEqual([])
    expect(document.wrongIds(planted(good, good))).toHaveLength(1)
    expect(document.wrongIds(planted(good.replace('S2-', 'S3-')))).toHaveLength(1)
  })

  test('name files and decisions that are there', () => {
    expect(document.missingFiles(rows, root)).toEqual([])
    expect(document.missingFiles(planted(good), root)).toEqual([])
    expect(document.missingFiles(planted(good.replace('web/lib/bike.ts', 'web/bicycle.ts')), root)).toHaveLength(1)
    expect(document.missingFiles(planted(good.replace('`web/lib/bike.ts`', 'somewhere')), root)).toHaveLength(1)
    expect(document.missingFiles(planted(good.replace('– |', '[why](decisions/none.md) |')), root)).toHaveLength(1)
  })

  test('name tests that are there, by their titles', () => {
    expect(document.missingTests(rows, titles)).toEqual([])
    expect(document.missingTests(planted(good), titles)).toEqual([])
    for (const [there, wrong] of [
      ['conventions/conventions', 'conventions/convention'],
      ['imports ›', 'exports ›'],
      ['that are there', 'that are not there'],
      [' › imports › name files that are there', ''],
      [proof, 'by looking'],
    ] as const)
      expect(document.missingTests(planted(good.replace(there, wrong)), titles), wrong).toHaveLength(1)
  })

  test('name every route, call, message and word that the specification fixes', () => {
    const said = rows.map(({ cells }) => cells[1] ?? '').join('\n')
    const fixed = [
      ...routes.map(([path]) => `\`${path}\``),
      ...calls.map((line) => `\`${(line.split('|')[0] ?? '').trim()}\``),
      ...[...messages, ...words].map((text) => text.replace('…', 'N').trim()),
    ]
    expect(fixed.filter((one) => !said.includes(one))).toEqual([])
  })
})

describe('the titles of the tests', () => {
  const inFile = (text: string) => titlesIn({ path: 'a.test.ts', text })

  test('are read with their groups, also where parts are filled in as they run', () => {
    const read = inFile(`
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
      expect(isTitle(read, title), title).toBe(true)
    for (const title of [
      'takes "Taka"',
      'the shop › takes "Taka" (once)',
      'is closed to , always',
      'the till',
      'a › the till › takes "Taka" (once)',
    ])
      expect(isTitle(read, title), title).toBe(false)
  })

  test('are no others: steps, hooks and titles without a word of their own do not count', () => {
    const read = inFile(`
      test.step('a step of a test', () => {})
      test.use({ name: 'a step of a test' })
      test.each(rows)('%s', () => {})
      other('a step of a test', () => {})`)
    expect(isTitle(read, 'a step of a test')).toBe(false)
  })
})

describe('the specification, letter for letter', () => {
  const spoken = new Set(files.filter(({ path }) => path.startsWith('web/i18n/')).flatMap(sentencesOf))
  const silent = (texts: readonly string[]) => texts.filter((text) => !spoken.has(text))

  test('its messages are the words of the screens', () => {
    expect(silent(messages)).toEqual([])
    expect(silent(['SignUp successful !!! Go to login page for login.', 'Login successful!'])).toHaveLength(2)
  })

  test('its headings, menus, columns, labels and buttons are the words of the screens', () => {
    expect(silent(words)).toEqual([])
    expect(silent(['You have … order', 'NO', 'Wish list'])).toHaveLength(3)
  })

  test('its routes are routes of the screens, in its order and with its access', () => {
    const access = { anyone: 'anyone', 'login required': 'member', 'seller only': 'seller', 'admin only': 'admin' }
    const asked = routes.map(([path, who]) => `${path.replaceAll(/\{(\w+)\}/g, ':$1')} ${access[who]}`)
    const there = table.map((row) => `${row.path} ${row.access}`)
    const wrong = (found: string[]) => asked.filter((one, at) => one !== found[at])
    expect(wrong(there)).toEqual([])
    expect(wrong(there.with(8, '/dashboard/myproducts member'))).toEqual(['/dashboard/myproducts seller'])
    expect(wrong(there.toSpliced(2, 1)).length).toBeGreaterThan(0)
  })

  test('its calls are in the contract, with what they send and read', () => {
    const faults = (lines: readonly string[]) => lines.flatMap((line) => missingInContract(line, contract))
    expect(faults(calls)).toEqual([])
    expect(faults(ownPaths)).toEqual([])
    for (const wrong of [
      'GET /users/{email} | | isBuyer',
      'PATCH /allbikes/{id} | advertise | modifiedCount',
      'GET /bookings?mail={email} | |',
      'POST /bookings | productId |',
      'POST /images | image | data.address',
      'POST /images | photo |',
    ])
      expect(faults([wrong]), wrong).toHaveLength(1)
  })

  test('every call that it does not name is there for a reason that the page gives', () => {
    const named = new Set([...calls, ...ownPaths].map((line) => nameOf(line)))
    const beyond = Object.keys(contract).filter((name) => !named.has(name))
    expect(beyond.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
    expect(named.has('GET /nothing')).toBe(false)
  })
})

/** `GET /bookings?email={email} | | _id` → `GET /bookings` */
function nameOf(line: string): string {
  return (line.split(/[?|]/)[0] ?? '').trim().replaceAll(/\{(\w+)\}/g, ':$1')
}
