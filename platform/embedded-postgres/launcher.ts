import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/**
 * How PostgreSQL is started. PostgreSQL refuses to be root, so a root person gets it under another name.
 * - `prefix`: the commands in front of it
 * - `account`: the user whom its files must belong to, null when they stay as they are
 * - `becomes`: the user that the spawn itself must change to; null when the prefix does it, or nobody does. Only such
 *   a server needs every folder above its files open to it.
 */
export type Launcher = { prefix: string[]; account: Account | null; spawnAs: Account | null }
export type Account = { uid: number; gid: number }

// The server ends itself, in order, when the process that started it is gone, however that ended.
const exitWithParent = ['--pdeathsig', 'INT']

// In a user namespace of its own root looks like an ordinary user to PostgreSQL, while every file stays root's.
const userNamespacePrefix = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']

/** Chooses the launcher for the person who runs this process and the folder of data, which need not exist yet. */
export function chooseLauncher(dataDir: string): Launcher {
  const defaultLauncher = {
    prefix: findRunnable([['setpriv', ...exitWithParent, '--']]) ?? [],
    account: null,
    spawnAs: null,
  }
  if (process.getuid?.() !== 0) return defaultLauncher

  const owner = getOwner(dataDir)
  const isOwnedByRoot = owner === null || owner.uid === 0
  const namespacePrefix = [...userNamespacePrefix, ...defaultLauncher.prefix]
  if (isOwnedByRoot && canRun(namespacePrefix)) return { ...defaultLauncher, prefix: namespacePrefix }

  const account = isOwnedByRoot ? findSystemAccount() : owner
  const capabilityPrefix = createCapabilityPrefix(account)
  if (canRun(capabilityPrefix)) return { prefix: capabilityPrefix, account, spawnAs: null }
  return { ...defaultLauncher, account, spawnAs: account }
}

// The one right of root that lets a user through closed folders, kept across the change of user. PostgreSQL asks
// access(2), which heeds a kept right only when the kernel is told not to drop it for ordinary users.
function createCapabilityPrefix({ uid, gid }: Account): string[] {
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  const capabilities = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup']
  return ['setpriv', ...user, ...capabilities, ...exitWithParent, '--']
}

function getOwner(dataDir: string): Account | null {
  const stat = statSync(dataDir, { throwIfNoEntry: false })
  return stat ? { uid: stat.uid, gid: stat.gid } : null
}

// PostgreSQL makes its first files only for a user that the system knows by name.
function findSystemAccount(): Account {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!found) return { uid: 65534, gid: 65534 }
  return { uid: Number(found[2]) >>> 0, gid: Number(found[3]) >>> 0 }
}

function findRunnable(prefixes: string[][]): string[] | undefined {
  return prefixes.find(canRun)
}

function canRun([file = '', ...args]: string[]): boolean {
  return spawnSync(file, [...args, 'true'], { stdio: 'ignore' }).status === 0
}
