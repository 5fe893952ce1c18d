// Checks what the settings refer to, before anything starts. One error lists everything that is wrong.
import { type Config, ConfigError } from '#platform/config/config.ts'
import { findConnectionProblem } from '#platform/database/connection-check.ts'
import type { PaymentProviders } from '#market/payments/providers.ts'
import { findPortProblem } from '#platform/process/ports.ts'

/** Whether one of the external services is a sandbox. */
export const needsSandbox = ({ stripe, bkash, sslcommerz, oidc, smtpUrl, sms, production }: Config): boolean =>
  (stripe === null && bkash === null && sslcommerz === null) ||
  oidc === null ||
  smtpUrl === null ||
  // Without a service, production sends no text messages.
  (sms === null && !production)

/** Sandboxes show all e-mails and text messages and let anybody sign in: without DEMO they only listen on this machine. */
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

const keyProblems = {
  bkash: 'BKASH_APP_KEY, BKASH_APP_SECRET, BKASH_USERNAME or BKASH_PASSWORD: bKash says that the keys are wrong.',
  sslcommerz: 'SSLCOMMERZ_STORE_ID or SSLCOMMERZ_STORE_PASSWORD: SSLCommerz says that the keys are wrong.',
} as const

/**
 * Throws ConfigError when bKash or SSLCommerz says that the keys of this shop are wrong. One that does not answer does not
 * stop the start: it may only be down.
 */
export const checkProviderKeys = async (
  { bkash, sslcommerz }: PaymentProviders,
  log: (line: string) => void,
): Promise<void> => {
  const problems: string[] = []
  for (const provider of [bkash, sslcommerz]) {
    const name = provider?.name
    if (!provider?.checkKeys || (name !== 'bkash' && name !== 'sslcommerz')) continue
    try {
      if (!(await provider.checkKeys())) problems.push(keyProblems[name])
    } catch (error) {
      log(`The keys of ${name} could not be checked, since it does not answer: ${String(error)}`)
    }
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
}
