import { createServer } from 'node:net'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { cast } from '#seed/fixtures.ts'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

/** A mail server that takes connections and never says a word. */
const openSilentServer = async () => {
  const server = createServer((socket) => socket.on('error', () => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : 0 }
}

// A shop that has just opened turns people away for a moment when the machine is busy.
const triesMost = 40

/** Asks for the letter with the way to a new password, as often as people do; gives the last status. */
const askForLetter = async (url: string): Promise<number> => {
  for (let tries = 1; ; tries += 1) {
    const asked = await fetch(`${url}/api/auth/request-password-reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: cast.arif.email }),
    })
    await asked.body?.cancel()
    if (asked.ok || tries === triesMost) return asked.status
    await pause(250)
  }
}

export const mailServerAway: FaultKind = {
  id: 'F59',
  what: 'the mail server takes connections and never says a word',
  strike: async ({ rig, ms, tell }) => {
    const { server, port } = await openSilentServer()
    rig.shop.change({}, { SMTP_URL: `smtp://127.0.0.1:${port}` })
    await rig.shop.endInOrder()
    await rig.shop.untilOpen()
    const answered = await askForLetter(rig.url)
    tell(`asking for a letter was answered ${answered}`)
    await pause(ms)
    rig.shop.change({})
    await rig.shop.endInOrder()
    server.close()
    await rig.shop.untilOpen()
    return answered === 200 ? [] : [`Asking for a letter was answered ${answered}.`]
  },
}
