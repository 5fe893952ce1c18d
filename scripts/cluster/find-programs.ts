// Finds the programs of the engines, where Debian's packages put them.
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'

/** The file of each program; `postgres` is the folder with all programs of PostgreSQL. */
export type Programs = Record<'etcd' | 'patroni' | 'haproxy' | 'pgbouncer' | 'caddy' | 'postgres', string>

const folders = ['usr/bin', 'usr/sbin', 'usr/local/bin']

const findProgram = (root: string, name: string): string | null =>
  folders.map((folder) => join(root, folder, name)).find((file) => existsSync(file)) ?? null

/** The folder of the newest PostgreSQL that is installed. */
const findPostgres = (root: string): string | null =>
  globSync(join(root, 'usr/lib/postgresql/*/bin'))
    .filter((folder) => existsSync(join(folder, 'postgres')))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1) ?? null

// Patroni speaks to etcd through python3-etcd, which Debian's package only suggests.
const findEtcdClient = (root: string): string | null => {
  const folder = join(root, 'usr/lib/python3/dist-packages/etcd')
  return existsSync(folder) ? folder : null
}

type Part = { packages: string; found: string | null }

/** One sentence that names what is missing and how to install it, or null. */
export const describeMissing = (parts: readonly Part[]): string | null => {
  const missing = parts.filter(({ found }) => found === null).map(({ packages }) => packages)
  if (missing.length === 0) return null
  return `Install what the cluster needs: apt-get install -y --no-install-recommends ${missing.join(' ')}`
}

/** Throws with the one sentence of `describeMissing`. */
export const findPrograms = (root = '/'): Programs => {
  const postgres = findPostgres(root)
  const programs = {
    etcd: findProgram(root, 'etcd'),
    patroni: findProgram(root, 'patroni'),
    haproxy: findProgram(root, 'haproxy'),
    pgbouncer: findProgram(root, 'pgbouncer'),
    caddy: findProgram(root, 'caddy'),
  }
  const { etcd, patroni, haproxy, pgbouncer, caddy } = programs
  const sentence = describeMissing([
    { packages: 'etcd-server', found: etcd },
    { packages: 'patroni', found: patroni },
    { packages: 'python3-etcd', found: findEtcdClient(root) },
    { packages: 'haproxy', found: haproxy },
    { packages: 'pgbouncer', found: pgbouncer },
    { packages: 'caddy', found: caddy },
    { packages: 'postgresql', found: postgres },
  ])
  if (sentence !== null || !etcd || !patroni || !haproxy || !pgbouncer || !caddy || !postgres)
    throw new Error(sentence ?? 'A program of the cluster is missing.')
  return { etcd, patroni, haproxy, pgbouncer, caddy, postgres }
}
