// HTTP client over keep-alive connections with minimal overhead, so that the server is measured and not the client.
import { Agent, request } from 'node:http'

export type RequestOptions = {
  method?: 'GET' | 'POST'
  token?: string
  body?: string
  type?: string
  encoding?: string
}
/** `isCached`: from the response cache, whose responses belong to no request. */
export type ClientResponse = { status: number; text: string; isCached: boolean }

/** Creates a client for one server; `close` closes its connections. */
export const createHttpClient = (origin: string, connections = 1_000) => {
  const { hostname, port } = new URL(origin)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const send = (path: string, options: RequestOptions = {}): Promise<ClientResponse> => {
    const { method = 'GET', token, body, type = 'application/json', encoding } = options
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
        clientRequest.reusedSocket && method === 'GET' ? resolve(send(path, options)) : reject(error),
      )
      clientRequest.end(body)
    })
  }
  return { send, close: () => agent.destroy() }
}

export type SendRequest = ReturnType<typeof createHttpClient>['send']
