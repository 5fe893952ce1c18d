import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/test-app.ts'
import { createMetrics } from './metrics.ts'

test('opened pages are counted by the app whose browser shows them, those of the cache too', async () => {
  const metrics = createMetrics()
  const { fastify } = await createTestApp({ metrics, pages: true })
  const address = await fastify.listen({ host: '127.0.0.1', port: 0 })
  const open = async (userAgent: string, accept = 'text/html,*/*;q=0.8') =>
    (await fetch(`${address}/blog`, { headers: { 'user-agent': userAgent, accept } })).text()
  const messenger =
    'Mozilla/5.0 (Linux; Android 14; SM-A155F; wv) Chrome/128.0 Mobile [FB_IAB/Orca-Android;FBAV/471.0;]'
  for (const userAgent of [messenger, messenger, messenger, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/128.0'])
    await open(userAgent)
  await open(messenger, 'application/json')

  const counter = await metrics.getSingleMetric('motohaat_pages_opened_total')?.get()
  expect(counter?.values.map(({ labels, value }) => [labels['app'], value])).toEqual([
    ['Messenger', 3],
    ['none', 1],
  ])
})
