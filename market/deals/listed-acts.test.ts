// What a person is offered and what is refused come from two places: `listActs` names the acts of a deal, and the pure rules
// refuse. Random walks through the states of a bike and its deals ask both about every act of both sides, at every moment.
import { addMs, dayMs, hourMs, minuteMs } from '#contract/time/durations.ts'
import { expect, test } from 'vitest'
import { dealActs } from '#contract/deals/deals.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { createRandom, type Random } from '#tests/resilience/random.ts'
import {
  apply,
  createDeal,
  enter,
  expectSound,
  getHeld,
  hasLine,
  listLive,
  toContext,
} from '#tests/support/deals/deal-rows.ts'
import { createExample, exampleDeals, type ExampleState } from '#tests/support/deals/deal-examples.ts'
import { chooseByRun } from '#tests/support/run-length.ts'
import { type Act, beginWalk, getStatus, isUseless, toRow, tries, type Walk } from '#tests/support/deals/act-tries.ts'
import { decide, freeze, unfreeze } from './endings.ts'
import { getDepositTaka } from '#contract/deals/deposit.ts'
import { getDueAt, getState } from './state.ts'
import { getNextAct } from './next-action.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import { handleDue } from './timers.ts'
import { bikeChanged, type Effects, hold, nothing, type Side } from './transitions.ts'
import { listActs } from './views.ts'

const walks = chooseByRun(400, 3_000)
const momentsOfWalk = 14
const prices = [1_500, 40_001, 149_000, 1_200_000]
const sides = ['buyer', 'seller'] as const

const begin = (random: Random): Walk => beginWalk(random, random.pick(prices))

const attempt = (run: () => Effects): Effects | string => {
  try {
    return run()
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

/** Whether the act does something; the copy of the walk stays as it is. */
const hasEffect = (tried: Effects | string): boolean =>
  typeof tried !== 'string' && (tried.steps.length > 0 || Object.keys(tried.changes).length > 0)

const compare = (walk: Walk, deal: Deal, side: Side): void => {
  const listed: readonly Act[] = listActs(toRow(walk, deal), side, walk.now)
  const next = getNextAct(listed, { deal, side, hasSaid: false, now: walk.now })
  if (next !== null && !listed.includes(next)) expect.fail(`${next} comes first and is not offered.`)
  for (const act of dealActs) {
    const tried = attempt(() => tries[act](toContext(walk, deal), side, walk))
    const isListed = listed.includes(act)
    const isOpen = hasEffect(tried)
    const isExcused = isOpen && !isListed && isUseless[act]?.(deal, side) === true
    if (isListed !== isOpen && !isExcused)
      expect.fail(
        `The ${side} of a ${getState(deal)} deal is ${isListed ? '' : 'not '}offered ${act}: ${typeof tried === 'string' ? tried : 'done'}.`,
      )
  }
}

const applyEffects = (walk: Walk, deal: Deal, effects: Effects): void => {
  if (effects.dispute) walk.openedBy.set(deal.id, effects.dispute.openedBy)
  apply(walk, deal, effects)
}

const book = (walk: Walk): void => {
  if (walk.bike.sold || walk.bike.withdrawn || walk.deals.size >= 3) return
  const id = `deal ${walk.deals.size + 1}`
  const created = createDeal({ id, priceTaka: walk.salePriceTaka, now: walk.now, isWaiting: hasLine(walk) })
  const isOffer = !hasLine(walk) && walk.payment === null && walk.random.chance(0.2)
  const isOfWish = walk.random.chance(0.2)
  walk.deals.set(id, {
    ...created,
    ...(isOfWish && { buyerNumber: null, meetPlace: null }),
    ...(isOffer && { acceptedAt: walk.now, answerDueAt: null, bookDueAt: addMs(walk.now, 2 * dayMs) }),
  })
}

const settlePayment = (walk: Walk): void => {
  const { payment } = walk
  const deal = payment && walk.deals.get(payment.dealId)
  walk.payment = null
  if (!payment || !deal || deal.closedAt || deal.frozenAt || deal.handedOverAt || deal.disputedAt) return
  enter(walk, deal.id, { provider: payment.taka, held: -payment.taka })
  applyEffects(walk, deal, hold(toContext(walk, deal), { amountTaka: payment.taka, purpose: payment.purpose }))
}

const beginPayment = (walk: Walk, { id, priceTaka }: Deal, act: Act): void => {
  const purpose = act === 'pay_full' ? 'full' : act === 'pay_deposit' ? 'deposit' : 'rest'
  const taka = { full: priceTaka, deposit: getDepositTaka(priceTaka), rest: priceTaka - getHeld(walk, id) }[purpose]
  walk.payment = { dealId: id, purpose, taka, until: addMs(walk.now, 15 * minuteMs) }
  if (walk.random.chance(0.6)) settlePayment(walk)
}

/** One of the acts that a side is offered. */
const doListedAct = (walk: Walk, deal: Deal): void => {
  const side = walk.random.pick(sides)
  const listed = listActs(toRow(walk, deal), side, walk.now)
  if (listed.length === 0) return
  const act = walk.random.pick(listed)
  walk.lines.push(`${side} of ${deal.id}: ${act}`)
  if (act.startsWith('pay_')) return beginPayment(walk, deal, act)
  const ctx = toContext(walk, deal)
  if (ctx.payingBuyerId === deal.buyerId && act !== 'accept') walk.payment = null
  const effects = tries[act](ctx, side, walk)
  // Reading a receipt or a code, and adding to a problem, change nothing of the deal.
  if (Object.keys(effects.changes).length > 0) applyEffects(walk, deal, effects)
}

/** What the bank, the admin and the seller's editing do. */
const doOtherAct = (walk: Walk, deal: Deal): void => {
  const { random } = walk
  const ctx = toContext(walk, deal)
  const others: [name: string, run: () => Effects][] = [
    ['freeze', () => freeze(ctx)],
    ['unfreeze', () => unfreeze(ctx)],
    ['decide', () => decide(ctx, random.pick([0, ctx.paidTaka]))],
    // A bike that is being paid, reserved or off the market is not edited; else every buyer of it is asked again.
    ['edit', () => (walk.payment || getStatus(walk) !== 'available' ? nothing : bikeChanged(ctx))],
    ['hide', () => ((walk.isHidden = !walk.isHidden), nothing)],
    ['lower the price', () => ((walk.salePriceTaka = Math.max(1_000, walk.salePriceTaka - 500)), nothing)],
  ]
  const [name, run] = random.pick(others)
  const effects = attempt(run)
  walk.lines.push(`${name} ${deal.id}`)
  if (typeof effects === 'string' || effects === nothing) return
  applyEffects(walk, deal, effects)
  if (name !== 'edit') return
  for (const other of ctx.others) applyEffects(walk, other, bikeChanged(toContext(walk, other)))
}

const passTime = (walk: Walk, ms: number): void => {
  walk.now = addMs(walk.now, ms)
  if (walk.payment && walk.payment.until <= walk.now) walk.payment = null
  for (let round = 0; round < 50; round += 1) {
    const due = listLive(walk).find((deal) => {
      const at = getDueAt(deal)
      return at !== null && at <= walk.now && walk.payment?.dealId !== deal.id
    })
    if (!due) return
    walk.lines.push(`due ${due.id}`)
    applyEffects(walk, due, handleDue(toContext(walk, due)))
  }
}

const liveStates = (Object.keys(exampleDeals) as ExampleState[]).filter((state) => state !== 'closed') // oxlint-disable-line typescript/no-unsafe-type-assertion -- the keys of an object that is written out

/** A deal that is in some state already, with its deposit, so that walks begin everywhere. */
const beginWithExample = (walk: Walk): void => {
  const { random, bike, deals, openedBy } = walk
  const { deal, paidTaka } = createExample(random.pick(liveStates), {
    offeredPriceTaka: 99_000,
    offeredBy: random.pick(sides),
  })
  deals.set(deal.id, deal)
  openedBy.set(deal.id, random.pick([...sides, 'system']))
  walk.salePriceTaka = deal.priceTaka
  bike.sold = deal.handedOverAt !== null
  bike.reserved = deal.heldAt !== null && !bike.sold
  if (paidTaka > 0) enter(walk, deal.id, { provider: paidTaka, held: -paidTaka })
}

const takeWalk = (walk: Walk): void => {
  if (walk.random.chance(0.5)) beginWithExample(walk)
  else book(walk)
  for (let moment = 0; moment < momentsOfWalk; moment += 1) {
    if (walk.random.chance(0.3)) book(walk)
    const deal = walk.random.pick([...walk.deals.values()])
    if (walk.random.chance(0.8)) doListedAct(walk, deal)
    else doOtherAct(walk, deal)
    if (walk.random.chance(0.3)) settlePayment(walk)
    passTime(walk, walk.random.pick([0, minuteMs, hourMs, 13 * hourMs, 30 * hourMs]))
    expectSound(walk)
    // A deal that ended stays as it is.
    const changing = [...walk.deals.values()].filter(({ closedAt }) => closedAt === null || walk.random.chance(0.1))
    for (const one of changing) for (const side of sides) compare(walk, one, side)
  }
}

test('whatever happened to a deal, each act that a side is offered is done when it is tried, and no other act is open', () => {
  const offered = new Set<string>()
  // Most tries are refused, and nobody reads where.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  for (let at = 0; at < walks; at += 1) {
    const walk = begin(createRandom(`listed acts ${at}`))
    try {
      takeWalk(walk)
    } catch (error) {
      throw new Error(`Broken in walk ${at}:\n${walk.lines.join('\n')}\n${String(error)}`, { cause: error })
    }
    for (const line of walk.lines) offered.add(line.split(': ')[1] ?? '')
  }
  Error.stackTraceLimit = stackTraceLimit
  // The walks try every act that there is.
  expect([...offered].filter((act) => act !== '').toSorted()).toEqual([...dealActs].toSorted())
})
