import { createServer } from 'node:net'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fixtures } from '#seed/fixtures.ts'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

/** A mail server that takes connections and never says a word. */
const createSilentServer = async () => {
  const server = createServer((socket) => socket.on('error', () => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : 0 }
}

// A shop that has just opened turns people away for a moment when the machine is busy.
const maxTries = 40

/** Asks for the letter with the way to a new password, as often as people do; gives the last status. */
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
  what: 'the mail server takes connections and never says a word',
  run: async ({ harness, ms, log }) => {
    const { server, port } = await createSilentServer()
    harness.server.setNextStart({}, { SMTP_URL: `smtp://127.0.0.1:${port}` })
    await harness.server.shutDown()
    await harness.server.waitUntilReady()
    const status = await requestPasswordReset(harness.url)
    log(`asking for a letter was answered ${status}`)
    await pause(ms)
    harness.server.setNextStart({})
    await harness.server.shutDown()
    server.close()
    await harness.server.waitUntilReady()
    return status === 200 ? [] : [`Asking for a letter was answered ${status}.`]
  },
}
