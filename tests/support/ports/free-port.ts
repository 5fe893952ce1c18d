import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below the ports that Linux, macOS and Windows give to outgoing connections and to servers that ask for any port.
const firstPort = 10_000
const lastPort = 32_000
const maxTries = 100

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/**
 * Finds a TCP port that is free at this moment, and that no server which asks the system for any port can get later.
 * Otherwise what a sandbox still sends to a shop that has closed reaches the server of another test.
 */
export const findFreePort = async (): Promise<number> => {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const port = randomInt(firstPort, lastPort)
    if (await isFree(port)) return port
  }
  throw new Error(`No port between ${firstPort} and ${lastPort} is free.`)
}
