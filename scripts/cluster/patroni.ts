// Patroni: starts one PostgreSQL each, decides by etcd which one is the primary, and promotes another when it is lost.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { answers, createEngine, type Engine } from './engine.ts'

export type NodePorts = { postgres: number; rest: number }
export type Passwords = { superuser: string; replicator: string; rewind: string; owner: string; web: string }

export type DatabaseNode = Engine & {
  port: number
  /** Ends PostgreSQL alone, as a crash does; Patroni stays. */
  killPostgres(): Promise<void>
  /** Ends Patroni and PostgreSQL at once, as when the machine is lost. */
  killMachine(): Promise<void>
  isPrimary(): Promise<boolean>
  isReplica(): Promise<boolean>
  /** Whether commits wait for it. */
  isSynchronous(): Promise<boolean>
}

/** What all nodes share; Patroni keeps it in etcd. */
const sharedSettings = {
  // The primary has to renew its lock in this time, else another takes it: a lost machine costs up to `ttl`, and the promotion.
  // `loop_wait` + 2 × `retry_timeout` must not be more. Newer versions of Patroni (3.2) take 20 at least.
  ttl: 8,
  loop_wait: 1,
  retry_timeout: 3,
  // A crashed PostgreSQL loses its role at once: a replica that has everything is there sooner than its recovery ends.
  primary_start_timeout: 0,
  // Commits wait for a replica, and only that replica may take over: nothing acknowledged is lost.
  synchronous_mode: true,
  synchronous_node_count: 1,
  // Without any replica the shop goes on selling on the primary alone. Patroni then promotes nobody else.
  synchronous_mode_strict: false,
  // Only for replicas for which commits do not wait.
  maximum_lag_on_failover: 1_048_576,
  postgresql: {
    use_pg_rewind: true,
    // A primary that was replaced comes back as a replica, also where pg_rewind cannot help.
    remove_data_directory_on_rewind_failure: true,
    parameters: { max_connections: 100, hot_standby_feedback: 'on', wal_keep_size: '256MB' },
  },
}

const loopback = '127.0.0.1'

/** The configuration of one node. JSON is YAML too. */
export const toPatroniConfig = (options: {
  name: string
  ports: NodePorts
  etcdPorts: readonly number[]
  folder: string
  postgresFolder: string
  passwords: Passwords
}): string => {
  const { name, ports, etcdPorts, folder, postgresFolder, passwords } = options
  return JSON.stringify({
    scope: 'motohaat',
    name,
    restapi: { listen: `${loopback}:${ports.rest}`, connect_address: `${loopback}:${ports.rest}` },
    etcd3: { hosts: etcdPorts.map((port) => `${loopback}:${port}`) },
    bootstrap: { dcs: sharedSettings, initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'] },
    postgresql: {
      listen: `${loopback}:${ports.postgres}`,
      connect_address: `${loopback}:${ports.postgres}`,
      data_dir: join(folder, 'data'),
      bin_dir: postgresFolder,
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuser },
        replication: { username: 'replicator', password: passwords.replicator },
        rewind: { username: 'rewind', password: passwords.rewind },
      },
      parameters: { unix_socket_directories: '' },
      pg_hba: [`host all all ${loopback}/32 scram-sha-256`, `host replication replicator ${loopback}/32 scram-sha-256`],
    },
  })
}

const ClusterStatus = z.object({ members: z.array(z.object({ name: z.string(), role: z.string() })) })

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

/** Creates the three nodes. The first that starts creates the database; the others copy it. */
export const createDatabaseNodes = (options: {
  programs: { patroni: string; postgres: string }
  ports: readonly NodePorts[]
  etcdPorts: readonly number[]
  folder: string
  passwords: Passwords
}): DatabaseNode[] =>
  options.ports.map((ports, index) => {
    const { programs, etcdPorts, passwords } = options
    const name = `postgres${index + 1}`
    const folder = join(options.folder, name)
    const config = toPatroniConfig({ name, ports, etcdPorts, folder, postgresFolder: programs.postgres, passwords })
    const url = `http://${loopback}:${ports.rest}`
    const engine = createEngine({
      name,
      folder,
      command: [programs.patroni, join(folder, 'patroni.json')],
      files: { 'patroni.json': config },
      env: { LC_ALL: 'C.UTF-8' },
      refusesRoot: true,
      isReady: () => answers(`${url}/health`),
    })
    const killPostgres = async () => {
      const pid = Number((await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0])
      if (!isGone(pid)) process.kill(pid, 'SIGKILL')
    }
    return {
      ...engine,
      port: ports.postgres,
      killPostgres,
      killMachine: async () => {
        await engine.kill()
        await killPostgres()
      },
      // Patroni stops PostgreSQL first; one that it could not stop would run on without it.
      stop: async () => {
        await engine.stop()
        await killPostgres().catch(() => {})
      },
      isPrimary: () => answers(`${url}/primary`),
      isReplica: () => answers(`${url}/replica`),
      isSynchronous: async () => {
        const { members } = ClusterStatus.parse(await (await fetch(`${url}/cluster`)).json())
        return members.some((one) => one.name === name && one.role === 'sync_standby')
      },
    }
  })
