// Runs the card sandbox as a process of its own, so that "Stripe" keeps running while a test kills the app:
//   node sandbox/cards/standalone.ts --port 0 --state cards.jsonl --webhook http://127.0.0.1:3000/hook
// Prints one line of JSON with its URL when it is ready.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { createCardSandbox } from './server.ts'

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

const cardSandbox = await createCardSandbox({
  stateFile: state,
  secretKey: values['secret-key'],
  publishableKey: values['publishable-key'],
  webhook: { url: () => webhook, secret: values['webhook-secret'] },
  now: () => new Date(),
  createId: (prefix) => `${prefix}_${randomBytes(16).toString('hex')}`,
  production: process.env.NODE_ENV === 'production',
  log: (line) => console.error(line),
})

const server = createServer(cardSandbox.handler)
server.listen(Number(values.port), '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}`, port, pid: process.pid }))
})

process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  void cardSandbox.close()
})
