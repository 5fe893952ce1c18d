// Runs the sandboxes of the payment providers as a process of their own, so that they go on while a test kills the app:
//   node sandbox/standalone.ts --port 0 --state cards.jsonl --webhook http://127.0.0.1:3000/hook
// The journals of bKash and SSLCommerz are beside the state file. Prints one line of JSON with its URL when it is ready.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { createBkashSandbox } from './bkash/server.ts'
import { createCardSandbox } from './cards/server.ts'
import { sandboxKeys } from './sandbox.ts'
import { createSslcommerzSandbox } from './sslcommerz/server.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    state: { type: 'string' },
    webhook: { type: 'string' },
    'secret-key': { type: 'string', default: 'sk_test_sandbox' },
    'publishable-key': { type: 'string', default: 'pk_test_sandbox' },
    'webhook-secret': { type: 'string', default: 'whsec_sandbox' },
  },
})
const { state, webhook } = values
if (state === undefined || webhook === undefined) {
  throw new Error('Missing options: --state <file> --webhook <url>.')
}

const common = {
  now: () => new Date(),
  production: process.env.NODE_ENV === 'production',
  log: (line: string) => console.error(line),
}
const createId = (prefix: string) => `${prefix}${randomBytes(10).toString('hex')}`

const cards = await createCardSandbox({
  ...common,
  stateFile: state,
  secretKey: values['secret-key'],
  publishableKey: values['publishable-key'],
  webhook: { url: () => webhook, secret: values['webhook-secret'] },
  createId: (prefix) => `${prefix}_${randomBytes(16).toString('hex')}`,
})
const bkash = await createBkashSandbox({
  ...common,
  stateFile: join(dirname(state), 'bkash.jsonl'),
  keys: sandboxKeys.bkash,
  createId,
})
const sslcommerz = await createSslcommerzSandbox({
  ...common,
  stateFile: join(dirname(state), 'sslcommerz.jsonl'),
  keys: sandboxKeys.sslcommerz,
  createId,
})

const server = createServer((request, response) => {
  if (request.url?.startsWith('/bkash')) return bkash.handler(request, response)
  if (request.url?.startsWith('/sslcommerz')) return sslcommerz.handler(request, response)
  return cards.handler(request, response)
})
server.listen(Number(values.port), '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}`, port, pid: process.pid }))
})

process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  void Promise.all([cards.close(), bkash.close(), sslcommerz.close()])
})
