// HAProxy: one address for the primary, one for a replica, one for the pictures. It asks each server who it is.
import { connect } from 'node:net'
import { join } from 'node:path'
import { createEngine, type Engine } from './engine.ts'
import type { NodePorts } from './patroni.ts'

export type ProxyPorts = { primary: number; replica: number; pictures: number }

// Two checks that fail move the address: a second.
const checks = 'default-server inter 500ms fall 2 rise 1'

const toServers = (name: string, ports: readonly NodePorts[]): string[] =>
  ports.map(({ postgres, rest }, index) => `  server ${name}${index + 1} 127.0.0.1:${postgres} check port ${rest}`)

export const toHaproxyConfig = (options: {
  ports: ProxyPorts
  databases: readonly NodePorts[]
  stores: readonly number[]
}): string => {
  const { ports, databases, stores } = options
  return [
    'global',
    '  maxconn 1000',
    'defaults',
    '  mode tcp',
    '  timeout connect 1s',
    '  timeout check 1s',
    // Connections of LISTEN are silent for hours.
    '  timeout client 24h',
    '  timeout server 24h',
    '',
    '# Patroni answers 200 to /primary on the one node that holds the lock.',
    'listen primary',
    `  bind 127.0.0.1:${ports.primary}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    `  ${checks} on-marked-down shutdown-sessions`,
    ...toServers('postgres', databases),
    '',
    '# All connections go to the same replica until it fails: the shop asks one connection how far the replica is.',
    'listen replica',
    `  bind 127.0.0.1:${ports.replica}`,
    '  option httpchk OPTIONS /replica',
    '  http-check expect status 200',
    '  stick-table type ip size 1',
    '  stick on dst',
    `  ${checks} on-marked-down shutdown-sessions`,
    ...toServers('postgres', databases),
    '',
    '# Any answer means that the store runs. A request that it did not answer goes to the other one.',
    'listen pictures',
    '  mode http',
    `  bind 127.0.0.1:${ports.pictures}`,
    '  timeout client 30s',
    '  timeout server 10s',
    '  option httpchk GET /',
    '  http-check expect rstatus ^[1-4]',
    '  retries 3',
    '  retry-on conn-failure empty-response',
    '  option redispatch 1',
    `  ${checks}`,
    ...stores.map((port, index) => `  server store${index + 1} 127.0.0.1:${port} check`),
    '',
  ].join('\n')
}

/** Whether something listens at this port of this machine. */
export const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket
      .once('connect', () => {
        socket.destroy()
        resolve(true)
      })
      .once('error', () => resolve(false))
  })

export const createHaproxy = (
  program: string,
  options: Parameters<typeof toHaproxyConfig>[0] & { folder: string },
): Engine => {
  const folder = join(options.folder, 'haproxy')
  return createEngine({
    name: 'HAProxy',
    folder,
    command: [program, '-db', '-f', join(folder, 'haproxy.cfg')],
    files: { 'haproxy.cfg': toHaproxyConfig(options) },
    isReady: () => isListening(options.ports.primary),
  })
}
