import { expect, test } from 'vitest'
import { createLimits } from '#server/multiplied-limits.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const violation = (directive: string, blocked: string) => ({
  type: 'csp-violation',
  body: { effectiveDirective: directive, blockedURL: blocked, documentURL: 'https://motohaat.test/reset-password#t' },
})

const createApp = async (options: Parameters<typeof createTestApp>[0] = {}) => {
  const { fastify, logLines } = await createTestApp(options)
  const post = (payload: string | object, type = 'application/reports+json') =>
    fastify.inject({ method: 'POST', url: '/csp-report', headers: { 'content-type': type }, payload })
  const getCspLines = () => logLines.filter((line) => line.includes('Content Security Policy'))
  return { fastify, post, getCspLines }
}

test('a page names where browsers report violations of its policy', async () => {
  const { fastify } = await createApp({ pages: true })
  for (const path of ['/', '/login', '/dashboard/payment/1', '/nothing-here']) {
    const { headers } = await fastify.inject({ url: path, headers: { accept: 'text/html' } })
    expect(headers['content-security-policy']).toMatch(/; report-uri \/csp-report; report-to csp$/)
    expect(headers['reporting-endpoints']).toBe('csp="/csp-report"')
  }
})

test('each kind of violation is one line in the log, without paths, and the answer is empty', async () => {
  const { post, getCspLines } = await createApp()
  const legacy = { 'csp-report': { 'violated-directive': 'script-src', 'blocked-uri': 'inline' } }
  for (const _ of [1, 2, 3]) {
    const answers = [
      await post([violation('script-src', 'https://evil.example/x?token=abc'), violation('img-src', 'data')]),
      await post(legacy, 'application/csp-report'),
    ]
    for (const { statusCode, payload } of answers) expect([statusCode, payload]).toEqual([204, ''])
  }
  expect(getCspLines().map((line) => /Policy: [^"]*/.exec(line)?.[0])).toEqual([
    'Policy: script-src blocked https://evil.example.',
    'Policy: img-src blocked data.',
    'Policy: script-src blocked inline.',
  ])
})

test('whatever a report contains, the log has only known words and hosts, and a bounded number of lines', async () => {
  const { post, getCspLines } = await createApp()
  const nonsense = '<script>alert(1)</script>\n{"level":60}'
  expect((await post([violation(nonsense, nonsense)])).statusCode).toBe(204)
  expect(getCspLines()[0]).toContain('Policy: other blocked other.')
  for (let at = 0; at < 200; at += 1) await post([violation('img-src', `https://host-${at}.example/`)])
  expect(getCspLines()).toHaveLength(50)
})

test('what is no report, too large, or too much is refused, and nothing that was sent comes back', async () => {
  const { post, getCspLines } = await createApp({ limits: createLimits() })
  const refused = [
    [await post('{"planted": "<b>planted</b>"}'), 400],
    [await post('not json planted'), 400],
    [await post(Array.from({ length: 21 }, () => violation('img-src', 'planted'))), 400],
    [await post(`[${' '.repeat(20_000)}]`), 413],
    [await post('planted', 'text/plain'), 415],
  ] as const
  for (const [{ statusCode, payload }, status] of refused) {
    expect(statusCode).toBe(status)
    expect(payload).not.toContain('planted')
  }
  const statuses: number[] = []
  for (let times = 0; times < 80; times += 1) statuses.push((await post([])).statusCode)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
  expect(getCspLines()).toEqual([])
})

test('a report clears no cached list', async () => {
  const { fastify, post } = await createApp()
  const getCached = async () => (await fastify.inject('/api/category')).headers['x-request-id']
  await expect.poll(getCached).toBeUndefined()
  await post([violation('img-src', 'data')])
  expect(await getCached()).toBeUndefined()
})
