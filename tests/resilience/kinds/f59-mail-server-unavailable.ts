import { createServer } from 'node:net'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fixtures } from '#seed/fixtures.ts'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

/** A mail server that accepts connections and never answers. */
const createSilentServer = async () => {
  const server = createServer((socket) => socket.on('error', () => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : 0 }
}

// Right after the start the app sheds load for a moment when the machine is busy.
const maxTries = 40

/** Requests a password reset, with retries; returns the last status. */
const requestPasswordReset = async (url: string): Promise<number> => {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${url}/api/auth/request-password-reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: fixtures.arif.email }),
    })
    await response.body?.cancel()
    if (response.ok || tries === maxTries) return response.status
    await pause(250)
  }
}

export const mailServerUnavailable: FaultKind = {
  id: 'F59',
  what: 'the mail server accepts connections and never answers',
  run: async ({ harness, ms, log }) => {
    const { server, port } = await createSilentServer()
    harness.server.setNextStart({}, { SMTP_URL: `smtp://127.0.0.1:${port}` })
    await harness.server.shutDown()
    await harness.server.waitUntilReady()
    const status = await requestPasswordReset(harness.url)
    log(`the password reset request answered ${status}`)
    await pause(ms)
    harness.server.setNextStart({})
    await harness.server.shutDown()
    server.close()
    await harness.server.waitUntilReady()
    return status === 200 ? [] : [`The password reset request answered ${status}.`]
  },
}
