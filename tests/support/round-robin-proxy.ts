// A small proxy before several processes of the shop, as a data centre has one: it sends people only to processes that
// say they are ready.
import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

type Process = { url: string; isReady: boolean }

export type RoundRobin = {
  url: string
  /** Puts a process into the round; it is sent people when it says that it is ready. */
  add(url: string): void
  /** How many processes were ready when they were last asked. */
  ready(): number
  close(): Promise<void>
}

/** What a process says of itself; null when its answer means neither, such as a late one on a busy machine. */
const askReady = (url: string): Promise<boolean | null> =>
  new Promise((resolve) => {
    const asked = get(`${url}/ready`, { agent: false, timeout: 5_000 }, (answer) => {
      const judge = (said: string) => (said.includes('draining') ? false : null)
      if (answer.statusCode === 200) resolve(true)
      text(answer).then(
        (said) => resolve(judge(said)),
        () => resolve(null),
      )
    })
    asked.on('timeout', () => asked.destroy(new Error('late')))
    asked.on('error', (error) => resolve(error.message === 'late' ? null : false))
  })

/** Opens the proxy; it asks every process again each `everyMs`. */
export const openRoundRobin = async (everyMs: number): Promise<RoundRobin> => {
  const processes: Process[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  let turn = 0
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const there = processes.filter((one) => one.isReady)
    const next = there[(turn += 1) % there.length]
    if (!next) return void outgoing.writeHead(502).end('nobody is ready')
    const { method, headers, url } = incoming
    const onward = request(`${next.url}${url}`, { method, headers, agent }, (answer) => {
      const { connection: _, ...kept } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, kept)
      answer.pipe(outgoing)
    })
    // Nothing is tried again: what a process drops, the person sees.
    onward.on('error', (error) =>
      outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end(error.message),
    )
    incoming.pipe(onward)
  }
  const look = async (): Promise<void> => {
    await Promise.all(processes.map(async (one) => (one.isReady = (await askReady(one.url)) ?? one.isReady)))
  }
  const looking = setInterval(() => void look(), everyMs)
  const server = createServer(pass)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    add: (url) => void processes.push({ url, isReady: false }),
    ready: () => processes.filter((one) => one.isReady).length,
    close: async () => {
      clearInterval(looking)
      agent.destroy()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
