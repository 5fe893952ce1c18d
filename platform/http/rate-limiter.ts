// The one place where limits are enforced: which of a call's rates counts for whom, before and after its body is read.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Limit, type LimitName, limits as shopLimits, type Rate } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { toAddressKey, inProcessAddress } from './client-address.ts'
import type { RateLimitCounter } from './rate-limit-counter.ts'

export type Limits = {
  calls: Readonly<Record<LimitName, Limit>>
  /** How many orders one buyer may have that are neither paid nor cancelled, of bikes that are on sale. */
  maxLiveBookings: number
  /** How many connections one address may hold open with one process. */
  maxConnectionsPerAddress: number
}

const maxLiveBookings = 20
// A browser holds six; hundreds of phones behind one address of their network rarely load at the same moment.
const maxConnectionsPerAddress = 256

const namedLimits = Object.entries<Limit>(shopLimits)

const multiplyLimit = (limit: Limit, factor: number): Limit => {
  const multiplyRate = (rate: Rate | undefined) => rate && { max: Math.ceil(rate.max * factor), seconds: rate.seconds }
  const { member, address, email, ...rest } = limit
  return {
    ...rest,
    ...(member && { member: multiplyRate(member) ?? member }),
    ...(address && { address: multiplyRate(address) ?? address }),
    ...(email && { email: multiplyRate(email) ?? email }),
  }
}

/** The shop's limits, or so many times as much for a rig that drives a whole town's traffic from one address. */
export const createLimits = (factor = 1): Limits => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the table
  calls: Object.fromEntries(
    namedLimits.map(([name, limit]) => [name, multiplyLimit(limit, factor)]),
  ) as Limits['calls'],
  maxLiveBookings: Math.ceil(maxLiveBookings * factor),
  maxConnectionsPerAddress: Math.ceil(maxConnectionsPerAddress * factor),
})

/** A request as limits look at it: the member's id, or null for whoever is not signed in. */
export type LimitedRequest = { limit: LimitName | null; request: FastifyRequest; memberId: string | null }

export type RateLimiter = {
  /** Counts a request before its body is read; refuses one too many. */
  count(limitedRequest: LimitedRequest): Promise<void>
  /** Counts a request that was not let in; refuses one too many instead of saying why. */
  countRefused(request: FastifyRequest): Promise<void>
  /** Does the work of a call, counted by the e-mail in its body where its limit says so. Gives back what went well. */
  runLimited<Result>(limitedRequest: LimitedRequest & { body: unknown }, work: () => Promise<Result>): Promise<Result>
}

type Bucket = { key: string; rate: Rate }

// Short and of one length, and the table holds nobody's address.
const hashSubject = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

const toBucket = (name: LimitName, subject: string, rate: Rate): Bucket => ({
  key: `${name} ${hashSubject(subject)}`,
  rate,
})

const isInProcess = (request: FastifyRequest): boolean => request.socket.remoteAddress === inProcessAddress

const getEmail = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string' ? body.email : null

type Options = {
  counter: RateLimitCounter
  limits: Limits
  /** The device that has logged in with this e-mail before, if the request proves to be from it. */
  findKnownDevice: (request: FastifyRequest, email: string) => string | null
}

/** Opens the limiter. */
export const createRateLimiter = ({ counter, limits, findKnownDevice }: Options): RateLimiter => {
  const consume = async ({ key, rate }: Bucket, batchSize?: number): Promise<void> => {
    const retryAfterSeconds = await counter.consume(key, rate, batchSize)
    if (retryAfterSeconds > 0) throw new ApiError('too_many_requests', { retryAfterSeconds })
  }

  /** What a request counts as before its body is known. */
  const toRequestBucket = ({ limit, request, memberId }: LimitedRequest): Bucket | null => {
    const rates = limit && limits.calls[limit]
    if (!rates || rates.email || isInProcess(request)) return null
    if (rates.member && memberId !== null) return toBucket(limit, memberId, rates.member)
    return rates.address ? toBucket(limit, toAddressKey(request.ip), rates.address) : null
  }

  /**
   * What it counts as for the e-mail that it names. A device that has logged in there before is counted by itself: so a
   * stranger who tries somebody's e-mail out keeps other strangers away, and neither that person nor their neighbours.
   */
  const toEmailBuckets = ({ limit, request, body }: LimitedRequest & { body: unknown }): Bucket[] => {
    const { email: rate, address } = limit ? limits.calls[limit] : {}
    const email = getEmail(body)
    if (!limit || !rate || email === null || isInProcess(request)) return []
    const device = findKnownDevice(request, email)
    if (device !== null) return [toBucket(limit, `device ${device}`, rate)]
    const addressBuckets = address ? [toBucket(limit, toAddressKey(request.ip), address)] : []
    return [...addressBuckets, toBucket(limit, `email ${email}`, rate)]
  }

  // What the person came for is done or has failed by itself; that a try stays counted is no reason to say otherwise.
  const giveBack = (buckets: Bucket[]): Promise<unknown> =>
    Promise.allSettled(buckets.map(({ key, rate }) => counter.giveBack(key, rate)))

  return {
    count: async (limitedRequest) => {
      const bucket = toRequestBucket(limitedRequest)
      if (bucket && limitedRequest.limit) await consume(bucket, limits.calls[limitedRequest.limit].batchSize)
    },
    countRefused: async (request) => {
      const { address } = limits.calls.refused
      if (address && !isInProcess(request)) await consume(toBucket('refused', toAddressKey(request.ip), address))
    },
    runLimited: async (limitedRequest, work) => {
      const emailBuckets = toEmailBuckets(limitedRequest)
      for (const bucket of emailBuckets) await consume(bucket)
      if (limitedRequest.limit === null || !limits.calls[limitedRequest.limit].failures) return work()
      const requestBucket = toRequestBucket(limitedRequest)
      const buckets = requestBucket ? [requestBucket, ...emailBuckets] : emailBuckets
      try {
        const result = await work()
        await giveBack(buckets)
        return result
      } catch (error) {
        // Whoever met a fault of ours has tried nothing.
        if (!(error instanceof ApiError) || error.status >= 500) await giveBack(buckets)
        throw error
      }
    },
  }
}

/** Counts requests for what stands beside the API, where nobody is signed in; refuses one too many. */
export const createRateLimitCheck =
  (limiter: RateLimiter, limit: LimitName) =>
  (request: FastifyRequest): Promise<void> =>
    limiter.count({ limit, request, memberId: null })
