import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/**
 * How PostgreSQL is started. It refuses to run as root, so for root it runs as another user.
 * - `prefix`: the command in front of it
 * - `account`: the user who must own its files; null when the owner does not change
 * - `spawnAs`: the user for spawn(); null when the prefix changes the user or nothing does. Only then must that user be
 *   able to enter every folder above the files.
 */
export type Launcher = { prefix: string[]; account: Account | null; spawnAs: Account | null }
export type Account = { uid: number; gid: number }

// The kernel sends SIGINT (fast shutdown) to the server when its parent process dies for any reason.
const exitWithParent = ['--pdeathsig', 'INT']

// In a user namespace root looks like an ordinary user to PostgreSQL, while root still owns every file.
const userNamespacePrefix = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']

/** Chooses the launcher for the user of this process and the data folder, which need not exist yet. */
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

// Keeps CAP_DAC_OVERRIDE, which passes closed folders, across the change of user. PostgreSQL calls access(2), which
// honours the capability only with the no_setuid_fixup bit.
function createCapabilityPrefix({ uid, gid }: Account): string[] {
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  const capabilities = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup']
  return ['setpriv', ...user, ...capabilities, ...exitWithParent, '--']
}

function getOwner(dataDir: string): Account | null {
  const stat = statSync(dataDir, { throwIfNoEntry: false })
  return stat ? { uid: stat.uid, gid: stat.gid } : null
}

// initdb needs a user with a name in /etc/passwd.
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
