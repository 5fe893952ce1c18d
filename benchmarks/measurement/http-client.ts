// Requests over connections that stay open, with as little work of our own as can be: the shop is what is measured.
import { Agent, request } from 'node:http'

export type RequestOptions = {
  method?: 'GET' | 'POST'
  token?: string
  body?: string
  type?: string
  encoding?: string
}
export type ClientResponse = { status: number; text: string }

/** Makes the way to one server; `close` lets its connections go. */
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
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
        })
      })
      // The server may let a connection go in the moment in which it is used again; a look is then asked for anew.
      clientRequest.on('error', (error) =>
        clientRequest.reusedSocket && method === 'GET' ? resolve(send(path, options)) : reject(error),
      )
      clientRequest.end(body)
    })
  }
  return { send, close: () => agent.destroy() }
}

export type SendRequest = ReturnType<typeof createHttpClient>['send']
