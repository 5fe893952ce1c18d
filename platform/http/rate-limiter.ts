// Enforces the rate limits of contract/limits.ts: by member, address, e-mail or device.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Limit, type LimitName, limits as shopLimits, limitSubjects, type Rate } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Reason } from '#contract/errors/reasons.ts'
import { toAddressKey, inProcessAddress } from './client-address.ts'
import type { RateLimitCounter } from './rate-limit-counter.ts'

/** How many requests and connections the server takes. */
export type RequestLimits = {
  calls: Readonly<Record<LimitName, Limit>>
  /** Open connections of one address to one process. */
  maxConnectionsPerAddress: number
}

// A browser opens six. Hundreds of phones may share one address (carrier-grade NAT) but rarely load at the same moment.
const maxConnectionsPerAddress = 256

const namedLimits = Object.entries<Limit>(shopLimits)

/** As many times more in the same time, rounded up. */
export const multiplyRate = ({ max, seconds }: Rate, factor: number): Rate => ({
  max: Math.ceil(max * factor),
  seconds,
})

const multiplyLimit = (limit: Limit, factor: number): Limit => {
  const { member, address, email, attempts, ...rest } = limit
  return {
    ...rest,
    ...(member && { member: multiplyRate(member, factor) }),
    ...(address && { address: multiplyRate(address, factor) }),
    ...(email && { email: multiplyRate(email, factor) }),
    ...(attempts && { attempts: multiplyLimit(attempts, factor) }),
  }
}

/** The limits times `factor`. */
export const createRequestLimits = (factor: number): RequestLimits => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the table
  calls: Object.fromEntries(
    namedLimits.map(([name, limit]) => [name, multiplyLimit(limit, factor)]),
  ) as RequestLimits['calls'],
  maxConnectionsPerAddress: Math.ceil(maxConnectionsPerAddress * factor),
})

/** `memberId` is null for visitors; `limit` is null for endpoints without one. */
export type LimitedRequest = { limit: LimitName | null; request: FastifyRequest; memberId: string | null }

export type RateLimiter = {
  /** Counts a request before its body is read; throws `too_many_requests` above the limit. */
  count(limitedRequest: LimitedRequest): Promise<void>
  /** Counts a request that failed authorization; throws `too_many_requests` above the limit. */
  countRefused(request: FastifyRequest): Promise<void>
  /** Counts by the e-mail in the body where the limit has one, then runs `work`. Where only failures count, success is given back, but for `attempts`. */
  runLimited<Result>(limitedRequest: LimitedRequest & { body: unknown }, work: () => Promise<Result>): Promise<Result>
}

type Bucket = { key: string; rate: Rate; reason?: Reason | undefined }

// Hashed, so that the table holds no addresses or e-mails; 22 characters are 132 bits.
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
  limits: RequestLimits
  /** The id of the device, when its cookie proves an earlier login with this e-mail; otherwise null. */
  findKnownDevice: (request: FastifyRequest, email: string) => Promise<string | null>
}

export const createRateLimiter = ({ counter, limits, findKnownDevice }: Options): RateLimiter => {
  const consume = async (
    { key, rate, reason }: Bucket,
    { batchSize, isKeptInMemory }: Pick<Limit, 'batchSize' | 'isKeptInMemory'> = {},
  ): Promise<void> => {
    const retryAfterSeconds = isKeptInMemory
      ? counter.consumeInMemory(key, rate)
      : await counter.consume(key, rate, batchSize)
    if (retryAfterSeconds > 0) throw new ApiError('too_many_requests', { retryAfterSeconds, reason })
  }

  /** The bucket of a request before its body is known. */
  const toRequestBucket = ({ limit, request, memberId }: LimitedRequest): Bucket | null => {
    const rates = limit && limits.calls[limit]
    if (!rates || rates.email || isInProcess(request)) return null
    if (rates.member && memberId !== null) return toBucket(limit, memberId, rates.member)
    return rates.address ? toBucket(limit, toAddressKey(request.ip), rates.address) : null
  }

  /**
   * The buckets for the e-mail in the body. A device with an earlier login has a bucket of its own, so a stranger who tries
   * passwords for an e-mail cannot lock out its owner (OWASP's device cookies). Where every request counts and not only
   * failures, the known devices of an e-mail share one.
   */
  const findEmailBuckets = async ({ limit, request, body }: LimitedRequest & { body: unknown }): Promise<Bucket[]> => {
    const { email: rate, emailReason, address, failures } = limit ? limits.calls[limit] : {}
    const email = getEmail(body)
    if (!limit || !rate || email === null || isInProcess(request)) return []
    const device = await findKnownDevice(request, email)
    if (device !== null) return [toBucket(limit, failures ? `device ${device}` : `devices of ${email}`, rate)]
    const addressBuckets = address ? [toBucket(limit, toAddressKey(request.ip), address)] : []
    return [...addressBuckets, { ...toBucket(limit, `email ${email}`, rate), reason: emailReason }]
  }

  /** The buckets that successes use up too. */
  const toAttemptBuckets = ({ limit, request, memberId, body }: LimitedRequest & { body: unknown }): Bucket[] => {
    const rates = limit ? limits.calls[limit].attempts : undefined
    if (!limit || !rates || isInProcess(request)) return []
    const subjects = { member: memberId, address: toAddressKey(request.ip), email: getEmail(body) }
    return limitSubjects.flatMap((kind) => {
      const [rate, subject] = [rates[kind], subjects[kind]]
      return rate && subject !== null ? [toBucket(limit, `all of ${kind} ${subject}`, rate)] : []
    })
  }

  // The work is already done or has failed; an attempt that stays counted must not change the response.
  const giveBack = (buckets: Bucket[]): Promise<unknown> =>
    Promise.allSettled(buckets.map(({ key, rate }) => counter.giveBack(key, rate)))

  return {
    count: async (limitedRequest) => {
      const bucket = toRequestBucket(limitedRequest)
      if (bucket && limitedRequest.limit) await consume(bucket, limits.calls[limitedRequest.limit])
    },
    countRefused: async (request) => {
      const { address } = limits.calls.refused
      if (address && !isInProcess(request)) await consume(toBucket('refused', toAddressKey(request.ip), address))
    },
    runLimited: async (limitedRequest, work) => {
      const emailBuckets = await findEmailBuckets(limitedRequest)
      for (const bucket of emailBuckets) await consume(bucket)
      if (limitedRequest.limit === null || !limits.calls[limitedRequest.limit].failures) return work()
      const requestBucket = toRequestBucket(limitedRequest)
      const buckets = requestBucket ? [requestBucket, ...emailBuckets] : emailBuckets
      try {
        for (const bucket of toAttemptBuckets(limitedRequest)) await consume(bucket)
      } catch (error) {
        await giveBack(buckets)
        throw error
      }
      try {
        const result = await work()
        await giveBack(buckets)
        return result
      } catch (error) {
        // A server error is not a failed attempt.
        if (!(error instanceof ApiError) || error.status >= 500) await giveBack(buckets)
        throw error
      }
    },
  }
}

/** Counts requests to routes outside the API, by address; throws `too_many_requests` above the limit. */
export const createRateLimitCheck =
  (limiter: RateLimiter, limit: LimitName) =>
  (request: FastifyRequest): Promise<void> =>
    limiter.count({ limit, request, memberId: null })
