// Calls the API in this process without a socket, for server-side rendering and tests.
import type { FastifyInstance } from 'fastify'
import type { Transport } from '#contract/client.ts'
import type { ResponseCache } from './response-cache.ts'

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

/**
 * A transport for the typed client.
 * @param remoteAddress the client address that the server sees
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

/** A transport that answers a visitor's GET from the response cache where it can, and everything else by `transport`. */
export const cachedTransport =
  (responseCache: Pick<ResponseCache, 'get'>, transport: Transport): Transport =>
  async (path, init) => {
    const isPublic = init.method === 'GET' && init.headers['authorization'] === undefined
    const cached = isPublic ? responseCache.get(path) : null
    if (!cached) return transport(path, init)
    return { status: 200, header: (name) => cached.headers[name] ?? null, text: async () => cached.text }
  }
