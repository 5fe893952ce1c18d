// The API called without a socket: the server's own pages and the tests travel this way.
import type { FastifyInstance } from 'fastify'
import type { Transport } from '#contract/client.ts'
import type { ReadyBytes } from './response-cache.ts'

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

/**
 * The transport of a typed client that calls this server in process.
 * @param remoteAddress where the calls seem to come from; this machine unless told
 */
export const inProcess =
  (app: FastifyInstance, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1'): Transport =>
  async (path, init) => {
    const method = methods.find((one) => one === init.method) ?? 'GET'
    const answer = await app.inject({
      method,
      url: path,
      remoteAddress,
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

/** A transport that takes from the shelf what lies ready there for everybody, and asks for everything else. */
export const shelfFirst =
  (readyBytes: Pick<ReadyBytes, 'look'>, transport: Transport): Transport =>
  async (path, init) => {
    const isForAll = init.method === 'GET' && init.headers['authorization'] === undefined
    const kept = isForAll ? readyBytes.look(path) : null
    if (!kept) return transport(path, init)
    const { headers, text } = kept
    const valueOf = (name: string): string | null => {
      const at = headers.findIndex((one, place) => place % 2 === 0 && one === name)
      return at < 0 ? null : (headers[at + 1] ?? null)
    }
    return { status: 200, header: valueOf, text: async () => text }
  }
