// A PostgreSQL server as an operator installs it: own process, TCP, passwords, default settings of its distribution.
import { execFile, spawn } from 'node:child_process'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Binaries, findBinaries } from '#platform/embedded-postgres/binaries.ts'
import { chooseLauncher } from '#platform/embedded-postgres/launcher.ts'
import { findFreePort } from './ports/free-port.ts'

// Debian and Ubuntu, then Fedora and Arch, then Homebrew.
const binaryPatterns = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/usr/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
]
const startTimeoutMs = 60_000

const isProgram = (file: string): boolean => {
  if (!existsSync(file)) return false
  accessSync(file, constants.X_OK)
  return true
}

/** The programs of the newest PostgreSQL that the system's distribution has installed, or null. */
export const findDistributionPostgres = (): Binaries | null => {
  const folders = binaryPatterns.flatMap((pattern) => globSync(pattern).toSorted().toReversed())
  const folder = folders.find((one) => isProgram(join(one, 'postgres')) && isProgram(join(one, 'initdb')))
  return folder === undefined ? null : { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
}

/** The programs of the npm package, for a server that runs outside the app. */
export const findPackagedPostgres = (folder: string): Binaries => findBinaries(chooseLauncher(folder), folder)

export type ExternalPostgres = {
  port: number
  pid: number
  /** The URL of a login of this server. */
  toUrl(login: { user: string; password: string; database: string }): string
  /** Runs SQL as the superuser. */
  query(sql: string, database?: string): Promise<Record<string, unknown>[]>
  /** Connects as the superuser. */
  connect(database: string): Promise<pg.Client>
  stop(): Promise<void>
}

const superuser = { user: 'postgres', password: 'the password of the superuser' }

const waitUntilReady = async (connect: () => Promise<pg.Client>, getOutput: () => string): Promise<void> => {
  const deadline = performance.now() + startTimeoutMs
  for (;;) {
    try {
      await (await connect()).end()
      return
    } catch (error) {
      if (performance.now() > deadline) throw new Error(`PostgreSQL did not start:\n${getOutput()}`, { cause: error })
      await pause(50)
    }
  }
}

/**
 * Starts a server in a temporary folder, at 127.0.0.1, with a password for each login and the default settings of
 * `binaries`; `stop` removes it.
 */
export const startExternalPostgres = async (binaries: Binaries): Promise<ExternalPostgres> => {
  const folder = mkdtempSync(join(tmpdir(), 'motohaat-external-'))
  const dataDir = join(folder, 'data')
  const { prefix, account, spawnAs } = chooseLauncher(dataDir)
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, superuser.password)
  mkdirSync(dataDir, { mode: 0o700 })
  if (account) for (const path of [folder, passwordFile, dataDir]) chownSync(path, account.uid, account.gid)
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' }
  const run = (program: string, args: string[]) => [...prefix, program, ...args] as const
  const initArgs = ['-D', dataDir, '-U', superuser.user, '-A', 'scram-sha-256', '--pwfile', passwordFile, '-E', 'UTF8']
  const [initFile = '', ...initRest] = run(binaries.initdb, [...initArgs, '--no-sync'])
  await promisify(execFile)(initFile, initRest, { ...spawnAs, cwd: '/', env })

  const port = await findFreePort()
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=`, 'fsync=off']
  const [file = '', ...args] = run(binaries.postgres, ['-D', dataDir, ...settings.flatMap((one) => ['-c', one])])
  const server = spawn(file, args, { ...spawnAs, cwd: dirname(dataDir), env, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  server.stderr.on('data', (chunk) => (output = (output + String(chunk)).slice(-20_000)))
  const exited = new Promise((resolve) => server.once('exit', resolve))
  const stopWithParent = () => server.kill('SIGINT')
  process.once('exit', stopWithParent)

  const connect = async (database: string): Promise<pg.Client> => {
    const client = new pg.Client({ host: '127.0.0.1', port, ...superuser, database })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const stop = async () => {
    server.kill('SIGINT')
    await exited
    process.off('exit', stopWithParent)
    rmSync(folder, { recursive: true, force: true })
  }
  await waitUntilReady(
    () => connect('postgres'),
    () => output,
  ).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    port,
    pid: server.pid ?? 0,
    toUrl: ({ user, password, database }) =>
      `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    query: async (sql, database = 'postgres') => {
      const client = await connect(database)
      try {
        return (await client.query<Record<string, unknown>>(sql)).rows
      } finally {
        await client.end()
      }
    },
    connect,
    stop,
  }
}
