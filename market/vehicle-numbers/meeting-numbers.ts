// The numbers that a buyer compares with those of the bike at the meeting.
import { eq } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import { getLastFour } from '#contract/vehicle-numbers/normalize.ts'
import type { vehicleNumberCalls } from '#contract/vehicle-numbers/vehicle-number-calls.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { getState } from '#market/deals/state.ts'
import { deals } from '#market/schema/deals/deals.ts'
import type { Member } from '#market/schema/people/members.ts'
import { readNumbers } from './stored-numbers.ts'

type Deps = { db: Database; now: () => Date; createId: () => string; secret: string }
type Call = Pick<typeof vehicleNumberCalls, 'GET /deals/:id/numbers'>

const toLastFour = (number: string | null): string | null => (number === null ? null : getLastFour(number))

/** The buyer of a held deal reads the registration number, and the last four of the others: enough to compare, not to copy. */
const readForMeeting = (deps: Deps, id: string, me: Member) =>
  deps.db.transaction(async (tx) => {
    const [deal] = await tx.select().from(deals).where(eq(deals.id, id))
    if (!deal || deal.buyerId !== me.id) throw new ApiError('not_found')
    const state = getState(deal)
    if (state === 'requested' || state === 'accepted') throw new ApiError('nothing_paid_yet')
    if (state !== 'held') throw new ApiError('deal_over')
    const numbers = await readNumbers(tx, deps, { bikeId: deal.bikeId, readerId: me.id, purpose: 'deal' })
    return {
      registration: numbers.registration,
      engineLastFour: toLastFour(numbers.engine),
      chassisLastFour: toLastFour(numbers.chassis),
    }
  })

export const dealNumberRoutes = (deps: Deps): Handlers<Call, Member> => ({
  'GET /deals/:id/numbers': ({ me, params }) => readForMeeting(deps, params.id, me),
})
