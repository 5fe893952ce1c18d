// Checks what the settings refer to, before anything starts. One error lists everything that is wrong.
import { type Config, ConfigError } from '#platform/config/config.ts'
import { findConnectionProblem } from '#platform/database/connection-check.ts'
import { findPortProblem } from '#platform/process/ports.ts'

/** Whether one of the external services is a sandbox. */
export const needsSandbox = ({ stripe, oidc, smtpUrl }: Config): boolean =>
  stripe === null || oidc === null || smtpUrl === null

/** Sandboxes show all e-mails and let anybody sign in: without DEMO they only listen on this machine. */
export const getSandboxHost = ({ demo, host }: Config): string => (demo ? host : '127.0.0.1')

const findPortProblems = (config: Config): Promise<string | null>[] => {
  const { host, port, sandbox } = config
  const { metrics } = config.operations
  const listeners = [
    { host, port, hostSetting: 'HOST', portSetting: 'PORT' },
    ...(needsSandbox(config)
      ? [
          {
            host: getSandboxHost(config),
            port: sandbox.port,
            hostSetting: config.demo ? 'HOST' : null,
            portSetting: 'SANDBOX_PORT',
          },
        ]
      : []),
    ...(metrics
      ? [{ host: metrics.host, port: metrics.port, hostSetting: 'METRICS_HOST', portSetting: 'METRICS_PORT' }]
      : []),
  ]
  return listeners.map(findPortProblem)
}

// A replica that is down is no problem: the primary serves its lists.
const findDatabaseProblems = ({ databaseUrl, databaseOwnerUrl }: Config): Promise<string | null>[] => [
  ...(databaseUrl === null ? [] : [findConnectionProblem('DATABASE_URL', databaseUrl)]),
  ...(databaseOwnerUrl === null ? [] : [findConnectionProblem('DATABASE_OWNER_URL', databaseOwnerUrl)]),
]

/** Throws ConfigError with one sentence for each port and database that cannot be used. */
export const checkEnvironment = async (config: Config): Promise<void> => {
  const problems = await Promise.all([...findPortProblems(config), ...findDatabaseProblems(config)])
  const sentences = new Set(problems.filter((problem) => problem !== null))
  if (sentences.size > 0) throw new ConfigError([...sentences].join('\n'))
}
