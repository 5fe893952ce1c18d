// The rules that a linter cannot say. Each was seen to fail: the planted faults stand beside the real run.
import { join } from 'node:path'
import { assert, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ProjectFile, readProjectFiles } from './project-files.ts'
import { type ImportEdge, listImportEdges, findForbiddenImports, findImportPath } from './import-rules.ts'
import { findVagueName, findNonKebabName, findUnknownModuleFile, findTooLongFile } from './file-name-rules.ts'
import { findModuleState, findHardcodedTexts } from './syntax-rules.ts'
import { textRuleExamples } from './text-rule-examples.ts'
import { findTextViolations, textRules } from './text-rules.ts'

const files = readProjectFiles(join(import.meta.dirname, '../..'))
assert(files.length > 150, 'needs the files of the project')

type Rule = (file: ProjectFile) => string[]
const findFaults = (rule: Rule): string[] =>
  files.flatMap((file) => rule(file).map((fault) => `${file.path}: ${fault}`))
const hasFault = (rule: Rule, path: string, text = ''): boolean => rule({ path, text }).length > 0

describe('files', () => {
  test('of a room have the names that every room has', () => {
    expect(findFaults(findUnknownModuleFile)).toEqual([])
    for (const path of [
      'market/bikes/queries.ts',
      'market/bikes/deep/table.ts',
      'market/holds.ts',
      'market/bikes/tokens.ts',
    ])
      expect(hasFault(findUnknownModuleFile, path), path).toBe(true)
    for (const path of [
      'market/bikes/table.ts',
      'market/bikes/any-story.test.ts',
      'market/payments/holds/rules.ts',
      'web/queries.ts',
    ])
      expect(hasFault(findUnknownModuleFile, path), path).toBe(false)
  })

  test('and folders are named after what is in them', () => {
    expect(findFaults(findVagueName)).toEqual([])
    for (const path of [
      'web/utils/a.ts',
      'market/bikes/index.ts',
      'platform/types.ts',
      'web/common/button.tsx',
      'web/helper.ts',
    ])
      expect(hasFault(findVagueName, path), path).toBe(true)
    for (const path of ['web/session/session.ts', 'contract/call.ts', 'web/look/type-face.css'])
      expect(hasFault(findVagueName, path)).toBe(false)
  })

  test('are named in small letters with dashes', () => {
    expect(findFaults(findNonKebabName)).toEqual([])
    for (const path of ['web/parts/ProductCard.tsx', 'platform/ready_bytes.ts', 'web/useSlides.ts'])
      expect(hasFault(findNonKebabName, path), path).toBe(true)
    for (const path of [
      'web/components/product-card.tsx',
      'README.md',
      'tests/conventions/conventions.test.ts',
      '.gitignore',
      'migrations/0001_open_the_shop.sql',
    ])
      expect(hasFault(findNonKebabName, path), path).toBe(false)
  })

  test('of code have at most 250 lines: more does not fit a reader’s head', () => {
    expect(findFaults(findTooLongFile)).toEqual([])
    expect([250, 251].map((lines) => hasFault(findTooLongFile, 'web/a.ts', 'x\n'.repeat(lines)))).toEqual([false, true])
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
  test('hold no sentence: words stand in web/words/, once per language', () => {
    expect(findFaults(findHardcodedTexts)).toEqual([])
    for (const text of [
      '<p>Book this bike</p>',
      '<img alt="A red bike" />',
      '<button aria-label="Close">×</button>',
      '<b>Taka</b>',
      '<i>বাইক</i>',
    ])
      expect(hasFault(findHardcodedTexts, 'web/parts/a.tsx', `const A = () => ${text}`), text).toBe(true)
    for (const text of [
      '<p>{words.book}</p>',
      '<img alt="" />',
      '<p className="big red">৳ {price} · {" "}</p>',
      '<a href="/login">{a < b}</a>',
      '<svg aria-hidden><text>DHAKA</text></svg>',
    ])
      expect(hasFault(findHardcodedTexts, 'web/parts/a.tsx', `const A = () => ${text}`), text).toBe(false)
    expect(hasFault(findHardcodedTexts, 'web/words/a.tsx', 'const A = () => <p>Book this bike</p>')).toBe(false)
  })

  test('keep nothing in their modules: the server renders for many people at once', () => {
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

describe('imports', () => {
  const edges = listImportEdges(files)
  const createEdge = (from: string, to: string, isType = false): ImportEdge => ({ from, to, isType })

  test('flow one way: contract, platform, rooms, main; contract, web, main', () => {
    assert(edges.length > 300, 'needs the imports of the project')
    expect(findForbiddenImports(edges)).toEqual([])
  })

  test.each([
    createEdge('contract/bikes.ts', 'platform/database/paging.ts', true),
    createEdge('contract/bikes.ts', 'drizzle-orm'),
    createEdge('platform/http/router.ts', 'market/members/table.ts', true),
    createEdge('market/bikes/routes.ts', 'web/money.ts'),
    createEdge('market/bikes/routes.ts', 'seed/fixtures.ts'),
    createEdge('market/bikes/routes.ts', 'server/app.ts'),
    createEdge('market/bikes/routes.ts', 'tests/support/test-app.ts'),
    createEdge('web/parts/a.tsx', 'market/bikes/rules.ts'),
    createEdge('web/parts/a.tsx', 'platform/database/paging.ts', true),
    createEdge('web/parts/a.tsx', 'zod'),
    createEdge('sandbox/cards/api.ts', 'market/payments/rules.ts'),
    createEdge('market/bookings/routes.ts', 'market/bikes/routes.ts'),
    createEdge('market/payments/routes.ts', 'market/auth/authenticator.ts'),
    createEdge('market/members/rules.ts', 'market/bikes/table.ts'),
    createEdge('market/bikes/table.ts', 'market/bookings/table.ts'),
    createEdge('market/bookings/rules.ts', 'market/payments/table.ts'),
    createEdge('market/garage/routes.ts', 'market/bikes/table.ts'),
    createEdge('market/bikes/routes.ts', 'stripe'),
    createEdge('platform/http/router.ts', 'better-auth/api'),
  ])('$from may not import $to', (one) => {
    expect(findForbiddenImports([one])).toHaveLength(1)
  })

  test.each([
    createEdge('market/wishlist/routes.ts', 'market/bookings/rules.ts'),
    createEdge('market/bikes/a.test.ts', 'tests/support/test-app.ts'),
    createEdge('web/parts/a.tsx', 'contract/bikes.ts', true),
    createEdge('server/app.ts', 'market/bikes/routes.ts'),
    createEdge('platform/http/router.ts', 'contract/call.ts'),
  ])('$from may import $to', (one) => {
    expect(findForbiddenImports([one])).toEqual([])
  })

  test('are read from the code as it is: with types, passed on, and asked for later', () => {
    const text = `import type { A } from './a.ts'\nimport { type B } from '../b.ts'\nexport { c } from './c.ts'\nexport const d = () => import('./d.ts')\nimport 'e'`
    expect(listImportEdges([{ path: 'web/parts/x.tsx', text }])).toEqual([
      createEdge('web/parts/x.tsx', 'web/parts/a.ts', true),
      createEdge('web/parts/x.tsx', 'web/b.ts', true),
      createEdge('web/parts/x.tsx', 'e'),
      createEdge('web/parts/x.tsx', 'web/parts/c.ts'),
      createEdge('web/parts/x.tsx', 'web/parts/d.ts'),
    ])
  })

  test('carry no schema to the browser, by no way round', () => {
    for (const entry of ['web/app/entry-client.tsx', 'contract/client.ts'])
      expect(findImportPath(edges, entry, 'zod'), entry).toBeNull()
    const indirectImports = [
      createEdge('web/a.tsx', 'contract/text.ts'),
      createEdge('contract/text.ts', 'contract/fields.ts'),
      createEdge('contract/fields.ts', 'zod'),
    ]
    expect(findImportPath(indirectImports, 'web/a.tsx', 'zod')).toEqual([
      'web/a.tsx',
      'contract/text.ts',
      'contract/fields.ts',
      'zod',
    ])
  })

  test('name files that are there', () => {
    const paths = new Set(files.map(({ path }) => path))
    const missing = edges.filter(
      ({ to }) => /^[\w-]+\/.*\.tsx?$/.test(to) && !to.includes('node_modules') && !paths.has(to),
    )
    expect(missing.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
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

  test('of the running shop each stand in a decision record', () => {
    const records = files.filter(({ path }) => path.startsWith('docs/decisions/')).map(({ text }) => text)
    expect(
      findUnexplained(Object.keys(packageFile.dependencies), records.join('\n')),
      'say why in docs/decisions/',
    ).toEqual([])
    expect(findUnexplained(['zod', 'fastify'], 'We take `zod` and @fastify/static.')).toEqual(['fastify'])
  })
})
