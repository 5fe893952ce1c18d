// Browsers in which a member has logged in before. Their login attempts have a rate limit of their own, so attackers who
// guess the password from many addresses cannot lock the member out.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { getCookie } from '#market/auth/session/rules.ts'

export type KnownDevices = {
  /** The random id of the browser if it has logged in with this e-mail address before, otherwise null. */
  find: (request: FastifyRequest, email: string) => string | null
  /** Sets the cookie that proves a login with this e-mail address. */
  remember: (request: FastifyRequest, reply: FastifyReply, email: string) => void
  /** Deletes the cookie when the account is deleted. */
  forget: (reply: FastifyReply) => void
}

const cookieMaxAgeSeconds = 180 * 24 * 60 * 60

/**
 * Known devices are stored in cookies only: a random id, and its HMAC together with the e-mail address. The cookie proves
 * an earlier login and gives no access.
 * @param options.cookie the name of the cookie
 */
export const createKnownDevices = (options: {
  secret: string
  publicUrl: string
  cookie: string
  createToken: () => string
}): KnownDevices => {
  const { cookie } = options
  // A derived key, so that no other signature made with the secret is valid here.
  const key = createHmac('sha256', options.secret).update('motohaat known device').digest()
  const sign = (name: string, email: string) => createHmac('sha256', key).update(`${name} ${email}`).digest()
  const secure = options.publicUrl.startsWith('https://') ? '; Secure' : ''

  const find = (request: FastifyRequest, email: string): string | null => {
    const [name = '', signature = ''] = (getCookie(request, cookie) ?? '').split('.')
    const [given, expected] = [Buffer.from(signature, 'base64url'), sign(name, email)]
    return given.length === expected.length && timingSafeEqual(given, expected) ? name : null
  }

  const setCookie = (reply: FastifyReply, value: string, seconds: number) =>
    void reply.header('set-cookie', `${cookie}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`)

  return {
    find,
    forget: (reply) => setCookie(reply, '', 0),
    remember: (request, reply, email) => {
      if (find(request, email) !== null) return
      const name = options.createToken()
      setCookie(reply, `${name}.${sign(name, email).toString('base64url')}`, cookieMaxAgeSeconds)
    },
  }
}
