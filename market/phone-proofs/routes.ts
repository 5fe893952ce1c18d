// Sending the code that proves a mobile number, and proving the number with it.
import { dayMs } from '#contract/time/durations.ts'
import { and, eq, isNull, lte, ne } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { phoneCalls } from '#contract/auth/phone.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { toReason } from '#contract/errors/reasons.ts'
import { parseAcceptLanguage } from '#contract/language.ts'
import type { phoneCodeRates, Rate } from '#contract/limits.ts'
import { formatTelephone } from '#contract/text.ts'
import { type Database, type Transaction, violates } from '#platform/database/database.ts'
import { toAddressKey } from '#platform/http/client-address.ts'
import type { RateLimitCounter } from '#platform/http/rate-limit-counter.ts'
import type { Handlers } from '#platform/http/router.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { notify } from '#market/notifications/notify.ts'
import type { SmsSender } from './sms.ts'
import {
  codeLifetimeMs,
  getMessage,
  getSecondsUntil,
  hashCode,
  isSameHash,
  isUsable,
  maxWrongTries,
  resendMs,
  toNumberKey,
} from './codes.ts'
import { phoneCodes, phoneProofs } from '#market/schema/people/phone-proofs.ts'

/** Text messages with a code, by account, number and address. */
export type PhoneCodeLimits = { phoneCodes: Readonly<Record<keyof typeof phoneCodeRates, Rate>> }

export type PhoneDeps = {
  db: Database
  secret: string
  now: () => Date
  createId: () => string
  /** Creates six random digits. */
  createCode: () => string
  /** Null where text messages cannot be sent. */
  smsSender: SmsSender | null
  limits: PhoneCodeLimits
  rateLimitCounter: RateLimitCounter
  log: { warn: (line: string) => void }
}

type Code = typeof phoneCodes.$inferSelect

const toWaiting = ({ number, expiresAt, resendAt }: Code, now: Date) => ({
  number: formatTelephone(number),
  expiresAt: expiresAt.toISOString(),
  resendInSeconds: getSecondsUntil(resendAt, now),
})

/** Locks a member, so that two requests and a removal follow each other. */
const lockMember = async (tx: Transaction, memberId: string): Promise<void> => {
  const isActive = and(eq(members.id, memberId), isNull(members.removedAt))
  const [member] = await tx.select({ id: members.id }).from(members).where(isActive).for('no key update')
  if (!member) throw new ApiError('not_signed_in')
}

const isOf = (memberId: string) => eq(phoneCodes.memberId, memberId)

/** Stores the code; throws where the last one was sent a moment ago. Codes of yesterday are deleted. */
const storeCode = ({ db, now }: PhoneDeps, code: Pick<Code, 'memberId' | 'number' | 'codeHash'>): Promise<Code> =>
  db.transaction(async (tx) => {
    await lockMember(tx, code.memberId)
    const sentAt = now()
    const [last] = await tx.select().from(phoneCodes).where(isOf(code.memberId))
    const waitSeconds = last ? getSecondsUntil(last.resendAt, sentAt) : 0
    if (waitSeconds > 0)
      throw new ApiError('too_many_requests', { reason: toReason('sms_just_sent'), retryAfterSeconds: waitSeconds })
    await tx.delete(phoneCodes).where(lte(phoneCodes.expiresAt, new Date(sentAt.getTime() - dayMs)))
    const times = {
      sentAt,
      expiresAt: new Date(sentAt.getTime() + codeLifetimeMs),
      resendAt: new Date(sentAt.getTime() + resendMs),
    }
    const row = { ...code, ...times, wrongTries: 0 }
    await tx.insert(phoneCodes).values(row).onConflictDoUpdate({ target: phoneCodes.memberId, set: row })
    return row
  })

type Bucket = { key: string; rate: Rate }

/** Counts a message for its sender, its number and its address, and runs `work`; a failure gives all back. */
const countMessage = async <Result>(
  { limits, rateLimitCounter, secret }: PhoneDeps,
  { memberId, number, address }: { memberId: string; number: string; address: string },
  work: () => Promise<Result>,
): Promise<Result> => {
  const { phoneCodes: rates } = limits
  const buckets: Bucket[] = [
    { key: `phone code of ${memberId}`, rate: rates.member },
    { key: `phone code to ${toNumberKey(secret, number)}`, rate: rates.number },
    { key: `phone code from ${toNumberKey(secret, toAddressKey(address))}`, rate: rates.address },
  ]
  const counted: Bucket[] = []
  try {
    for (const bucket of buckets) {
      const retryAfterSeconds = await rateLimitCounter.consume(bucket.key, bucket.rate)
      // The same sentence for all three: it does not say whether others use the number.
      if (retryAfterSeconds > 0)
        throw new ApiError('too_many_requests', { reason: toReason('sms_used_up'), retryAfterSeconds })
      counted.push(bucket)
    }
    return await work()
  } catch (error) {
    await Promise.allSettled(counted.map(({ key, rate }) => rateLimitCounter.giveBack(key, rate)))
    throw error
  }
}

/** Sends a code, without a look at who else has proven the number. */
const sendCode = async (
  deps: PhoneDeps,
  { memberId, number, request }: { memberId: string; number: string; request: FastifyRequest },
) => {
  const { smsSender, secret, db, now, log, createId, createCode } = deps
  if (smsSender === null) throw new ApiError('sms_unavailable')
  const digits = createCode()
  return countMessage(deps, { memberId, number, address: request.ip }, async () => {
    const code = await storeCode(deps, { memberId, number, codeHash: hashCode(secret, { memberId, number, digits }) })
    const text = getMessage(parseAcceptLanguage(request.headers['accept-language']), digits)
    try {
      await smsSender.send({ id: createId(), number, text })
    } catch (cause) {
      log.warn(`A text message was not sent: ${cause instanceof Error ? cause.message : 'unknown error'}`)
      // It may arrive after all, so the code stays; another one may be sent at once.
      await db
        .update(phoneCodes)
        .set({ resendAt: now() })
        .where(and(isOf(memberId), eq(phoneCodes.codeHash, code.codeHash)))
      throw new ApiError('sms_unavailable', { cause })
    }
    return toWaiting(code, now())
  })
}

/** The outcome of a try, so that a wrong one is counted in a transaction that commits. */
type Outcome = { number: string } | 'wrong' | 'over' | 'elsewhere'

/** Takes the number from the account that has proven it before, and tells its member. */
const takeNumber = async (tx: Transaction, deps: PhoneDeps, { number, memberId }: Code): Promise<void> => {
  const taken = await tx
    .delete(phoneProofs)
    .where(and(eq(phoneProofs.number, number), ne(phoneProofs.memberId, memberId)))
    .returning({ memberId: phoneProofs.memberId })
  await notify(
    tx,
    deps,
    taken.map((other) => ({ memberId: other.memberId, kind: 'phone_moved', causeId: deps.createId() })),
  )
}

const tryCode = (
  deps: PhoneDeps,
  { memberId, digits, mayMove }: { memberId: string; digits: string; mayMove: boolean },
): Promise<Outcome> =>
  deps.db.transaction(async (tx) => {
    await lockMember(tx, memberId)
    const [code] = await tx.select().from(phoneCodes).where(isOf(memberId))
    const at = deps.now()
    if (!code || !isUsable(code, at)) return 'over'
    const { number } = code
    if (!isSameHash(code.codeHash, hashCode(deps.secret, { memberId, number, digits }))) {
      const wrongTries = code.wrongTries + 1
      await tx.update(phoneCodes).set({ wrongTries }).where(isOf(memberId))
      return wrongTries < maxWrongTries ? 'wrong' : 'over'
    }
    if (mayMove) await takeNumber(tx, deps, code)
    // The index refuses a number that another account has, also one that proves it at this moment.
    const proof = { memberId, number, provenAt: at }
    await tx.insert(phoneProofs).values(proof).onConflictDoUpdate({ target: phoneProofs.memberId, set: proof })
    await tx.delete(phoneCodes).where(isOf(memberId))
    return { number }
  })

/** Proves the number; another number that the member has proven before is free again. */
const proveNumber = async (deps: PhoneDeps, attempt: Parameters<typeof tryCode>[1]): Promise<{ number: string }> => {
  const outcome = await tryCode(deps, attempt).catch((error: unknown): Outcome => {
    if (violates(error, 'one_account_of_number')) return 'elsewhere'
    throw error
  })
  if (outcome === 'wrong') throw new ApiError('wrong_phone_code', { field: 'code' })
  if (outcome === 'over') throw new ApiError('phone_code_over', { field: 'code' })
  if (outcome === 'elsewhere') throw new ApiError('number_elsewhere')
  return { number: formatTelephone(outcome.number) }
}

const findPhone = async ({ db, now, smsSender }: PhoneDeps, memberId: string) => {
  const [[proof], [code]] = await Promise.all([
    db.select().from(phoneProofs).where(eq(phoneProofs.memberId, memberId)),
    db.select().from(phoneCodes).where(isOf(memberId)),
  ])
  return {
    isAvailable: smsSender !== null,
    proof: proof ? { number: formatTelephone(proof.number), provenAt: proof.provenAt.toISOString() } : null,
    waiting: code && isUsable(code, now()) ? toWaiting(code, now()) : null,
  }
}

/** The handlers of the proof of a mobile number. */
export const phoneRoutes = (deps: PhoneDeps): Handlers<typeof phoneCalls, Member> => ({
  'GET /phone': ({ me }) => findPhone(deps, me.id),
  'POST /phone/code': ({ me, body, request }) => sendCode(deps, { memberId: me.id, number: body.number, request }),
  'POST /phone/proof': ({ me, body }) =>
    proveNumber(deps, { memberId: me.id, digits: body.code, mayMove: body.move === true }),
  'DELETE /phone': async ({ me }) => {
    const deleted = await deps.db.transaction(async (tx) => {
      await lockMember(tx, me.id)
      await tx.delete(phoneCodes).where(isOf(me.id))
      return tx.delete(phoneProofs).where(eq(phoneProofs.memberId, me.id)).returning({ id: phoneProofs.memberId })
    })
    return { deletedCount: deleted.length }
  },
})
