// The API called without a socket: the server's own pages and the tests travel this way.
import type { FastifyInstance } from 'fastify'
import type { Transport } from '#contract/client.ts'
import type { ResponseCache } from './response-cache.ts'

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

/**
 * The transport of a typed client that calls this server in process.
 * @param remoteAddress where the calls seem to come from; this machine unless told
 */
export const injectTransport =
  (app: FastifyInstance, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1'): Transport =>
  async (path, init) => {
    const method = methods.find((one) => one === init.method) ?? 'GET'
    const response = await app.inject({
      method,
      url: path,
      remoteAddress,
      headers: { ...headers, ...init.headers },
      ...(init.body !== undefined && { payload: init.body }),
      ...(init.form && { payload: init.form }),
    })
    return {
      status: response.statusCode,
      header: (name) => {
        const value = response.headers[name]
        return value === undefined ? null : String(value)
      },
      text: async () => response.payload,
    }
  }

/** A transport that takes from the shelf what lies ready there for everybody, and asks for everything else. */
export const cachedTransport =
  (responseCache: Pick<ResponseCache, 'get'>, transport: Transport): Transport =>
  async (path, init) => {
    const isPublic = init.method === 'GET' && init.headers['authorization'] === undefined
    const cached = isPublic ? responseCache.get(path) : null
    if (!cached) return transport(path, init)
    const { headers, text } = cached
    const getHeader = (name: string): string | null => {
      const nameIndex = headers.findIndex((one, index) => index % 2 === 0 && one === name)
      return nameIndex < 0 ? null : (headers[nameIndex + 1] ?? null)
    }
    return { status: 200, header: getHeader, text: async () => text }
  }
