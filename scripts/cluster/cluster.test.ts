// What the configurations of the engines promise, read from their texts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { toCaddyfile } from './caddy.ts'
import { toEtcdArgs } from './etcd.ts'
import { describeMissing, findPrograms } from './find-programs.ts'
import { toHaproxyConfig } from './haproxy.ts'
import { toPatroniConfig } from './patroni.ts'
import { toPgbouncerConfig } from './pgbouncer.ts'

const databases = [
  { postgres: 5001, rest: 8001 },
  { postgres: 5002, rest: 8002 },
  { postgres: 5003, rest: 8003 },
]
const passwords = { superuser: 'a', replicator: 'b', rewind: 'c', owner: 'd', web: 'e' }
const etcd = [
  { client: 2001, peer: 2011 },
  { client: 2002, peer: 2012 },
  { client: 2003, peer: 2013 },
]
const texts = {
  etcd: toEtcdArgs(etcd, 1, '/cluster/etcd2/data').join('\n'),
  patroni: toPatroniConfig({
    name: 'postgres1',
    ports: { postgres: 5001, rest: 8001 },
    etcdPorts: etcd.map(({ client }) => client),
    folder: '/cluster/postgres1',
    postgresFolder: '/usr/lib/postgresql/15/bin',
    passwords,
  }),
  haproxy: toHaproxyConfig({
    ports: { primary: 6001, replica: 6002, pictures: 6003 },
    databases,
    stores: [9001, 9002],
  }),
  pgbouncer: toPgbouncerConfig(
    {
      port: 6432,
      primaryPort: 6001,
      login: { user: 'shop', password: 'quiet', database: 'motohaat' },
      databaseTimeoutMs: 3_000,
    },
    '/cluster/pgbouncer/logins.txt',
  ),
  caddy: toCaddyfile({ port: 8443, shops: [3001, 3002], folder: '/cluster/caddy' }),
}

describe('missing programs', () => {
  test('are named in one sentence with the command that installs them', () => {
    const parts = [
      { packages: 'etcd-server', found: '/usr/bin/etcd' },
      { packages: 'patroni', found: null },
      { packages: 'haproxy', found: null },
    ]
    expect(describeMissing(parts)).toBe(
      'Install what the cluster needs: apt-get install -y --no-install-recommends patroni haproxy',
    )
  })

  test('are all of them on a machine without any', () => {
    const root = mkdtempSync(join(tmpdir(), 'motohaat-programs-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    expect(() => findPrograms(root)).toThrow(
      /^Install what the cluster needs: apt-get install -y --no-install-recommends etcd-server patroni python3-etcd haproxy pgbouncer caddy postgresql$/,
    )
  })

  test('there are none when all are installed', () => {
    expect(describeMissing([{ packages: 'patroni', found: '/usr/bin/patroni' }])).toBeNull()
  })
})

/** The addresses that follow one of these words. */
const findAddresses = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, host = '']) => host)

describe('every engine', () => {
  test.each([
    ['etcd', texts.etcd, /http:\/\/([^:]+):\d+/g],
    ['Patroni', texts.patroni, /"(?:listen|connect_address)":"([^:]+):/g],
    ['HAProxy', texts.haproxy, /bind ([^:]+):/g],
    ['PgBouncer', texts.pgbouncer, /listen_addr = (\S+)/g],
    ['Caddy', texts.caddy, /bind (\S+)/g],
  ])('%s listens on this machine alone', (_name, text, pattern) => {
    const addresses = findAddresses(text, pattern)
    expect(addresses.length).toBeGreaterThan(0)
    expect(new Set(addresses)).toEqual(new Set(['127.0.0.1']))
  })

  test('no engine opens a socket in a folder that all users share', () => {
    expect(texts.patroni).toContain(`"unix_socket_directories":""`)
    expect(texts.pgbouncer).toMatch(/^unix_socket_dir =$/m)
    expect(texts.caddy).toContain('admin off')
  })
})

describe('Patroni', () => {
  const { bootstrap, postgresql } = JSON.parse(texts.patroni)

  test('lets commits wait for a replica, and promotes no other', () => {
    expect(bootstrap.dcs).toMatchObject({ synchronous_mode: true, synchronous_node_count: 1 })
  })

  test('has time for two tries before its lock ends', () => {
    const { ttl, loop_wait: loopWait, retry_timeout: retryTimeout } = bootstrap.dcs
    expect(loopWait + 2 * retryTimeout).toBeLessThanOrEqual(ttl)
  })

  test('promotes a replica at once when the primary has crashed', () => {
    expect(bootstrap.dcs.primary_start_timeout).toBe(0)
  })

  test('brings a primary that was replaced back, which needs page checksums', () => {
    expect(bootstrap.dcs.postgresql.use_pg_rewind).toBe(true)
    expect(bootstrap.initdb).toContain('data-checksums')
  })

  test('asks every login for its password', () => {
    for (const rule of postgresql.pg_hba) expect(rule).toMatch(/ 127\.0\.0\.1\/32 scram-sha-256$/)
  })
})

describe('HAProxy', () => {
  const sections = Object.fromEntries(
    texts.haproxy.split(/^listen /m).map((section) => [/^\w+/.exec(section)?.[0], section]),
  )

  test.each([
    ['primary', 'OPTIONS /primary'],
    ['replica', 'OPTIONS /replica'],
  ])('asks Patroni of each node whether it is the %s, and ends connections to one that is not', (name, check) => {
    const section = sections[name] ?? ''
    expect(section).toContain(`option httpchk ${check}`)
    expect(section).toContain('on-marked-down shutdown-sessions')
    for (const { postgres, rest } of databases) expect(section).toContain(`127.0.0.1:${postgres} check port ${rest}`)
  })

  test('sends all connections of the shop to one replica, since the shop asks one how far it is', () => {
    expect(sections['replica']).toContain('stick on dst')
  })

  test('repeats a request that a store did not answer at the other one', () => {
    expect(sections['pictures']).toContain('option redispatch')
    expect(sections['pictures']).toContain('retry-on conn-failure empty-response')
  })
})

test('PgBouncer prepares connections as the start of the shop asks, and finds a new primary within a second', () => {
  expect(texts.pgbouncer).toContain('pool_mode = transaction')
  expect(texts.pgbouncer).toContain(`connect_query='set jit = off; set statement_timeout = 1800;`)
  expect(texts.pgbouncer).toContain(`set role motohaat_app'`)
  expect(texts.pgbouncer).toMatch(/^server_login_retry = 1$/m)
})

describe('Caddy', () => {
  test('sends requests to shops that are ready', () => {
    expect(texts.caddy).toContain('reverse_proxy 127.0.0.1:3001 127.0.0.1:3002 {')
    expect(texts.caddy).toContain('health_uri /ready')
  })

  test('lets a shop answer what it could send to none, so that people read a sentence of the shop', () => {
    const handler = texts.caddy.slice(texts.caddy.indexOf('handle_errors'))
    expect(handler).toContain('@unsent expression {err.status_code} == 503')
    expect(handler).toContain('reverse_proxy @unsent 127.0.0.1:3001 127.0.0.1:3002')
  })
})
