// The settings of whoever runs the shop: what is logged, who may watch, and how it leaves.
import { type Env, given, portOf, WrongSetting } from './env.ts'

export type Operations = {
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Where the metrics are read and the word that opens them, or null for nowhere. */
  metrics: { host: string; port: number; token: string | null } | null
  /** How long a process that was asked to end goes on taking requests, so that all hear of it. */
  drainNoticeMs: number
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
const loopback = new Set(['127.0.0.1', 'localhost', '::1'])
const tokenShortest = 16
// A load balancer looks every second or two; after ten seconds the process is ended by force.
const noticeUsualMs = 3_000
const noticeLongestMs = 8_000

const logLevelOf = (env: Env, production: boolean): Operations['logLevel'] => {
  const value = given(env, 'LOG_LEVEL') ?? (production ? 'info' : 'warn')
  const level = logLevels.find((one) => one === value)
  if (!level) throw new WrongSetting(`LOG_LEVEL must be one of ${logLevels.join(', ')}.`)
  return level
}

const metricsOf = (env: Env): Operations['metrics'] => {
  if (given(env, 'METRICS_PORT') === null) return null
  const host = given(env, 'METRICS_HOST') ?? '127.0.0.1'
  const token = given(env, 'METRICS_TOKEN')
  if (token === null && !loopback.has(host))
    throw new WrongSetting('METRICS_TOKEN must be set too, since METRICS_HOST is not this machine alone.')
  if (token !== null && token.length < tokenShortest)
    throw new WrongSetting(`METRICS_TOKEN must have at least ${tokenShortest} characters.`)
  return { host, port: portOf(env, 'METRICS_PORT', 9464), token }
}

const drainNoticeOf = (env: Env, production: boolean): number => {
  const value = given(env, 'DRAIN_NOTICE_MS')
  if (value === null) return production ? noticeUsualMs : 0
  if (!/^\d{1,4}$/.test(value) || Number(value) > noticeLongestMs)
    throw new WrongSetting(`DRAIN_NOTICE_MS must be a number of milliseconds from 0 to ${noticeLongestMs}.`)
  return Number(value)
}

/** Reads them; refuses with a WrongSetting. */
export const operationsOf = (env: Env, production: boolean): Operations => ({
  logLevel: logLevelOf(env, production),
  metrics: metricsOf(env),
  drainNoticeMs: drainNoticeOf(env, production),
})
