// Showing the handover code to the buyer, and the handover by the seller who types it.
import { eq } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Transaction } from '#platform/database/database.ts'
import { assertSide, getSide, type DealRouteDeps } from '#market/deals/sides.ts'
import { applyEffects, lockDeal, recordSteps, toContext } from '#market/deals/actions.ts'
import { getCodeFrom, getState } from '#market/deals/state.ts'
import { type Deal, dealCodes } from '#market/schema/deals/deals.ts'
import { handOver, refuse } from '#market/deals/transitions.ts'
import type { Member } from '#market/schema/people/members.ts'
import { computeCode, computeQr, countWrongTry, isRightCode } from './code.ts'

/** The state of a deal's code, locked; made when it is first needed. */
const lockCode = async (tx: Transaction, dealId: string): Promise<typeof dealCodes.$inferSelect> => {
  await tx.insert(dealCodes).values({ dealId }).onConflictDoNothing()
  const [code] = await tx.select().from(dealCodes).where(eq(dealCodes.dealId, dealId)).for('update')
  if (!code) throw new Error(`The code of the deal ${dealId} is gone from the database.`)
  return code
}

/** Throws why a deal has no code to show or to type. */
const assertHeld = (deal: Deal): void => {
  const state = getState(deal)
  if (state === 'requested' || state === 'accepted') refuse('pay_deposit_first')
  if (state === 'closed') refuse('deal_closed')
  if (state === 'disputed') refuse('dispute_open')
  if (state === 'handed_over') refuse('deal_over')
  if (deal.frozenAt) refuse('deal_frozen')
}

/**
 * The code, for the buyer of a held deal alone: from two hours before the agreed meeting; without one when the buyer
 * says that both stand together. Throws `code_not_yet` before.
 */
export const getCode = (
  { db, now, secret }: DealRouteDeps,
  { me, id, isTogether }: { me: Member; id: string; isTogether: boolean },
): Promise<{ code: string; qr: string }> =>
  db.transaction(async (tx) => {
    const { deal } = await lockDeal(tx, id)
    assertSide(deal, me.id, 'buyer')
    assertHeld(deal)
    const from = getCodeFrom(deal)
    const isTime = from !== null && from <= now() && (deal.meetAt !== null || isTogether)
    if (!isTime) throw new ApiError('code_not_yet')
    const { version } = await lockCode(tx, id)
    return { code: computeCode(secret, { dealId: id, version }), qr: computeQr(secret, { dealId: id, version }) }
  })

type Handover = { me: Member; id: string; code: string; cashTaka?: number | undefined }

/** The outcome of a try, so that a wrong one is counted in a transaction that commits. */
type TryResult = 'done' | 'unchanged' | 'wrong' | 'locked' | 'closed'

const countTry = async (tx: Transaction, deps: DealRouteDeps, deal: Deal): Promise<void> => {
  const state = await lockCode(tx, deal.id)
  const { isNewCode, ...counted } = countWrongTry(state, deps.now())
  await tx.update(dealCodes).set(counted).where(eq(dealCodes.dealId, deal.id))
  if (isNewCode) await recordSteps(tx, deps, deal, [{ kind: 'new_code', actor: 'system' }])
  if (counted.closedAt) await recordSteps(tx, deps, deal, [{ kind: 'code_closed', actor: 'system' }])
}

/** Tries the code: the right one hands the bike over. Cash and online money together are at most the price. */
const tryCode = (deps: DealRouteDeps, { me, id, code, cashTaka }: Handover): Promise<TryResult> =>
  deps.db.transaction(async (tx) => {
    const { deal, locked } = await lockDeal(tx, id)
    assertSide(deal, me.id, 'seller')
    const state = await lockCode(tx, id)
    const isRight = isRightCode(deps.secret, { dealId: id, version: state.version }, code)
    // The right code again, after the handover, changes nothing.
    if (getState(deal) === 'handed_over' && isRight) return 'unchanged'
    assertHeld(deal)
    if (state.closedAt) return 'closed'
    if (state.lockedUntil && state.lockedUntil > deps.now()) return 'locked'
    if (!isRight) {
      await countTry(tx, deps, deal)
      return 'wrong'
    }
    const ctx = await toContext(tx, locked, deal, deps.now())
    if (cashTaka !== undefined && cashTaka + ctx.paidTaka > deal.priceTaka)
      throw new ApiError('cash_does_not_add_up', { field: 'cashTaka' })
    // Without cash the price was paid here.
    const cash = cashTaka ?? (ctx.paidTaka < deal.priceTaka ? deal.priceTaka - ctx.paidTaka : null)
    await applyEffects(tx, deps, locked, deal, handOver(ctx, cash === 0 ? null : cash))
    await tx.update(dealCodes).set({ usedAt: deps.now() }).where(eq(dealCodes.dealId, id))
    return 'done'
  })

/**
 * Hands the bike over; throws `wrong_handover_code`, `handover_locked` after five wrong ones, `handover_closed` after thirty,
 * or what the state refuses.
 */
export const handOverByCode = async (deps: DealRouteDeps, handover: Handover): Promise<{ modifiedCount: number }> => {
  const result = await tryCode(deps, handover)
  if (result === 'wrong') throw new ApiError('wrong_handover_code', { field: 'code' })
  if (result === 'locked') throw new ApiError('handover_locked', { field: 'code' })
  if (result === 'closed') throw new ApiError('handover_closed', { field: 'code' })
  return { modifiedCount: result === 'done' ? 1 : 0 }
}

/**
 * The admin opens a code that was closed after too many wrong ones: the buyer has a new one. Throws `code_not_closed` for
 * any other, and `own_deal` for the admin's own.
 */
export const openCode = ({ db, ...deps }: DealRouteDeps, { me, id }: { me: Member; id: string }): Promise<void> =>
  db.transaction(async (tx) => {
    const { deal } = await lockDeal(tx, id)
    if (getSide(deal, me.id) !== null) throw new ApiError('own_deal')
    const state = await lockCode(tx, id)
    if (!state.closedAt) throw new ApiError('code_not_closed')
    const opened = { version: state.version + 1, tries: 0, wrongInAll: 0, lockedUntil: null, closedAt: null }
    await tx.update(dealCodes).set(opened).where(eq(dealCodes.dealId, id))
    await recordSteps(tx, deps, deal, [{ kind: 'code_opened', actor: 'admin' }])
  })
