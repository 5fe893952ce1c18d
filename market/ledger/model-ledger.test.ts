// Random histories of deals against a model of the ledger: in `npm test` some, in `npm run test:long` 10,000.
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '#contract/errors/api-errors.ts'
import { type CardAccount, createCardAccount } from '#tests/support/card-account.ts'
import { findAllViolations } from '#tests/support/money.ts'
import { chooseByRun } from '#tests/support/run-length.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createRandom, type Random } from '#tests/resilience/random.ts'
import { actOnDeal } from '#market/deals/acts/rules.ts'
import { cancelByBuyer, cancelBySeller, decide, release } from '#market/deals/endings/rules.ts'
import { agreePrice, handOver, offerPrice, reportProblem } from '#market/deals/transitions/rules.ts'
import { dealCodes } from '#market/deals/table.ts'
import { holdBike } from '#market/payments/holds/rules.ts'
import { recordCharges } from '#market/payments/charges/jobs.ts'
import { followRefunds, sweepRefunds } from '#market/payments/refunds/jobs.ts'
import { settle } from '#market/payments/settle.ts'

const historyCount = chooseByRun(25, 10_000)

let testApp: TestApp
let cards: CardAccount
let bikeId: string
beforeAll(async () => {
  cards = createCardAccount(() => new Date())
  testApp = await createTestApp({ manualClose: true, wrapPaymentProvider: () => cards.provider })
  const { rows } = await testApp.db.$client.query<{ id: string }>('select id from bikes order by id limit 1')
  bikeId = rows[0]?.id ?? ''
})
afterAll(() => testApp.close())

const runSql = (sql: string, values: unknown[] = []) => testApp.db.$client.query<Record<string, string>>(sql, values)

/** A bike of a new seller, and a new buyer with an accepted deal about it. */
const beginHistory = async (priceTaka: number) => {
  const [dealId, newBikeId, sellerId, buyerId] = [v7(), v7(), v7(), v7()]
  for (const [id, role] of [
    [sellerId, 'Seller'],
    [buyerId, 'Buyer'],
  ])
    await runSql(
      `insert into members (id, name, email, role, created_at, updated_at) values ($1, 'Member', $2, $3, now(), now())`,
      [id, `${id}@motohaat.test`, role],
    )
  await runSql(
    'insert into picture_uploads (member_id, picture, uploaded_at) select $1, picture, now() from bikes where id = $2',
    [sellerId, bikeId],
  )
  await runSql(
    `insert into bikes select (jsonb_populate_record(bikes, jsonb_build_object('id', $1::text, 'seller_id', $2::text,
       'sale_price_taka', $3::int, 'slug', $1::text, 'advertised_at', null, 'sold_at', null, 'withdrawn_at', null, 'reserved_at', null))).*
     from bikes where id = $4`,
    [newBikeId, sellerId, priceTaka, bikeId],
  )
  await runSql(
    `insert into deals (id, bike_id, buyer_id, seller_id, price_taka, buyer_number, requested_at, queued_at, accepted_at)
     values ($1, $2, $3, $4, $5, '01712345678', now(), now(), now())`,
    [dealId, newBikeId, buyerId, sellerId, priceTaka],
  )
  return { dealId, bikeId: newBikeId, sellerId, buyerId }
}

type ModelPayment = { intentId: string; amount: number; elsewhere: number; disputed: number; isLost: boolean }
type ModelRefund = { payment: ModelPayment; amount: number; state: 'due' | 'done' }

/** What the ledger should say of one deal, in poisha; it knows the tables of the rules, not the code. */
const createModel = (priceTaka: number) => ({
  price: priceTaka * 100,
  payments: [] as ModelPayment[],
  refunds: [] as ModelRefund[],
  isHandedOver: false,
  isOver: false,
  isLate: false,
  isProtected: false,
  balances: { provider: 0, held: 0, buyer: 0, seller: 0, chargeback: 0, loss: 0 },
})
type Model = ReturnType<typeof createModel>

const move = (model: Model, from: keyof Model['balances'], to: keyof Model['balances'], poisha: number): void => {
  model.balances[from] += poisha
  model.balances[to] -= poisha
}

/** Owed to the buyer: the newest payment first. What the buyer has got outside the shop already makes the loss smaller. */
const owe = (model: Model, poisha: number): void => {
  let left = poisha
  for (const payment of model.payments.toReversed()) {
    const ordered = model.refunds.filter((one) => one.payment === payment).reduce((sum, one) => sum + one.amount, 0)
    const amount = payment.isLost ? 0 : Math.min(left, payment.amount - ordered - payment.elsewhere)
    if (amount <= 0) continue
    model.refunds.push({ payment, amount, state: 'due' })
    left -= amount
  }
  expect(left, 'what finds no payment is with the buyer already').toBeLessThanOrEqual(Math.max(0, model.balances.loss))
  move(model, 'held', 'buyer', poisha - left)
  move(model, 'held', 'loss', left)
}

const divide = (model: Model, toBuyer: number): void => {
  const held = -model.balances.held
  move(model, 'held', 'seller', held - toBuyer)
  owe(model, toBuyer)
  model.isOver = true
}

/** Money left outside the shop: what was owed to the buyer goes first, then what is held, then it is a loss. */
const takeMoney = (model: Model, payment: ModelPayment, from: 'provider' | 'chargeback', poisha: number): void => {
  let left = poisha
  for (const refund of model.refunds.filter((one) => one.payment === payment && one.state === 'due')) {
    const part = Math.min(left, refund.amount)
    refund.amount -= part
    left -= part
    move(model, 'buyer', from, part)
  }
  model.refunds = model.refunds.filter(({ amount }) => amount > 0)
  // What is held stays whole Taka.
  const isHeld = !model.isOver && !(model.isHandedOver && model.isProtected)
  const held = isHeld ? Math.min(Math.ceil(left / 100) * 100, -model.balances.held) : 0
  move(model, 'held', from, held)
  move(model, 'loss', from, left - held)
  if (held > 0 && model.balances.held === 0 && !model.isHandedOver) model.isOver = true
}

const getDeposit = (price: number): number => Math.floor(Math.min(price * 0.03, 500_000, price * 0.2) / 100) * 100

/** A cancelled deal: late, the seller keeps half of the deposit's amount. */
const getKept = (model: Model): number =>
  model.isLate ? Math.floor(Math.min(-model.balances.held, getDeposit(model.price)) / 200) * 100 : 0

type History = Awaited<ReturnType<typeof beginHistory>> & { model: Model; random: Random }

/** Whether the shop did it; a refusal changes nothing. */
const isDone = async (work: Promise<unknown>): Promise<boolean> => {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
const change = async (history: History, act: Parameters<typeof actOnDeal>[2]): Promise<boolean> => {
  const result = { hasChanged: false }
  const isAllowed = await isDone(
    actOnDeal(testApp.paymentsDeps, history.dealId, act).then(({ hasChanged }) =>
      Object.assign(result, { hasChanged }),
    ),
  )
  return isAllowed && result.hasChanged
}

const pay = async (history: History): Promise<void> => {
  const { model, random, dealId: _, sellerId: _seller, ...purchase } = history
  // Without a live deal a payment would begin another one.
  if (model.isOver) return
  const paid = -model.balances.held
  const isFirst = model.payments.length === 0
  const purpose: 'deposit' | 'full' | 'rest' = isFirst ? random.pick(['deposit', 'full'] as const) : 'rest'
  const amount = purpose === 'deposit' ? getDeposit(model.price) : purpose === 'full' ? model.price : model.price - paid
  if (amount <= 0) return
  const { bikeId: id, buyerId } = purchase
  const common = { bikeId: id, buyerId, bookingId: null, wishId: null, amountTaka: amount / 100, purpose }
  let intentId = ''
  const priceTaka = model.price / 100
  const isHeld = await isDone(
    holdBike(testApp.paymentsDeps, { ...common, priceTaka }).then((intent) => (intentId = intent.id)),
  )
  if (!isHeld) return
  if (isFirst) model.isProtected = random.chance(0.5)
  cards.pay(intentId, model.isProtected)
  await settle(testApp.paymentsDeps, intentId)
  move(model, 'provider', 'held', amount)
  model.payments.push({ intentId, amount, elsewhere: 0, disputed: 0, isLost: false })
}

const acts: Record<string, (history: History) => Promise<void>> = {
  pay,
  beLate: async ({ model, dealId }) => {
    if (model.isOver || model.isHandedOver || model.payments.length === 0) return
    await runSql(`update deals set meet_at = now() + interval '3 hours' where id = $1`, [dealId])
    model.isLate = true
  },
  lowerPrice: async (history) => {
    const { model, random } = history
    const priceTaka = random.between(1_000, model.price / 100)
    if (!(await change(history, (ctx) => offerPrice(ctx, 'seller', priceTaka)))) return
    if (!(await change(history, (ctx) => agreePrice(ctx, 'buyer')))) return
    model.price = priceTaka * 100
    owe(model, Math.max(0, -model.balances.held - model.price))
  },
  cancelByBuyer: async (history) => {
    const { model } = history
    const kept = getKept(model)
    if (await change(history, (ctx) => cancelByBuyer(ctx))) divide(model, -model.balances.held - kept)
  },
  cancelBySeller: async (history) => {
    if (await change(history, (ctx) => cancelBySeller(ctx, {}))) divide(history.model, -history.model.balances.held)
  },
  handOver: async (history) => {
    const isChanged = await change(history, async (ctx, _bike, tx) => {
      const effects = handOver(ctx, null)
      await tx.insert(dealCodes).values({ dealId: history.dealId, usedAt: ctx.now }).onConflictDoNothing()
      return effects
    })
    if (isChanged) history.model.isHandedOver = true
  },
  release: async (history) => {
    if (await change(history, (ctx) => release(ctx))) divide(history.model, 0)
  },
  dispute: async (history) => {
    const { model, random, dealId } = history
    if (!(await change(history, (ctx) => reportProblem(ctx, 'damaged')))) return
    if (random.chance(0.2)) return
    const taka = random.between(0, Math.floor(-model.balances.held / 100))
    await runSql(
      `update disputes set decided_by = (select id from members where role = 'Admin' limit 1) where deal_id = $1`,
      [dealId],
    )
    if (await change(history, (ctx) => decide(ctx, taka))) divide(model, taka * 100)
  },
  refundElsewhere: async ({ model, random }) => {
    if (model.payments.length === 0) return
    const payment = random.pick(model.payments)
    const whole = random.chance(0.4)
    const poisha = cards.refundElsewhere(payment.intentId, whole ? payment.amount : random.between(1, payment.amount))
    await settle(testApp.paymentsDeps, payment.intentId)
    payment.elsewhere += poisha
    takeMoney(model, payment, 'provider', poisha)
  },
  disputeAtBank: async ({ model, random }) => {
    if (model.payments.length === 0) return
    const payment = random.pick(model.payments)
    const poisha = cards.dispute(payment.intentId)
    await settle(testApp.paymentsDeps, payment.intentId)
    payment.disputed = poisha || payment.disputed
    move(model, 'chargeback', 'provider', poisha)
    if (random.chance(0.2) || payment.disputed === 0 || payment.isLost) return
    const outcome = random.pick(['won', 'lost'] as const)
    cards.endDispute(payment.intentId, outcome)
    await settle(testApp.paymentsDeps, payment.intentId)
    if (outcome === 'won') move(model, 'provider', 'chargeback', payment.disputed)
    else {
      payment.isLost = true
      takeMoney(model, payment, 'chargeback', payment.disputed)
    }
    payment.disputed = 0
  },
}

/** Sends all refunds to their end, some with failures on the way. */
const finishRefunds = async ({ model, random }: History): Promise<void> => {
  for (const result of [random.pick(['failed', 'pending', 'succeeded'] as const), 'succeeded'] as const) {
    cards.setRefundResult(result)
    await runSql(`update refunds set next_try_at = now() - interval '1 second' where state in ('due', 'requested')`)
    await sweepRefunds(testApp.paymentsDeps)
    for (const { id, intentId } of cards.listPendingRefunds()) {
      cards.endRefund(id, random.pick(['succeeded', 'failed'] as const))
      await followRefunds(testApp.paymentsDeps, intentId)
    }
  }
  for (const refund of model.refunds.filter(({ payment }) => payment.disputed === 0 && !payment.isLost)) {
    refund.state = 'done'
    move(model, 'buyer', 'provider', refund.amount)
  }
}

const readBalances = async ({ dealId, buyerId, sellerId }: History): Promise<Model['balances']> => {
  const { rows } = await runSql(
    `select split_part(account, ':', 1) as account, sum(poisha) as poisha from ledger_lines
     join ledger_entries on ledger_entries.id = entry_id
     left join payments on payments.id = payment_id
     where cause <> 'charge'
       and (ledger_entries.deal_id = $1 or payments.deal_id = $1 or account in ('buyer:' || $2, 'seller:' || $3))
     group by 1`,
    [dealId, buyerId, sellerId],
  )
  const zero = createModel(0).balances
  return { ...zero, ...Object.fromEntries(rows.map(({ account = '', poisha }) => [account, Number(poisha)])) }
}

test(
  `${historyCount} random histories end as the model says, and every invariant holds`,
  { timeout: 4 * 60 * 60_000 },
  async () => {
    for (let index = 0; index < historyCount; index += 1) {
      const random = createRandom(`history ${index}`)
      const priceTaka = random.between(1_000, 999_999)
      const history: History = { ...(await beginHistory(priceTaka)), model: createModel(priceTaka), random }
      const played: string[] = ['pay']
      await pay(history)
      for (let step = random.between(1, 8); step > 0; step -= 1) {
        const name = random.pick(Object.keys(acts))
        played.push(name)
        await acts[name]?.(history).catch((error: unknown) => {
          throw new Error(`history ${index}: ${played.join(', ')}`, { cause: error })
        })
      }
      await finishRefunds(history)
      expect(await readBalances(history), `history ${index}: ${played.join(', ')}`).toEqual(history.model.balances)
    }
    await recordCharges(testApp.paymentsDeps)
    // Nobody does here what is due in deals, so only the money is checked.
    const { violations } = await findAllViolations(testApp)
    expect(violations.filter(({ invariant }) => invariant.id.startsWith('M'))).toEqual([])
  },
)
