// Receives the reports of browsers about violations of the Content Security Policy, and logs each kind once a day.
import { dayMs } from '#contract/time/durations.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { ApiError } from '#contract/errors/api-errors.ts'
import { readJson } from './json-body.ts'

/** Where browsers send the reports. They change no cached response. */
export const cspReportPath = '/csp-report'

// A browser sends a few reports of at most a few kilobytes together.
const maxBodyBytes = 16 * 1024
const maxReports = 20
// Anybody can send reports, so the lines in the log are bounded: so many kinds a day in each process.
const maxKinds = 50

type Violation = { directive: string; blocked: string }

// `report-uri` (Firefox and Safari) and `report-to` (Chromium) have different bodies.
const LegacyReport = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    'blocked-uri': z.string().optional(),
  }),
})
const Reports = z
  .array(z.object({ body: z.object({ effectiveDirective: z.string(), blockedURL: z.string().optional() }) }))
  .max(maxReports)

// Keywords in place of a URL.
const keywords = new Set(['inline', 'eval', 'wasm-eval', 'data', 'blob', 'self', 'trusted-types-policy'])

/** The origin of a URL, or the keyword. Paths and queries may contain personal data, so no log has them. */
const toSource = (blocked: string): string => {
  if (keywords.has(blocked)) return blocked
  const url = URL.canParse(blocked) ? new URL(blocked) : null
  return url && /^(?:https?|wss?):$/.test(url.protocol) && url.host.length <= 100 ? url.origin : 'other'
}

const toDirective = (text: string): string => {
  const [name = ''] = text.split(' ')
  return /^[a-z-]{1,40}$/.test(name) ? name : 'other'
}

const parseReports = (body: unknown): Violation[] | null => {
  const legacy = LegacyReport.safeParse(body)
  if (legacy.success) {
    const report = legacy.data['csp-report']
    const directive = report['effective-directive'] ?? report['violated-directive'] ?? ''
    return [{ directive: toDirective(directive), blocked: toSource(report['blocked-uri'] ?? '') }]
  }
  const reports = Reports.safeParse(body)
  if (!reports.success) return null
  return reports.data.map(({ body: { effectiveDirective, blockedURL = '' } }) => ({
    directive: toDirective(effectiveDirective),
    blocked: toSource(blockedURL),
  }))
}

type Options = {
  /** Counts the request; throws above the limit. */
  checkRateLimit: (request: FastifyRequest) => Promise<void>
  log: (line: string) => void
  /** In milliseconds. */
  now: () => number
}

/** Creates the function that logs a violation unless its kind was logged within a day, or too many kinds were. */
const createReporter = ({ log, now }: Options): ((violation: Violation) => void) => {
  const loggedKinds = new LRUCache<string, true>({ max: maxKinds, ttl: dayMs, perf: { now }, ttlResolution: 0 })
  return ({ directive, blocked }) => {
    const kind = `${directive} ${blocked}`
    if (loggedKinds.has(kind)) return
    loggedKinds.purgeStale()
    if (loggedKinds.size >= maxKinds) return
    loggedKinds.set(kind, true)
    log(`Content Security Policy: ${directive} blocked ${blocked}.`)
  }
}

/** Serves `POST /csp-report`. The response is 204, or an error sentence; it never contains what was sent. */
export const serveCspReports = (app: FastifyInstance, options: Options): void => {
  const report = createReporter(options)
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<Buffer>(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'buffer', bodyLimit: maxBodyBytes },
      async (_request: FastifyRequest, body: Buffer) => readJson(body),
    )
    scope.post(cspReportPath, { onRequest: options.checkRateLimit }, async ({ body }, reply) => {
      void reply.header('cache-control', 'no-store')
      const violations = parseReports(body)
      if (!violations) throw new ApiError('bad_request')
      for (const violation of violations) report(violation)
      return reply.status(204).send()
    })
  })
}
