// "Check a bike": what is known of a chassis number. The answer has one shape, and one statement finds it.
import { eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { papersRules } from '#contract/cases/publishing-rules.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { toReason } from '#contract/errors/reasons.ts'
import type { numberAnswers } from '#contract/vehicle-numbers/normalize.ts'
import type { StolenState } from '#contract/vehicle-numbers/stolen-reports.ts'
import type { vehicleNumberCalls } from '#contract/vehicle-numbers/vehicle-number-calls.ts'
import type { Database } from '#platform/database/database.ts'
import type { numberCheckRates, Rate } from '#contract/limits.ts'
import { toAddressKey } from '#platform/http/client-address.ts'
import type { RateLimitCounter } from '#platform/http/rate-limit-counter.ts'
import type { Handlers } from '#platform/http/router.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { isInRegister, wasStolenSql } from './collisions.ts'
import { computeFingerprint } from './encryption.ts'

/** Checks of chassis numbers, by account and address. */
export type NumberCheckLimits = { numberChecks: Readonly<Record<keyof typeof numberCheckRates, Rate>> }

export type NumberCheckDeps = {
  db: Database
  secret: string
  limits: NumberCheckLimits
  rateLimitCounter: RateLimitCounter
}
type Call = Pick<typeof vehicleNumberCalls, 'POST /check-number'>
type Found = { isProven: boolean; isOwn: boolean; isStolen: boolean; isChecked: boolean }

/**
 * Finds what is known of a chassis number. Who has advertised it learns nothing of a case about it. Sold and withdrawn bikes
 * count for that alone. The statement has a name, because planning it takes many times as long as running it.
 */
const createFind = ({ db, secret }: NumberCheckDeps) => {
  const hmac = sql`${sql.placeholder('hmac')}::bytea`
  const rules = sql.join(
    papersRules.map((rule) => sql`${rule}`),
    sql`, `,
  )
  const isReported = (state: StolenState) =>
    sql`exists (select from (values ('chassis', ${hmac})) as theirs (kind, hmac) where ${isInRegister(sql`state = ${state}`)})`
  const isOwn = sql<boolean>`exists (select from vehicle_fingerprints join bikes on bikes.id = bike_id
    where kind = 'chassis' and hmac = ${hmac} and seller_id = ${sql.placeholder('me')})`
  const isStolen = sql<boolean>`exists (select from vehicle_fingerprints as theirs
    where kind = 'chassis' and hmac = ${hmac} and ${wasStolenSql}) or ${isReported('active')}`
  const isChecked = sql<boolean>`exists (select from vehicle_fingerprints join bikes on bikes.id = bike_id
      where kind = 'chassis' and hmac = ${hmac} and sold_at is null and withdrawn_at is null
        and (exists (select from fired_rules where fired_rules.bike_id = bikes.id and cleared_at is null
            and rule in (${rules}))
          or exists (select from cases join reports on reports.case_id = cases.id where cases.bike_id = bikes.id
            and decided_at is null and mended_at is null and reports.reason = 'stolen')))
      or ${isReported('waiting')}`
  const find = db
    .select({ isProven: members.emailVerified, isOwn, isStolen, isChecked })
    .from(members)
    .where(eq(members.id, sql.placeholder('me')))
    .prepare('number_check')
  return async (chassis: string, me: Member): Promise<Found | undefined> => {
    const [found] = await find.execute({ hmac: computeFingerprint(secret, 'chassis', chassis), me: me.id })
    return found
  }
}

const toAnswer = ({ isOwn, isStolen, isChecked }: Found): (typeof numberAnswers)[number] => {
  if (isOwn) return 'being_checked'
  if (isStolen) return 'reported'
  return isChecked ? 'being_checked' : 'nothing_known'
}

/** Ten a day for each member, and more for an address, which many phones share. */
const countCheck = async ({ limits, rateLimitCounter }: NumberCheckDeps, me: Member, request: FastifyRequest) => {
  const { member, address } = limits.numberChecks
  const buckets = [
    { key: `number check of ${me.id}`, rate: member },
    { key: `number check from ${toAddressKey(request.ip)}`, rate: address },
  ]
  for (const { key, rate } of buckets) {
    const retryAfterSeconds = await rateLimitCounter.consume(key, rate)
    if (retryAfterSeconds > 0)
      throw new ApiError('too_many_requests', { reason: toReason('number_checks_used_up'), retryAfterSeconds })
  }
}

export const numberCheckRoutes = (deps: NumberCheckDeps): Handlers<Call, Member> => {
  const find = createFind(deps)
  return {
    'POST /check-number': async ({ me, body, request }) => {
      await countCheck(deps, me, request)
      const found = await find(body.chassis, me)
      if (!found?.isProven) throw new ApiError('address_not_proven')
      return { answer: toAnswer(found) }
    },
  }
}
