// A load balancer for several app processes: sends requests only to processes that are ready.
import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

type Backend = { url: string; isReady: boolean }

export type RoundRobinProxy = {
  url: string
  /** Adds a process; it gets requests once it is ready. */
  add(url: string): void
  /** How many processes were ready at the last check. */
  countReady(): number
  close(): Promise<void>
}

/** Reads the readiness of a process; null when unknown, such as a late response on a busy machine. */
const fetchReadiness = (url: string): Promise<boolean | null> =>
  new Promise((resolve) => {
    const probe = get(`${url}/ready`, { agent: false, timeout: 5_000 }, (answer) => {
      const parseReadiness = (body: string) => (body.includes('draining') ? false : null)
      if (answer.statusCode === 200) resolve(true)
      text(answer).then(
        (body) => resolve(parseReadiness(body)),
        () => resolve(null),
      )
    })
    probe.on('timeout', () => probe.destroy(new Error('late')))
    probe.on('error', (error) => resolve(error.message === 'late' ? null : false))
  })

/** Starts the proxy; it checks every process each `everyMs` milliseconds. */
export const createRoundRobinProxy = async (pollIntervalMs: number): Promise<RoundRobinProxy> => {
  const backends: Backend[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  let nextIndex = 0
  const forwardRequest = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const readyBackends = backends.filter((one) => one.isReady)
    const next = readyBackends[(nextIndex += 1) % readyBackends.length]
    if (!next) return void outgoing.writeHead(502).end('nobody is ready')
    const { method, headers, url } = incoming
    const upstreamRequest = request(`${next.url}${url}`, { method, headers, agent }, (answer) => {
      const { connection: _, ...forwardedHeaders } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, forwardedHeaders)
      answer.pipe(outgoing)
    })
    // No retry, so that the client sees every dropped request.
    upstreamRequest.on('error', (error) =>
      outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end(error.message),
    )
    incoming.pipe(upstreamRequest)
  }
  const pollReadiness = async (): Promise<void> => {
    await Promise.all(backends.map(async (one) => (one.isReady = (await fetchReadiness(one.url)) ?? one.isReady)))
  }
  const pollTimer = setInterval(() => void pollReadiness(), pollIntervalMs)
  const server = createServer(forwardRequest)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    add: (url) => void backends.push({ url, isReady: false }),
    countReady: () => backends.filter((one) => one.isReady).length,
    close: async () => {
      clearInterval(pollTimer)
      agent.destroy()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
