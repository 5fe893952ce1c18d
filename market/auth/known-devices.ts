// Browsers in which a member has logged in before. Their login attempts have a rate limit of their own, so attackers who
// guess the password from many addresses cannot lock the member out.
import { createHash } from 'node:crypto'
import { and, desc, eq, gt, isNull, lte, notInArray } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Transaction } from '#platform/database/database.ts'
import { getCookie } from './session/cookies.ts'
import { knownDevices } from '#market/schema/people/logins.ts'
import { members } from '#market/schema/people/members.ts'

type Login = { request: FastifyRequest; reply: FastifyReply; memberId: string }

export type KnownDevices = {
  /** The id of the browser if the member with this e-mail address has logged in with it, otherwise null. */
  find: (request: FastifyRequest, email: string) => Promise<string | null>
  /**
   * Saves that the member has logged in with this browser, and sets its cookie. The transaction must hold a lock on the
   * member's credentials, or have created or changed them, so that a login with an old password leaves nothing.
   */
  remember: (tx: Transaction, login: Login) => Promise<void>
  /** Deletes the cookie when the account is deleted. */
  forget: (reply: FastifyReply) => void
  /** Deletes the devices that were saved too long ago. */
  deleteExpired: () => Promise<void>
}

/** Each device may try passwords by itself, so a member has few; another login replaces the one not used for longest. */
export const maxDevicesPerMember = 10
const maxAgeSeconds = 180 * 24 * 60 * 60

// The token is long and random, so a hash without salt protects it.
const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

type Options = {
  db: Database
  now: () => Date
  publicUrl: string
  /** The name of the cookie. */
  cookie: string
  /** Creates a URL-safe random token of 256 bits. */
  createToken: () => string
}

/** Known devices are rows of the database; the cookie has a random token, and gives no access. */
export const createKnownDevices = ({ db, now, publicUrl, cookie, createToken }: Options): KnownDevices => {
  const secure = publicUrl.startsWith('https://') ? '; Secure' : ''
  const setCookie = (reply: FastifyReply, value: string, seconds: number) =>
    void reply.header('set-cookie', `${cookie}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`)

  const getOldest = (): Date => new Date(now().getTime() - maxAgeSeconds * 1000)
  const readTokenHash = (request: FastifyRequest): string | null => {
    const token = getCookie(request, cookie)
    return token === null ? null : hashToken(token)
  }

  /** Selects the devices that count: simultaneous logins may have saved more. */
  const selectDevices = (tx: Pick<Transaction, 'select'>, isMember: ReturnType<typeof eq>) =>
    tx
      .select({ tokenHash: knownDevices.tokenHash })
      .from(knownDevices)
      .innerJoin(members, eq(members.id, knownDevices.memberId))
      .where(and(isMember, isNull(members.removedAt), gt(knownDevices.createdAt, getOldest())))
      .orderBy(desc(knownDevices.lastUsedAt), desc(knownDevices.tokenHash))
      .limit(maxDevicesPerMember)

  const find = async (request: FastifyRequest, email: string): Promise<string | null> => {
    const tokenHash = readTokenHash(request)
    if (tokenHash === null) return null
    const devices = await selectDevices(db, eq(members.email, email))
    return devices.some((device) => device.tokenHash === tokenHash) ? tokenHash : null
  }

  const remember = async (tx: Transaction, { request, reply, memberId }: Login): Promise<void> => {
    const isOfMember = eq(knownDevices.memberId, memberId)
    const updated = await tx
      .update(knownDevices)
      .set({ lastUsedAt: now() })
      .where(
        and(
          isOfMember,
          eq(knownDevices.tokenHash, readTokenHash(request) ?? ''),
          gt(knownDevices.createdAt, getOldest()),
        ),
      )
      .returning({ tokenHash: knownDevices.tokenHash })
    if (updated.length > 0) return
    const token = createToken()
    await tx.insert(knownDevices).values({ tokenHash: hashToken(token), memberId, createdAt: now(), lastUsedAt: now() })
    const newest = (await selectDevices(tx, eq(members.id, memberId))).map(({ tokenHash }) => tokenHash)
    await tx.delete(knownDevices).where(and(isOfMember, notInArray(knownDevices.tokenHash, newest)))
    setCookie(reply, token, maxAgeSeconds)
  }

  return {
    find,
    remember,
    forget: (reply) => setCookie(reply, '', 0),
    deleteExpired: async () => void (await db.delete(knownDevices).where(lte(knownDevices.createdAt, getOldest()))),
  }
}
