// What the till does by itself: it ends every payment whose page was closed, whose answer was lost, or that crashed.
import { and, asc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm'
import { bikes } from '#market/bikes/table.ts'
import { members } from '#market/members/table.ts'
import { isStale } from './rules.ts'
import { sweepInbox } from './webhook-events/jobs.ts'
import { relearn } from './recovery/jobs.ts'
import { release, settle, type Till } from './settle.ts'
import { type Payment, payments } from './table.ts'

// A page that is still open settles by itself; only what is older is looked after.
const untouchedMs = 10_000
// A hold without an intent was left by a crash or by a provider that was away: nobody can be paying with it.
const unbegunMs = 60_000
const atOnce = 100

type Unfinished = Payment & {
  /** The bike or the buyer left the shop, so no money of this payment can buy it any more. */
  isHopeless: boolean
}

const lookAfter = async (till: Till, { isHopeless, ...payment }: Unfinished): Promise<void> => {
  const ageMs = till.now().getTime() - payment.createdAt.getTime()
  if (payment.intentId === null) return ageMs < unbegunMs ? undefined : void (await release(till, payment))
  // Money that is due back is sent there too, or found to be back already.
  const settled = await settle(till, payment.intentId)
  if (settled?.state === 'open' && (isHopeless || isStale(settled, till.now()))) await release(till, settled)
}

/** Goes once over all unfinished payments, and over what the provider told. */
export const sweep = async (till: Till): Promise<void> => {
  await sweepPayments(till)
  await sweepInbox(till)
  await relearn(till)
}

/**
 * Goes once over all unfinished payments. Several processes may do so at once: each step bears being done twice.
 * One that fails is told and tried again the next time; it does not stop the others.
 */
const sweepPayments = async (till: Till): Promise<void> => {
  const unfinished = await till.db
    .select({
      ...getTableColumns(payments),
      isHopeless: sql<boolean>`${bikes.withdrawnAt} is not null or ${members.removedAt} is not null`,
    })
    .from(payments)
    .innerJoin(bikes, eq(bikes.id, payments.bikeId))
    .innerJoin(members, eq(members.id, payments.buyerId))
    .where(
      and(
        inArray(payments.state, ['open', 'refund_due']),
        lt(payments.createdAt, new Date(till.now().getTime() - untouchedMs)),
      ),
    )
    .orderBy(asc(payments.createdAt))
    .limit(atOnce)
  for (const payment of unfinished) {
    await lookAfter(till, payment).catch((error: unknown) =>
      till.say(`The payment ${payment.id} could not be looked after yet: ${String(error)}`),
    )
  }
}
