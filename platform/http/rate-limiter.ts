// The one place where limits are enforced: which of a call's rates counts for whom, before and after its body is read.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Limit, type LimitName, limits as shopLimits, type Rate } from '#contract/limits.ts'
import { Refused } from '#contract/errors/api-errors.ts'
import { addressKey, inProcessAddress } from './client-address.ts'
import type { Counter } from './rate-limit-counter.ts'

export type Limits = {
  calls: Readonly<Record<LimitName, Limit>>
  /** How many orders one buyer may have that are neither paid nor cancelled, of bikes that are on sale. */
  liveBookingsMost: number
  /** How many connections one address may hold open with one process. */
  connectionsPerAddressMost: number
}

const liveBookingsMost = 20
// A browser holds six; hundreds of phones behind one address of their network rarely load at the same moment.
const connectionsPerAddressMost = 256

const namedLimits = Object.entries<Limit>(shopLimits)

const times = (limit: Limit, factor: number): Limit => {
  const more = (rate: Rate | undefined) => rate && { most: Math.ceil(rate.most * factor), seconds: rate.seconds }
  const { member, address, email, ...rest } = limit
  return {
    ...rest,
    ...(member && { member: more(member) ?? member }),
    ...(address && { address: more(address) ?? address }),
    ...(email && { email: more(email) ?? email }),
  }
}

/** The shop's limits, or so many times as much for a rig that drives a whole town's traffic from one address. */
export const openLimits = (factor = 1): Limits => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the table
  calls: Object.fromEntries(namedLimits.map(([name, limit]) => [name, times(limit, factor)])) as Limits['calls'],
  liveBookingsMost: Math.ceil(liveBookingsMost * factor),
  connectionsPerAddressMost: Math.ceil(connectionsPerAddressMost * factor),
})

/** A request as limits look at it: the member's id, or null for whoever is not signed in. */
export type Counted = { limit: LimitName | null; request: FastifyRequest; memberId: string | null }

export type Limiter = {
  /** Counts a request before its body is read; refuses one too many. */
  count(counted: Counted): Promise<void>
  /** Counts a request that was not let in; refuses one too many instead of saying why. */
  countRefused(request: FastifyRequest): Promise<void>
  /** Does the work of a call, counted by the e-mail in its body where its limit says so. Gives back what went well. */
  during<Done>(counted: Counted & { body: unknown }, work: () => Promise<Done>): Promise<Done>
}

type Turn = { key: string; rate: Rate }

// Short and of one length, and the table holds nobody's address.
const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

const turnOf = (name: LimitName, who: string, rate: Rate): Turn => ({ key: `${name} ${hashed(who)}`, rate })

const isOurOwn = (request: FastifyRequest): boolean => request.socket.remoteAddress === inProcessAddress

const emailOf = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string' ? body.email : null

type Options = {
  counter: Counter
  limits: Limits
  /** The device that has logged in with this e-mail before, if the request proves to be from it. */
  knownDevice: (request: FastifyRequest, email: string) => string | null
}

/** Opens the limiter. */
export const openLimiter = ({ counter, limits, knownDevice }: Options): Limiter => {
  const take = async ({ key, rate }: Turn, packet?: number): Promise<void> => {
    const retryAfterSeconds = await counter.use(key, rate, packet)
    if (retryAfterSeconds > 0) throw new Refused('too_many_requests', { retryAfterSeconds })
  }

  /** What a request counts as before its body is known. */
  const turnBefore = ({ limit, request, memberId }: Counted): Turn | null => {
    const rates = limit && limits.calls[limit]
    if (!rates || rates.email || isOurOwn(request)) return null
    if (rates.member && memberId !== null) return turnOf(limit, memberId, rates.member)
    return rates.address ? turnOf(limit, addressKey(request.ip), rates.address) : null
  }

  /**
   * What it counts as for the e-mail that it names. A device that has logged in there before is counted by itself: so a
   * stranger who tries somebody's e-mail out keeps other strangers away, and neither that person nor their neighbours.
   */
  const turnsForEmail = ({ limit, request, body }: Counted & { body: unknown }): Turn[] => {
    const { email: rate, address } = limit ? limits.calls[limit] : {}
    const email = emailOf(body)
    if (!limit || !rate || email === null || isOurOwn(request)) return []
    const device = knownDevice(request, email)
    if (device !== null) return [turnOf(limit, `device ${device}`, rate)]
    const ofAddress = address ? [turnOf(limit, addressKey(request.ip), address)] : []
    return [...ofAddress, turnOf(limit, `email ${email}`, rate)]
  }

  // What the person came for is done or has failed by itself; that a try stays counted is no reason to say otherwise.
  const giveBack = (turns: Turn[]): Promise<unknown> =>
    Promise.allSettled(turns.map(({ key, rate }) => counter.giveBack(key, rate)))

  return {
    count: async (counted) => {
      const before = turnBefore(counted)
      if (before && counted.limit) await take(before, limits.calls[counted.limit].packet)
    },
    countRefused: async (request) => {
      const { address } = limits.calls.refused
      if (address && !isOurOwn(request)) await take(turnOf('refused', addressKey(request.ip), address))
    },
    during: async (counted, work) => {
      const forEmail = turnsForEmail(counted)
      for (const one of forEmail) await take(one)
      if (counted.limit === null || !limits.calls[counted.limit].failures) return work()
      const before = turnBefore(counted)
      const all = before ? [before, ...forEmail] : forEmail
      try {
        const done = await work()
        await giveBack(all)
        return done
      } catch (error) {
        // Whoever met a fault of ours has tried nothing.
        if (!(error instanceof Refused) || error.status >= 500) await giveBack(all)
        throw error
      }
    },
  }
}

/** Counts requests for what stands beside the API, where nobody is signed in; refuses one too many. */
export const counting =
  (limiter: Limiter, limit: LimitName) =>
  (request: FastifyRequest): Promise<void> =>
    limiter.count({ limit, request, memberId: null })
