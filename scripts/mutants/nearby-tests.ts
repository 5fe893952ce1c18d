// Pure. Which tests a change of a file is run against: the nearest first.
import { posix } from 'node:path'
import type { ImportEdge } from '#tests/conventions/import-rules.ts'

// Every API test imports the whole app through these, which says nothing about what it tests.
const isWholeApp = (path: string): boolean => path.startsWith('server/') || path.startsWith('tests/support/')

const isTestFile = (path: string): boolean => path.endsWith('.test.ts')

/** Whether all tests of a file run in `npm run test:long` alone. */
export const isLongFile = (text: string): boolean => /^\/\/ @module-tag long$/m.test(text)

/** The arguments of Vitest that run test files until one test fails, without those of `npm run test:long`. */
export const toVitestArgs = (tests: readonly string[]): string[] => [
  'run',
  '--bail',
  '1',
  '--reporter',
  'dot',
  '--tags-filter=!long',
  ...tests,
]

/** The files that import this one, directly or through others, without the way through the whole app. */
const findImporters = (path: string, edges: readonly ImportEdge[]): Set<string> => {
  const found = new Set([path])
  for (const current of found)
    for (const { from, to } of edges) if (to === current && !isWholeApp(from)) found.add(from)
  return found
}

/** A deal, what is paid for it and the books are tested through each other. */
const isOfMoney = (module: string): boolean => /^market\/(?:deals|ledger|payments|payouts|receipts)$/.test(module)

/** The first two folders: `market/payments` of `market/payments/holds.ts`. */
const getModule = (path: string): string => path.split('/').slice(0, 2).join('/')

/**
 * The tests for a change of `path`, in stages: the one of its name and those that import it directly, then those of its module
 * and those that import it through others, then those of the other modules of money for a module of money, then those of the
 * modules that import it directly, then those of security and resilience that are named after the module.
 * A stage without tests is left out; no test is in two.
 */
export const findNearbyTests = (path: string, files: readonly string[], edges: readonly ImportEdge[]): string[][] => {
  const tests = files.filter(isTestFile)
  const direct = new Set(edges.filter(({ to }) => to === path).map(({ from }) => from))
  const importers = findImporters(path, edges)
  const importingModules = new Set([...direct].filter((from) => from.startsWith('market/')).map(getModule))
  const [module, stem] = [getModule(path), path.replace(/\.ts$/, '')]
  const word = posix.basename(module).replace(/s$/, '')
  const stages = [
    (test: string) => test === `${stem}.test.ts` || direct.has(test),
    (test: string) => test.startsWith(`${module}/`) || importers.has(test),
    (test: string) => isOfMoney(module) && isOfMoney(getModule(test)),
    (test: string) => importingModules.has(getModule(test)),
    (test: string) => /^tests\/(?:security|resilience)\//.test(test) && posix.basename(test).includes(word),
  ]
  const used = new Set<string>()
  return stages
    .map((belongs) => {
      const chosen = tests.filter((test) => !used.has(test) && belongs(test))
      for (const test of chosen) used.add(test)
      return chosen
    })
    .filter((stage) => stage.length > 0)
}
