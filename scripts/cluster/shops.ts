// Two shop processes, and the payment providers of the sandbox that both use.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { answers, createEngine, type Engine } from './engine.ts'
import { isListening } from './haproxy.ts'

const root = join(import.meta.dirname, '../..')

/** The arguments of Node in `npm start`. */
const readStartArgs = (): string[] => {
  const { scripts } = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  return scripts.start.replace('exec node ', '').split(' ')
}

export type ShopPorts = { shop: number; sandbox: number }

export const createShops = (
  ports: readonly ShopPorts[],
  options: { folder: string; settings: Record<string, string> },
): Engine[] =>
  ports.map(({ shop, sandbox }, index) => {
    const folder = join(options.folder, `shop${index + 1}`)
    return createEngine({
      name: `shop${index + 1}`,
      folder,
      command: [process.execPath, ...readStartArgs()],
      cwd: root,
      env: {
        ...options.settings,
        PORT: String(shop),
        SANDBOX_PORT: String(sandbox),
        DATA_DIR: join(folder, 'data'),
      },
      isReady: () => answers(`http://127.0.0.1:${shop}/ready`),
    })
  })

/** The payment providers; they report payments to the shop through Caddy, whose certificate they trust. */
export const createPaymentSandbox = (
  port: number,
  options: { folder: string; shopUrl: string; certificateFile: string },
): Engine => {
  const folder = join(options.folder, 'payments')
  const files = ['--port', String(port), '--state', join(folder, 'cards.jsonl')]
  const webhook = ['--webhook', `${options.shopUrl}/api/payments/webhook`]
  return createEngine({
    name: 'payment sandbox',
    folder,
    command: [process.execPath, join(root, 'sandbox/standalone.ts'), ...files, ...webhook],
    env: { NODE_EXTRA_CA_CERTS: options.certificateFile },
    cwd: root,
    isReady: () => isListening(port),
  })
}
