// What buyers and sellers do with their deals: say yes or no, hand over with the spoken code, say that all is fine, cancel,
// report a problem; and the admin, who decides.
import type { CallResponse } from '#contract/call.ts'
import type { Contract } from '#contract/api.ts'
import type { History } from '#tests/resilience/history.ts'
import type { User } from '#tests/resilience/users.ts'

type DealSummary = CallResponse<Contract['GET /deals']>[number]

export type DealsState = {
  user: User
  history: History
  /** Codes that buyers have read aloud, by the id of the deal; buyers and sellers share one map. */
  sharedCodes: Map<string, string>
}

/** What an act on a deal is about. */
const toInfo = ({ user }: Pick<DealsState, 'user'>, { _id, side, productId, otherName }: DealSummary) => ({
  who: user.name,
  serverName: user.serverName,
  bikeId: productId,
  dealId: _id,
  // Members of the workload have registered with this word before their name.
  buyer: side === 'buyer' ? user.name : otherName.replace(/^User /, ''),
})

const readDeals = ({ user, history }: DealsState, side: 'buyer' | 'seller') =>
  history.attempt({ who: user.name, serverName: user.serverName, action: 'read' }, () =>
    user.call('GET /deals', { query: { side, ended: 'no', limit: '50' } }),
  )

const toChanged = ({ modifiedCount }: { modifiedCount: number }) => ({ isChanged: modifiedCount > 0 })

const cancel = (state: DealsState, deal: DealSummary) =>
  state.history.attempt(
    { ...toInfo(state, deal), action: 'cancel' },
    () => state.user.call('POST /deals/:id/cancel', { params: { id: deal._id }, body: {} }),
    toChanged,
  )

/** The buyer reads the code aloud; the seller hears it in a later action. */
const speakCode = async (state: DealsState, deal: DealSummary): Promise<void> => {
  const { user, history, sharedCodes } = state
  const query = { together: 'yes' as const }
  const shown = await history.attempt({ ...toInfo(state, deal), action: 'read' }, () =>
    user.call('GET /deals/:id/code', { params: { id: deal._id }, query }),
  )
  if (shown) sharedCodes.set(deal._id, shown.code)
}

const reportProblem = (state: DealsState, deal: DealSummary) =>
  state.history.attempt({ ...toInfo(state, deal), action: 'problem' }, () =>
    state.user.call('POST /deals/:id/problem', { params: { id: deal._id }, body: { reason: 'papers' } }),
  )

const sayEverythingIsFine = (state: DealsState, deal: DealSummary) =>
  state.history.attempt(
    { ...toInfo(state, deal), action: 'release' },
    () => state.user.call('PUT /deals/:id/outcome', { params: { id: deal._id }, body: { outcome: 'everything_fine' } }),
    toChanged,
  )

/** Does the next thing with one of the buyer's deals. */
export const actAsBuyerOfDeal = async (state: DealsState): Promise<void> => {
  const { random } = state.user
  const deals = (await readDeals(state, 'buyer')) ?? []
  if (deals.length === 0) return
  const deal = random.pick(deals)
  const roll = random.next()
  if (deal.state === 'held') {
    if (roll < 0.65) return speakCode(state, deal)
    if (roll < 0.85) return void (await cancel(state, deal))
    return roll < 0.92 ? void (await reportProblem(state, deal)) : undefined
  }
  if (deal.state === 'handed_over')
    return void (await (roll < 0.7 ? sayEverythingIsFine(state, deal) : reportProblem(state, deal)))
  if (roll < 0.3 && deal.state !== 'disputed') await cancel(state, deal)
}

const handOver = (state: DealsState, deal: DealSummary, code: string) =>
  state.history.attempt(
    { ...toInfo(state, deal), action: 'hand_over' },
    () => state.user.call('POST /deals/:id/handover', { params: { id: deal._id }, body: { code } }),
    toChanged,
  )

const answer = (state: DealsState, deal: DealSummary, yesOrNo: 'yes' | 'no') =>
  state.history.attempt(
    // No is an ending like a cancellation.
    { ...toInfo(state, deal), action: yesOrNo === 'yes' ? 'accept' : 'cancel' },
    () => state.user.call('PUT /deals/:id/answer', { params: { id: deal._id }, body: { answer: yesOrNo } }),
    toChanged,
  )

/** Does the next thing with one of the seller's deals; a spoken code comes first. */
export const actAsSellerOfDeal = async (state: DealsState): Promise<void> => {
  const { random } = state.user
  const deals = (await readDeals(state, 'seller')) ?? []
  const readyDeal = deals.find(({ _id, state: dealState }) => dealState === 'held' && state.sharedCodes.has(_id))
  if (readyDeal) return void (await handOver(state, readyDeal, state.sharedCodes.get(readyDeal._id) ?? ''))
  if (deals.length === 0) return
  const deal = random.pick(deals)
  const roll = random.next()
  if (deal.state === 'requested' && roll < 0.5) return void (await answer(state, deal, roll < 0.35 ? 'yes' : 'no'))
  if ((deal.state === 'held' || deal.state === 'accepted') && roll < 0.1) await cancel(state, deal)
}

/** The admin decides a dispute: all for one side, or a part. */
export const decideDispute = async ({ user, history }: Pick<DealsState, 'user' | 'history'>): Promise<void> => {
  const attemptInfo = { who: user.name, serverName: user.serverName }
  const disputes = await history.attempt({ ...attemptInfo, action: 'read' }, () =>
    user.call('GET /disputes', { query: { limit: '20' } }),
  )
  const open = (disputes ?? []).filter(({ decidedAt }) => decidedAt === null)
  if (open.length === 0) return
  const { dealId, paid } = user.random.pick(open)
  const takaToBuyer = user.random.pick([0, Math.floor(paid / 3), paid])
  await history.attempt({ ...attemptInfo, action: 'decide', dealId }, () =>
    user.call('PUT /disputes/:id', { params: { id: dealId }, body: { takaToBuyer } }),
  )
}
