// The rules that a linter cannot say. Each was seen to fail: the planted faults stand beside the real run.
import { join } from 'node:path'
import { assert, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bikes } from '#seed/bikes.ts'
import { bikesToLookAt } from '#tests/e2e/bikes.ts'
import { type ProjectFile, readProjectFiles } from './project-files.ts'
import {
  findFoldersOfOneFile,
  findFullFolders,
  findMisplacedModuleFile,
  findNonKebabName,
  findTooLongFile,
  findVagueName,
} from './file-and-folder-rules.ts'
import { findRetiredNames, findRetiredProse } from './retired-words.ts'

import { findModuleState, findHardcodedTexts } from './syntax-rules.ts'
import { hastyReadExamples, measuredTimeExamples } from './test-rule-examples.ts'
import { findHastyReads, findMeasuredTime } from './test-rules.ts'
import { textRuleExamples } from './text-rule-examples.ts'
import { findTextViolations, textRules } from './text-rules.ts'

const files = readProjectFiles(join(import.meta.dirname, '../..'))
assert(files.length > 150, 'needs the files of the project')

type Rule = (file: ProjectFile) => string[]
const findFaults = (rule: Rule): string[] =>
  files.flatMap((file) => rule(file).map((fault) => `${file.path}: ${fault}`))
const hasFault = (rule: Rule, path: string, text = ''): boolean => rule({ path, text }).length > 0

describe('files', () => {
  test('of a market module are called what they contain, and lie at most one folder deep', () => {
    expect(findFaults(findMisplacedModuleFile)).toEqual([])
    const wrong = ['a/rules.ts', 'a/b/provider.ts', 'a/rules.test.ts', 'holds.ts', 'a/b/c/holds.ts', 'a/table.ts']
    for (const path of wrong) expect(hasFault(findMisplacedModuleFile, `market/${path}`), path).toBe(true)
    for (const path of ['market/a/holds.ts', 'market/a/b/routes.ts', 'web/ui/a/b/c/rules.ts'])
      expect(hasFault(findMisplacedModuleFile, path), path).toBe(false)
  })

  test('of a market module have no folder for themselves', () => {
    expect(findFoldersOfOneFile(files)).toEqual([])
    const createFiles = (...paths: string[]) => paths.map((path) => ({ path, text: '' }))
    expect(findFoldersOfOneFile(createFiles('market/a/b/c.ts', 'market/a/b/c.test.ts'))).toHaveLength(1)
    expect(findFoldersOfOneFile(createFiles('market/a/b/c.ts', 'market/a/b/d.ts', 'market/a/e.ts'))).toEqual([])
    expect(findFoldersOfOneFile(createFiles('market/a/b/c.ts', 'market/a/b/words.txt', 'web/a/b/c.ts'))).toEqual([])
  })

  test('and folders are named after what is in them', () => {
    expect(findFaults(findVagueName)).toEqual([])
    for (const path of [
      'web/utils/a.ts',
      'market/bikes/index.ts',
      'platform/types.ts',
      'web/common/button.tsx',
      'platform/lib/a.ts',
      'web/helper.ts',
    ])
      expect(hasFault(findVagueName, path), path).toBe(true)
    for (const path of ['web/session/auth-store.ts', 'contract/call.ts', 'web/lib/purchase.ts'])
      expect(hasFault(findVagueName, path)).toBe(false)
  })

  test('are named in lower case with dashes', () => {
    expect(findFaults(findNonKebabName)).toEqual([])
    for (const path of ['web/ui/ProductCard.tsx', 'platform/response_cache.ts', 'web/useSlides.ts'])
      expect(hasFault(findNonKebabName, path), path).toBe(true)
    for (const path of [
      'web/components/product-card/product-card.tsx',
      'README.md',
      'tests/conventions/conventions.test.ts',
      '.gitignore',
      'migrations/older/0001_open_the_shop.sql',
      'migrations/schema/01-audit.sql',
    ])
      expect(hasFault(findNonKebabName, path), path).toBe(false)
  })

  test('of code have at most 350 lines', () => {
    expect(findFaults(findTooLongFile)).toEqual([])
    expect([350, 351].map((lines) => hasFault(findTooLongFile, 'web/a.ts', 'x\n'.repeat(lines)))).toEqual([false, true])
  })

  test('lie at most 25 to a folder', () => {
    expect(findFullFolders(files)).toEqual([])
    const createFiles = (count: number, folder: string, ending = '.ts') =>
      Array.from({ length: count }, (_, index) => ({ path: `${folder}/file-${index}${ending}`, text: '' }))
    expect(findFullFolders(createFiles(25, 'web/ui'))).toEqual([])
    expect(findFullFolders(createFiles(26, 'web/ui'))).toEqual(['web/ui has 26 source files, more than 25'])
    expect(findFullFolders([...createFiles(26, 'web/ui', '.test.ts'), ...createFiles(26, 'web/i18n/en')])).toEqual([])
  })
})

describe('retired words', () => {
  test('stand in no name', () => {
    expect(findFaults(findRetiredNames)).toEqual([])
    for (const [path, text] of [
      ['market/desk/rules.ts', ''],
      ['web/a.ts', 'const openTill = 1'],
      ['web/a.ts', 'type Darkroom = string'],
      ['web/a.ts', 'const a = (shelf: string) => shelf'],
      ['web/a.ts', 'type A = { till: string }'],
      ['web/a.ts', 'const priceOf = () => 1'],
      ['web/a.ts', 'function priceOf() {}'],
    ] as const)
      expect(hasFault(findRetiredNames, path, text), text).toBe(true)
    for (const text of ['const until = 1', 'const still = () => 1', 'const indexOf = 1', 'const origin = 1'])
      expect(hasFault(findRetiredNames, 'web/a.ts', text), text).toBe(false)
  })

  test('stand in no comment, sentence, test title or document', () => {
    expect(findFaults(findRetiredProse)).toEqual([])
    for (const [path, text] of [
      ['web/a.ts', '// The till takes it.'],
      ['web/a.ts', "const a = 'We send you a letter today'"],
      ['web/a.tsx', 'const A = () => <p>Send the letter now</p>'],
      ['a.test.ts', "test('the darkroom makes pictures', () => {})"],
      ['docs/operations.md', 'The desk of the admin'],
      ['web/styles/a.css', '/* the shelf */'],
      ['web/i18n/bn/a.ts', "const a = 'এই লেনদেনে একটি সমস্যা আছে'"],
      ['web/i18n/bn/a.ts', "const a = 'আপনার BRTA-তে আবেদন করুন'"],
    ] as const)
      expect(hasFault(findRetiredProse, path, text), text).toBe(true)
    for (const text of [
      "const a = 'letter'",
      '// until then',
      "const a = 'a desktop screen'",
      "const a = 'একটি লেনদেন নম্বর পান'",
    ])
      expect(hasFault(findRetiredProse, 'web/a.ts', text), text).toBe(false)
  })
})

describe('the text of the files', () => {
  test.each(textRules)('$title', (rule) => {
    expect(findFaults((file) => findTextViolations(rule, file))).toEqual([])
    const { wrong = [], right = [] } = textRuleExamples[rule.title] ?? {}
    assert(wrong.length > 0 && right.length > 0, 'needs a planted fault and an innocent line')
    for (const [path, text] of wrong) expect(findTextViolations(rule, { path, text }), text).toHaveLength(1)
    for (const [path, text] of right) expect(findTextViolations(rule, { path, text }), text).toEqual([])
  })
})

describe('screens', () => {
  test('contain no sentence: sentences are in web/i18n/, once per language', () => {
    expect(findFaults(findHardcodedTexts)).toEqual([])
    for (const text of [
      '<p>Book this bike</p>',
      '<img alt="A red bike" />',
      '<button aria-label="Close">×</button>',
      '<b>Taka</b>',
      '<i>বাইক</i>',
    ])
      expect(hasFault(findHardcodedTexts, 'web/ui/a.tsx', `const A = () => ${text}`), text).toBe(true)
    for (const text of [
      '<p>{words.book}</p>',
      '<img alt="" />',
      '<p className="big red">৳ {price} · {" "}</p>',
      '<a href="/login">{a < b}</a>',
      '<svg aria-hidden><text>DHAKA</text></svg>',
    ])
      expect(hasFault(findHardcodedTexts, 'web/ui/a.tsx', `const A = () => ${text}`), text).toBe(false)
    expect(hasFault(findHardcodedTexts, 'web/i18n/en/a.tsx', 'const A = () => <p>Book this bike</p>')).toBe(false)
  })

  test('have no module state: the server renders for many people at once', () => {
    expect(findFaults(findModuleState)).toEqual([])
    for (const text of [
      'let user = null',
      'export let user',
      'const seen = new Map()\nconst a = () => seen.set(1, 2)',
      'const state = { user: null }\nconst a = () => { state.user = 1 }',
      'const all = []\nconst a = () => all.push(1)',
      "const a = {}\nconst b = () => { a['x'] = 1 }",
    ])
      expect(hasFault(findModuleState, 'web/a.ts', text), text).toBe(true)
    for (const text of [
      "const known = new Set(['a'])\nknown.has('a')",
      'const a = () => { let b = 0; b += 1 }',
      'const a = { b: 1 }\nif (a.b === 1) {}',
      'const f = () => 1\nf.call(2)',
    ])
      expect(hasFault(findModuleState, 'web/a.ts', text), text).toBe(false)
  })
})

describe('browser tests', () => {
  test('book no demo bike that a test in another file uses', () => {
    const findShared = (tests: readonly { path: string; text: string }[]) =>
      bikes
        .map(({ key }) => ({ key, uses: tests.filter(({ text }) => text.includes(`'${key}'`)) }))
        .filter(({ key, uses }) => uses.length > 1 && !(bikesToLookAt as readonly string[]).includes(key))
        .map(({ key, uses }) => `${key}: ${uses.map(({ path }) => path).join(', ')}`)
    const tests = files.filter(({ path }) => path.startsWith('tests/e2e/') && path !== 'tests/e2e/bikes.ts')
    expect(findShared(tests), 'a bike that one test pays for is not for sale in the other').toEqual([])
    const examples = ['a.test.ts', 'b.test.ts'].map((path) => ({
      path,
      text: "book('gsx-tangail'); findCard('raider-badda')",
    }))
    expect(findShared(examples)).toEqual(['gsx-tangail: a.test.ts, b.test.ts'])
  })

  test('read nothing without waiting for it, and do not wait by time', () => {
    expect(findFaults(findHastyReads)).toEqual([])
    for (const text of hastyReadExamples.wrong)
      expect(hasFault(findHastyReads, 'tests/e2e/a.test.ts', text), text).toBe(true)
    for (const text of hastyReadExamples.right)
      expect(hasFault(findHastyReads, 'tests/e2e/a.test.ts', text), text).toBe(false)
    expect(hasFault(findHastyReads, 'tests/support/a.ts', 'await rows.count()')).toBe(false)
  })
})

describe('tests', () => {
  test('do not measure time: another machine is slower', () => {
    expect(findFaults(findMeasuredTime)).toEqual([])
    for (const text of measuredTimeExamples.wrong)
      expect(hasFault(findMeasuredTime, 'a.test.ts', text), text).toBe(true)
    for (const text of measuredTimeExamples.right)
      expect(hasFault(findMeasuredTime, 'a.test.ts', text), text).toBe(false)
  })
})

describe('packages', () => {
  const Versions = z.record(z.string(), z.string()).default({})
  const Package = z.object({ dependencies: Versions, devDependencies: Versions, optionalDependencies: Versions })
  const packageFile = Package.parse(JSON.parse(files.find(({ path }) => path === 'package.json')?.text ?? '{}'))
  const findLooseVersions = (versions: Record<string, string>) =>
    Object.entries(versions).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
  const findUnexplained = (names: readonly string[], records: string) =>
    names.filter((name) => !new RegExp(`(?<![\\w/-])${name}(?![\\w/-])`).test(records))

  test('are pinned exactly, so that two installs are the same', () => {
    for (const versions of [packageFile.dependencies, packageFile.devDependencies, packageFile.optionalDependencies])
      expect(findLooseVersions(versions)).toEqual([])
    expect(
      findLooseVersions({ a: '^1.0.0', b: '1.x', c: 'latest', d: '1.2.3', e: '1.2.3-beta.4' }).map(([name]) => name),
    ).toEqual(['a', 'b', 'c'])
  })

  test('that the shop runs on are each named in a decision record', () => {
    const records = files.filter(({ path }) => path.startsWith('docs/decisions/')).map(({ text }) => text)
    expect(
      findUnexplained(Object.keys(packageFile.dependencies), records.join('\n')),
      'say why in docs/decisions/',
    ).toEqual([])
    expect(findUnexplained(['zod', 'fastify'], 'We take `zod` and @fastify/static.')).toEqual(['fastify'])
  })
})
