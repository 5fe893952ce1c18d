// etcd: three members agree on which PostgreSQL is the primary. One may fail.
import { join } from 'node:path'
import { z } from 'zod'
import { createEngine, type Engine } from './engine.ts'

export type EtcdPorts = { client: number; peer: number }
export type EtcdMember = Engine & {
  /** Whether the others follow it. */
  isLeader(): Promise<boolean>
}

const toUrl = (port: number): string => `http://127.0.0.1:${port}`
const toName = (index: number): string => `etcd${index + 1}`

/** The arguments of one member. Nothing but this machine reaches it, so it has neither TLS nor passwords. */
export const toEtcdArgs = (ports: readonly EtcdPorts[], index: number, dataDir: string): string[] => {
  const { client, peer } = ports[index] ?? { client: 0, peer: 0 }
  const members = ports.map((one, at) => `${toName(at)}=${toUrl(one.peer)}`).join(',')
  const options = {
    name: toName(index),
    'data-dir': dataDir,
    'listen-client-urls': toUrl(client),
    'advertise-client-urls': toUrl(client),
    'listen-peer-urls': toUrl(peer),
    'initial-advertise-peer-urls': toUrl(peer),
    'initial-cluster': members,
    'initial-cluster-state': 'new',
    logger: 'zap',
  }
  return Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
}

const Status = z.object({ header: z.object({ member_id: z.string() }), leader: z.string() })
const Health = z.object({ health: z.literal('true') })

const readJson = async (url: string, init: RequestInit): Promise<unknown> =>
  (await fetch(url, { ...init, signal: AbortSignal.timeout(2_000) })).json()

export const createEtcd = (program: string, ports: readonly EtcdPorts[], folder: string): EtcdMember[] =>
  ports.map(({ client }, index) => {
    const own = join(folder, toName(index))
    const engine = createEngine({
      name: toName(index),
      folder: own,
      command: [program, ...toEtcdArgs(ports, index, join(own, 'data'))],
      isReady: async () => Health.safeParse(await readJson(`${toUrl(client)}/health`, {})).success,
    })
    const isLeader = async () => {
      const { header, leader } = Status.parse(
        await readJson(`${toUrl(client)}/v3/maintenance/status`, { method: 'POST', body: '{}' }),
      )
      return header.member_id === leader
    }
    return { ...engine, isLeader }
  })
