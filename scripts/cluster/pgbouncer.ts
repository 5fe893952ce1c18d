// PgBouncer in transaction mode, between the shop and HAProxy.
import { join } from 'node:path'
import { appRole } from '#platform/database/app-role.ts'
import { toPoolerStatements } from '#platform/database/pooler-check.ts'
import { createEngine, type Engine } from './engine.ts'
import { isListening } from './haproxy.ts'

type PoolerOptions = {
  port: number
  /** The address of the primary at HAProxy. */
  primaryPort: number
  login: { user: string; password: string; database: string }
  databaseTimeoutMs: number
}

export const toPgbouncerConfig = (
  { port, primaryPort, login, databaseTimeoutMs }: PoolerOptions,
  loginsFile: string,
): string => {
  const statements = toPoolerStatements({ role: appRole, databaseTimeoutMs })
  return [
    '[databases]',
    `${login.database} = host=127.0.0.1 port=${primaryPort} user=${login.user} password='${login.password}' connect_query='${statements}'`,
    '',
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${loginsFile}`,
    'pool_mode = transaction',
    'max_client_conn = 200',
    'default_pool_size = 20',
    // After a failover it tries each second to connect again, not each fifteen.
    'server_login_retry = 1',
    'server_connect_timeout = 2',
    '',
  ].join('\n')
}

export const createPgbouncer = (program: string, options: PoolerOptions & { folder: string }): Engine => {
  const folder = join(options.folder, 'pgbouncer')
  const { user, password } = options.login
  return createEngine({
    name: 'PgBouncer',
    folder,
    command: [program, join(folder, 'pgbouncer.ini')],
    files: {
      'pgbouncer.ini': toPgbouncerConfig(options, join(folder, 'logins.txt')),
      'logins.txt': `"${user}" "${password}"\n`,
    },
    refusesRoot: true,
    isReady: () => isListening(options.port),
  })
}
