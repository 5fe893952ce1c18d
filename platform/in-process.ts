// The API called without a socket: the server's own pages and the tests travel this way.
import type { FastifyInstance } from 'fastify'
import type { Transport } from '../contract/client.ts'

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** The transport of a typed client that calls this server in process. */
export const inProcess =
  (app: FastifyInstance, headers: Record<string, string> = {}): Transport =>
  async (path, init) => {
    const method = methods.find((one) => one === init.method) ?? 'GET'
    const answer = await app.inject({
      method,
      url: path,
      headers: { ...headers, ...init.headers },
      ...(init.body !== undefined && { payload: init.body }),
      ...(init.form && { payload: init.form }),
    })
    return {
      status: answer.statusCode,
      header: (name) => {
        const value = answer.headers[name]
        return value === undefined ? null : String(value)
      },
      text: async () => answer.payload,
    }
  }
