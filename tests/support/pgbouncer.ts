// PgBouncer of the system's distribution, in transaction mode, in front of a PostgreSQL of the tests.
import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chooseLauncher } from '#platform/embedded-postgres/launcher.ts'
import { findFreePort } from './ports/free-port.ts'

const places = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer']
const startTimeoutMs = 30_000

/** The installed program, or null. */
export const findPgBouncer = (): string | null => places.find((place) => existsSync(place)) ?? null

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/**
 * Starts PgBouncer; every client becomes `login` at the server. Start parameters in `ignoredParameters` are dropped.
 * `connectQuery` runs on each connection to the server.
 */
export const startPgBouncer = async (
  program: string,
  options: {
    login: { port: number; user: string; password: string; database: string }
    ignoredParameters: string[]
    connectQuery?: string
  },
): Promise<{ url: string; pid: number; stop(): Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'motohaat-pgbouncer-'))
  const port = await findFreePort()
  const { login, ignoredParameters, connectQuery } = options
  const target = [
    `host=127.0.0.1 port=${login.port} user=${login.user} password='${login.password}'`,
    ...(connectQuery === undefined ? [] : [`connect_query='${connectQuery}'`]),
  ].join(' ')
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    [
      `[databases]`,
      `${login.database} = ${target}`,
      `[pgbouncer]`,
      `listen_addr = 127.0.0.1`,
      `listen_port = ${port}`,
      `unix_socket_dir =`,
      `auth_type = any`,
      `pool_mode = transaction`,
      `ignore_startup_parameters = ${ignoredParameters.join(',')}`,
    ].join('\n'),
  )
  const { prefix, account, spawnAs } = chooseLauncher(join(folder, 'data'))
  if (account) for (const path of [folder, file]) chownSync(path, account.uid, account.gid)
  const [command, ...args] = [...prefix, program, file]
  const child = spawn(command, args, { ...spawnAs, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
    process.off('exit', killChild)
    rmSync(folder, { recursive: true, force: true })
  }
  const deadline = performance.now() + startTimeoutMs
  while (!(await canConnect(port))) {
    if (performance.now() > deadline || child.exitCode !== null) {
      await stop()
      throw new Error(`PgBouncer did not start:\n${output}`)
    }
    await pause(50)
  }
  return { url: `postgres://${login.user}@127.0.0.1:${port}/${login.database}`, pid: child.pid ?? 0, stop }
}
