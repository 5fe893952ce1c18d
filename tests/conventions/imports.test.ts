// Who may import whom. Each rule was seen to fail: the planted faults stand beside the real run.
import { join } from 'node:path'
import { assert, describe, expect, test } from 'vitest'
import {
  type ImportEdge,
  findForbiddenImports,
  findImportCycles,
  findImpureImports,
  findImportPath,
  listImportEdges,
  listModuleArrows,
} from './import-rules.ts'
import { readProjectFiles } from './project-files.ts'

const files = readProjectFiles(join(import.meta.dirname, '../..'))

// Tables aside, which all modules may read.
const maxModuleArrows = 50

describe('imports', () => {
  const edges = listImportEdges(files)
  const createEdge = (from: string, to: string, isType = false): ImportEdge => ({ from, to, isType })

  test('flow one way: contract, platform, market, server; contract, web, server', () => {
    assert(edges.length > 300, 'needs the imports of the project')
    expect(findForbiddenImports(edges)).toEqual([])
  })

  test.each([
    createEdge('contract/bikes.ts', 'platform/database/paging.ts', true),
    createEdge('contract/bikes.ts', 'drizzle-orm'),
    createEdge('platform/http/router.ts', 'market/schema/people/members.ts', true),
    createEdge('market/bikes/routes.ts', 'web/money.ts'),
    createEdge('market/bikes/routes.ts', 'seed/fixtures.ts'),
    createEdge('market/bikes/routes.ts', 'server/app.ts'),
    createEdge('market/bikes/routes.ts', 'tests/support/test-app.ts'),
    createEdge('web/ui/a.tsx', 'market/bikes/listing-checks.ts'),
    createEdge('web/ui/a.tsx', 'platform/database/paging.ts', true),
    createEdge('web/ui/a.tsx', 'zod'),
    createEdge('sandbox/cards/api.ts', 'market/payments/payment-checks.ts'),
    createEdge('market/bookings/routes.ts', 'market/bikes/routes.ts'),
    createEdge('market/payments/routes.ts', 'market/mail/jobs.ts'),
    createEdge('market/payments/module.ts', 'market/mail/module.ts'),
    createEdge('web/pages/home/home-page.tsx', 'web/pages/bike/gallery.tsx'),
    createEdge('market/schema/bikes/bikes.ts', 'market/bikes/seller-page.ts'),
    createEdge('market/bikes/routes.ts', 'stripe'),
    createEdge('platform/http/router.ts', 'better-auth/api'),
    createEdge('tools/pictures/render.ts', 'market/pictures/store.ts'),
    createEdge('web/ui/a.tsx', 'tools/pictures/random.ts'),
  ])('$from may not import $to', (one) => {
    expect(findForbiddenImports([one])).toHaveLength(1)
  })

  test.each([
    createEdge('market/wishlist/routes.ts', 'market/deals/booking-checks.ts'),
    createEdge('market/members/profile-checks.ts', 'market/schema/bikes/bikes.ts'),
    createEdge('market/bikes/a.test.ts', 'tests/support/test-app.ts'),
    createEdge('web/ui/a.tsx', 'contract/bikes.ts', true),
    createEdge('server/modules.ts', 'market/bikes/module.ts'),
    createEdge('web/pages/home/home-page.tsx', 'web/pages/home/slides.ts'),
    createEdge('platform/http/router.ts', 'contract/call.ts'),
    createEdge('tools/pictures/listing.ts', 'seed/print-listings.ts', true),
  ])('$from may import $to', (one) => {
    expect(findForbiddenImports([one])).toEqual([])
  })

  test('of the market modules form no cycle, and are few', () => {
    const arrows = listModuleArrows(edges)
    const toEdges = (modules: typeof arrows) => modules.map(({ from, to }) => createEdge(from, to))
    expect(findImportCycles(toEdges(arrows))).toEqual([])
    expect(arrows.length).toBeLessThanOrEqual(maxModuleArrows)
    const planted = [
      createEdge('market/a/x.ts', 'market/b/y.ts'),
      createEdge('market/b/z.ts', 'market/a/w.ts', true),
      createEdge('market/b/z.ts', 'market/schema/people/members.ts'),
      createEdge('market/b/z.test.ts', 'market/c/w.ts'),
    ]
    expect(listModuleArrows(planted)).toEqual([
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ])
    expect(findImportCycles(toEdges(listModuleArrows(planted)))).toEqual([['a', 'b', 'a']])
  })

  test('of a pure file reach no database', () => {
    expect(findImpureImports(files, edges)).toEqual([])
    const pure = { path: 'market/a/x.ts', text: '// Pure. What is right.' }
    const find = (to: string, isType = false) => findImpureImports([pure], [createEdge(pure.path, to, isType)])
    for (const to of ['drizzle-orm', 'platform/database/paging.ts', 'market/schema/deals/deals.ts', 'market/a/y.ts'])
      expect(find(to), to).toHaveLength(1)
    expect(find('market/schema/deals/deals.ts', true)).toEqual([])
    expect(find('contract/text.ts')).toEqual([])
  })

  test('form no cycle, not even of types', () => {
    expect(findImportCycles(edges)).toEqual([])
    const cycle = [createEdge('a.ts', 'b.ts'), createEdge('b.ts', 'c.ts', true), createEdge('c.ts', 'a.ts')]
    expect(findImportCycles(cycle)).toEqual([['a.ts', 'b.ts', 'c.ts', 'a.ts']])
    expect(findImportCycles(cycle.slice(1))).toEqual([])
  })

  test('are read from the code as it is: with types, re-exports and dynamic imports', () => {
    const text = `import type { A } from './a.ts'\nimport { type B } from '../b.ts'\nexport { c } from './c.ts'\nexport const d = () => import('./d.ts')\nimport 'e'`
    expect(listImportEdges([{ path: 'web/ui/x.tsx', text }])).toEqual([
      createEdge('web/ui/x.tsx', 'web/ui/a.ts', true),
      createEdge('web/ui/x.tsx', 'web/b.ts', true),
      createEdge('web/ui/x.tsx', 'e'),
      createEdge('web/ui/x.tsx', 'web/ui/c.ts'),
      createEdge('web/ui/x.tsx', 'web/ui/d.ts'),
    ])
  })

  test('carry no schema to the browser, not even indirectly', () => {
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

  test('name files that exist', () => {
    const paths = new Set(files.map(({ path }) => path))
    const missing = edges.filter(
      ({ to }) => /^[\w-]+\/.*\.tsx?$/.test(to) && !to.includes('node_modules') && !paths.has(to),
    )
    expect(missing.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })
})
