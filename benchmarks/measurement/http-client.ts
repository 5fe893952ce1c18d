// Requests over connections that stay open, with as little work of our own as can be: the shop is what is measured.
import { Agent, request } from 'node:http'

export type Asked = { method?: 'GET' | 'POST'; token?: string; body?: string; type?: string; encoding?: string }
export type Answered = { status: number; text: string }

/** Makes the way to one server; `close` lets its connections go. */
export const openAsking = (origin: string, connections = 1_000) => {
  const { hostname, port } = new URL(origin)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ask = (path: string, how: Asked = {}): Promise<Answered> => {
    const { method = 'GET', token, body, type = 'application/json', encoding } = how
    return new Promise((resolve, reject) => {
      const headers = {
        ...(encoding !== undefined && { 'accept-encoding': encoding }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
      }
      const asked = request({ hostname, port, path, method, headers, agent }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
        answer.on('end', () => {
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
        })
      })
      // The server may let a connection go in the moment in which it is used again; a look is then asked for anew.
      asked.on('error', (error) => (asked.reusedSocket && method === 'GET' ? resolve(ask(path, how)) : reject(error)))
      asked.end(body)
    })
  }
  return { ask, close: () => agent.destroy() }
}

export type Ask = ReturnType<typeof openAsking>['ask']
