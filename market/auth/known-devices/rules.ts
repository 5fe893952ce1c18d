// The browsers in which somebody has logged in before. Tries to log in from there are counted apart, so that a stranger
// who tries a member's e-mail out, from ever so many addresses, does not keep the member out of the own account.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { getCookie } from '#market/auth/session/rules.ts'

export type KnownDevices = {
  /** The name of the device, if it has logged in with this e-mail before; null otherwise. */
  find: (request: FastifyRequest, email: string) => string | null
  /** Lets this browser prove from now on that somebody logged in there with this e-mail. */
  remember: (request: FastifyRequest, reply: FastifyReply, email: string) => void
  /** Takes the proof away from this browser: nothing of a deleted account stays in it. */
  forget: (reply: FastifyReply) => void
}

const cookieMaxAgeSeconds = 180 * 24 * 60 * 60

/**
 * Opens the knowledge of devices. It lies in their cookies: a random name, and its signature together with the e-mail,
 * which proves one login and opens nothing.
 * @param options.cookie the name of the cookie
 * @param options.newToken makes a word that nobody can guess
 */
export const createKnownDevices = (options: {
  secret: string
  publicUrl: string
  cookie: string
  createToken: () => string
}): KnownDevices => {
  const { cookie } = options
  // A key of its own, so that no other signature of the shop passes for a device's.
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
