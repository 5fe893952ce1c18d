// What server/modules.ts lists, and which jobs server/app.ts runs. Each rule was seen to fail: the planted faults stand beside
// the real run.
import { join } from 'node:path'
import { assert, expect, test } from 'vitest'
import { type ProjectFile, readProjectFiles } from './project-files.ts'

const files = readProjectFiles(join(import.meta.dirname, '../..'))
const readText = (path: string): string => files.find((file) => file.path === path)?.text ?? ''

/** The paths of handlers and jobs by the module they are in. */
const groupEntries = (paths: readonly string[]): Map<string, string[]> =>
  Map.groupBy(
    paths.filter((path) => /^market\/.+\/(?:routes|jobs|module)\.ts$/.test(path)),
    (path) => path.split('/')[1] ?? '',
  )

/** What server/modules.ts has to import of each module, and does not. */
const findUnlisted = (paths: readonly string[], list: string): string[] =>
  [...groupEntries(paths)].flatMap(([name, entries]) => {
    const isSingle = entries.length === 1
    const entry = isSingle ? entries[0] : `market/${name}/module.ts`
    return list.includes(`from '#${entry}'`) ? [] : [`server/modules.ts imports no ${entry}`]
  })

/** The jobs of a module.ts. */
const listJobs = ({ text }: Pick<ProjectFile, 'text'>): string[] => {
  const [, block = ''] = /^ {2}jobs: \{\n([^]*?)^ {2}\},/m.exec(text) ?? []
  return [...block.matchAll(/^ {4}(\w+):/gm)].map(([, name = '']) => name)
}

/** Jobs that no round runs, or more than one. */
const findJobsWithoutRound = (jobs: readonly string[], app: string): string[] =>
  jobs.filter((job) => [...app.matchAll(new RegExp(String.raw`\.jobs\s*\.${job}\b`, 'g'))].length !== 1)

test('each module of the market that has handlers or jobs is in the list of modules', () => {
  const paths = files.map(({ path }) => path)
  expect(findUnlisted(paths, readText('server/modules.ts'))).toEqual([])
  const list = "import { a } from '#market/a/routes.ts'\nimport { createBModule } from '#market/b/module.ts'"
  expect(findUnlisted(['market/a/routes.ts', 'market/b/module.ts', 'market/b/c/jobs.ts'], list)).toEqual([])
  expect(findUnlisted(['market/a/routes.ts', 'market/a/b/routes.ts'], list)).toEqual([
    'server/modules.ts imports no market/a/module.ts',
  ])
  expect(findUnlisted(['market/c/jobs.ts'], list)).toEqual(['server/modules.ts imports no market/c/jobs.ts'])
})

test('each job of a module runs in one round', () => {
  const jobs = files.filter(({ path }) => /^market\/[^/]+\/module\.ts$/.test(path)).flatMap(listJobs)
  assert(jobs.length > 20, 'needs the jobs of the modules')
  expect(findJobsWithoutRound(jobs, readText('server/app.ts'))).toEqual([])
  const text = '  jobs: {\n    sweep: () => sweep(deps),\n    send: () => send(deps),\n  },\n'
  expect(listJobs({ text })).toEqual(['sweep', 'send'])
  expect(findJobsWithoutRound(['sweep', 'send'], 'a.jobs.sweep()\na.jobs\n  .send()')).toEqual([])
  expect(findJobsWithoutRound(['sweep', 'send'], 'a.jobs.sweep()\nb.jobs.sweep()')).toEqual(['sweep', 'send'])
})
