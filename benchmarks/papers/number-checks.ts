// "Check a bike" with a million stored fingerprints, compared with a thousand.
import Fastify from 'fastify'
import { vehicleNumberCalls } from '#contract/vehicle-numbers/vehicle-number-calls.ts'
import type { Member } from '#market/schema/people/members.ts'
import { numberCheckRoutes } from '#market/vehicle-numbers/bike-check.ts'
import type { Database } from '#platform/database/database.ts'
import { createRateLimitCounter } from '#platform/http/rate-limit-counter.ts'
import { registerRoutes } from '#platform/http/router.ts'
import type { Action } from '#benchmarks/load/load-generator.ts'
import { getKnownChassis, type PaperDatabases, secret } from './paper-databases.ts'
import { comparePairs, type PairFigures } from './pairs.ts'

// The first seller of the filled databases.
const member: Member = {
  id: '00000001-0000-7000-8000-000000000001',
  name: 'Seller 1',
  email: 'bench1-1@example.com',
  role: 'Seller',
  hasSecondFactor: false,
  isCashier: false,
  isModerator: false,
}

const unlimited = { max: 1_000_000_000, seconds: 86_400 }
const calls = { 'POST /check-number': vehicleNumberCalls['POST /check-number'] }

/** Checks known and unknown numbers in turns. With `isCounted` each check is counted for the member and the address. */
const createChecker = (db: Database, isCounted: boolean): Action => {
  const app = Fastify()
  const counter = createRateLimitCounter({ pool: db.$client, now: () => new Date() })
  const rateLimitCounter = isCounted ? counter : { ...counter, consume: async () => 0 }
  const limits = { numberChecks: { member: unlimited, address: unlimited } }
  registerRoutes(app, calls, numberCheckRoutes({ db, secret, limits, rateLimitCounter }), {
    authenticate: async () => member,
    authenticateSession: async () => member,
    mayAccess: () => true,
  })
  let next = 0
  return async () => {
    next += 1
    const chassis = next % 2 === 0 ? getKnownChassis(next) : `MD2A63CZ4H${String(next).padStart(7, '0')}`
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/check-number', payload: { chassis } })
    return statusCode
  }
}

export type NumberCheckFigures = { lookup: PairFigures; counted: PairFigures }

/** `one` is the check among many fingerprints. */
export const measureNumberChecks = async (
  { few, many, postgres }: PaperDatabases,
  quick: boolean,
): Promise<NumberCheckFigures> => {
  const size = quick
    ? { pairs: 400, rounds: 3, actionsPerRound: 100 }
    : { pairs: 1_000, rounds: 5, actionsPerRound: 200 }
  const run = (isCounted: boolean) =>
    comparePairs({ one: createChecker(many, isCounted), other: createChecker(few, isCounted) }, size, postgres)
  return { lookup: await run(false), counted: await run(true) }
}
