import { createServer } from 'node:net'

const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Finds `count` free ports. Another process may take them before they are used. */
export const findFreePorts = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, findFreePort))
