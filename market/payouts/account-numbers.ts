// The whole number of the account to which a payout goes. Lists have its last four digits.
import { eq, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import { getSide } from '#market/deals/sides.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { decryptNumber } from './encryption.ts'
import { payoutDestinations, payouts } from '#market/schema/money/payouts.ts'

type Deps = { db: Database; now: () => Date; secret: string }

const refuse = (code: ConstructorParameters<typeof ApiError>[0]): never => {
  throw new ApiError(code)
}

/**
 * The account of a payout in full, for a cashier who may prepare or approve it at this moment. When this returns, the audit
 * log says who saw it. Throws `not_found`, `own_deal`, `payout_not_in_state`, `deal_frozen`, `no_destination` and
 * `destination_too_new`.
 */
export const showAccount = (
  { db, now, secret }: Deps,
  { payoutId, cashierId }: { payoutId: string; cashierId: string },
) =>
  db.transaction(async (tx) => {
    const [found] = await tx
      .select({ payout: payouts, deal: deals, destination: payoutDestinations })
      .from(payouts)
      .innerJoin(deals, eq(deals.id, payouts.dealId))
      .leftJoin(payoutDestinations, eq(payoutDestinations.memberId, payouts.sellerId))
      .where(eq(payouts.id, payoutId))
    if (!found) return refuse('not_found')
    const { payout, deal, destination } = found
    if (getSide(deal, cashierId) !== null) refuse('own_deal')
    if (payout.state !== 'due') refuse('payout_not_in_state')
    if (payout.frozenAt) refuse('deal_frozen')
    if (!destination) return refuse('no_destination')
    if (destination.usableAt > now()) refuse('destination_too_new')
    await tx.execute(sql`select record_shown_account_number(${payoutId})`)
    const { kind, holderName, bankName, routingNumber } = destination
    return { kind, number: decryptNumber(secret, destination), holderName, bankName, routingNumber }
  })
