// Serves the metrics on their own port, so that the public server never exposes them.
import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

/** Metrics in the Prometheus text format. */
export type MetricsSource = { contentType: string; metrics(): Promise<string> }
type MetricsServerOptions = { host: string; port: number; token: string | null }

const isSameToken = (actual: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(actual), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const mayRead = (request: IncomingMessage, token: string | null): boolean =>
  token === null || isSameToken(request.headers.authorization ?? '', `Bearer ${token}`)

/** Serves `GET /metrics`, with a bearer token if one is set. Returns the port and a function to close the server. */
export const serveMetrics = async (
  metrics: MetricsSource,
  { host, port, token }: MetricsServerOptions,
): Promise<{ port: number; close: () => Promise<void> }> => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    if (!mayRead(request, token)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
      return
    }
    metrics.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, () => resolve()))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
