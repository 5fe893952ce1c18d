// HTTP client over keep-alive connections with minimal overhead, so that the server is measured and not the client.
import http from 'node:http'
import https from 'node:https'

export type RequestOptions = {
  method?: 'GET' | 'POST'
  token?: string
  body?: string | Uint8Array
  type?: string
  encoding?: string
}
/** `isCached`: from the response cache, whose responses belong to no request. */
export type ClientResponse = { status: number; text: string; isCached: boolean }

const maxSockets = 1_000
// Longer than every server and proxy holds a request.
const timeoutMs = 60_000

/**
 * Creates a client for one server; `close` closes its connections.
 * @param certificate of the authority that a server with TLS has to have; only for https
 */
export const createHttpClient = (origin: string, certificate?: Buffer) => {
  const { hostname, port, protocol } = new URL(origin)
  const options = { keepAlive: true, maxSockets }
  const { agent, request } =
    protocol === 'https:'
      ? { agent: new https.Agent({ ...options, ca: certificate }), request: https.request }
      : { agent: new http.Agent(options), request: http.request }
  const send = (path: string, sent: RequestOptions = {}): Promise<ClientResponse> => {
    const { method = 'GET', token, body, type = 'application/json', encoding } = sent
    return new Promise((resolve, reject) => {
      const headers = {
        ...(encoding !== undefined && { 'accept-encoding': encoding }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
      }
      const clientRequest = request({ hostname, port, path, method, headers, agent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            isCached: response.headers['x-request-id'] === undefined,
          })
        })
      })
      // The server may close an idle connection while it is reused; a GET is then retried.
      clientRequest.on('error', (error) =>
        clientRequest.reusedSocket && method === 'GET' ? resolve(send(path, sent)) : reject(error),
      )
      clientRequest.setTimeout(timeoutMs, () => clientRequest.destroy(new Error('no answer within a minute')))
      clientRequest.end(body)
    })
  }
  return { send, close: () => agent.destroy() }
}

export type SendRequest = ReturnType<typeof createHttpClient>['send']
