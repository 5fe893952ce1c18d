// A browser that talks to the shop through the TLS proxy: the typed client over HTTPS, with cookies.
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { createClient, type Transport } from '#contract/client.ts'
import type { Certificate } from '#tests/support/tls-proxy.ts'

/** Creates a browser for the shop at `origin`; `token` is used after a login. */
export const createTlsBrowser = (origin: string, { cert }: Certificate) => {
  const jar = new Map<string, string>()
  let token: string | null = null

  const storeCookies = (lines: string[] = []): void => {
    for (const line of lines) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
  }

  const transport: Transport = async (path, { method, headers, body, form }) => {
    const encoded = form && new Response(form)
    const payload = encoded ? Buffer.from(await encoded.arrayBuffer()) : Buffer.from(body ?? '')
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = {
      ...headers,
      origin,
      cookie,
      'content-length': String(payload.length),
      ...(encoded && { 'content-type': encoded.headers.get('content-type') ?? '' }),
    }
    return new Promise((resolve, reject) => {
      const outgoing = request(`${origin}${path}`, { method, headers: sent, ca: cert }, (answer) => {
        storeCookies(answer.headers['set-cookie'])
        const header = (name: string) => [answer.headers[name] ?? null].flat()[0] ?? null
        resolve({ status: answer.statusCode ?? 0, header, text: () => text(answer) })
      })
      outgoing.once('error', reject)
      outgoing.end(payload)
    })
  }

  const call = createClient(transport, async () => token)
  const openPage = async (path: string) => {
    const response = await transport(path, { method: 'GET', headers: { accept: 'text/html' } })
    return { status: response.status, text: await response.text(), header: (name: string) => response.header(name) }
  }
  const signIn = async (email: string, password: string): Promise<void> => {
    await call('POST /auth/sign-in/email', { body: { email, password } })
    token = (await call('POST /jwt', { body: { email } })).token
  }
  return { call, openPage, signIn, getCookieNames: () => [...jar.keys()] }
}
