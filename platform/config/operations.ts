// The settings of whoever runs the shop: what is logged, who may watch, and how it leaves.
import { type Env, readEnv, parsePort, ConfigError } from './env.ts'

export type OperationsConfig = {
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Where the metrics are read and the word that opens them, or null for nowhere. */
  metrics: { host: string; port: number; token: string | null } | null
  /** How long a process that was asked to end goes on taking requests, so that all hear of it. */
  drainNoticeMs: number
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
const loopback = new Set(['127.0.0.1', 'localhost', '::1'])
const minTokenLength = 16
// A load balancer looks every second or two; after ten seconds the process is ended by force.
const defaultNoticeMs = 3_000
const maxNoticeMs = 8_000

const parseLogLevel = (env: Env, production: boolean): OperationsConfig['logLevel'] => {
  const value = readEnv(env, 'LOG_LEVEL') ?? (production ? 'info' : 'warn')
  const level = logLevels.find((one) => one === value)
  if (!level) throw new ConfigError(`LOG_LEVEL must be one of ${logLevels.join(', ')}.`)
  return level
}

const parseMetrics = (env: Env): OperationsConfig['metrics'] => {
  if (readEnv(env, 'METRICS_PORT') === null) return null
  const host = readEnv(env, 'METRICS_HOST') ?? '127.0.0.1'
  const token = readEnv(env, 'METRICS_TOKEN')
  if (token === null && !loopback.has(host))
    throw new ConfigError('METRICS_TOKEN must be set too, since METRICS_HOST is not this machine alone.')
  if (token !== null && token.length < minTokenLength)
    throw new ConfigError(`METRICS_TOKEN must have at least ${minTokenLength} characters.`)
  return { host, port: parsePort(env, 'METRICS_PORT', 9464), token }
}

const parseDrainNoticeMs = (env: Env, production: boolean): number => {
  const value = readEnv(env, 'DRAIN_NOTICE_MS')
  if (value === null) return production ? defaultNoticeMs : 0
  if (!/^\d{1,4}$/.test(value) || Number(value) > maxNoticeMs)
    throw new ConfigError(`DRAIN_NOTICE_MS must be a number of milliseconds from 0 to ${maxNoticeMs}.`)
  return Number(value)
}

/** Reads them; refuses with a WrongSetting. */
export const readOperationsConfig = (env: Env, production: boolean): OperationsConfig => ({
  logLevel: parseLogLevel(env, production),
  metrics: parseMetrics(env),
  drainNoticeMs: parseDrainNoticeMs(env, production),
})
