// A history that tests play: by the pure rules alone in memory, and on the real app, which is compared with the rules.
import { ApiResponseError, type Client } from '#contract/client.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { getDueAt } from '#market/deals/state.ts'
import { handleDue } from '#market/deals/timers.ts'
import type { DealContext, Effects, Side } from '#market/deals/transitions.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import type { Random } from '#tests/resilience/random.ts'
import type { MemberClient } from '#tests/support/selling.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { apply, type BikeState, check, type History, listLive, toContext } from './deal-rows.ts'

/** A history with what chooses its acts, and what they remember. */
export type Play = Omit<History, 'bike'> & {
  random: Random
  bike: BikeState & { salePriceTaka: number; kilometres: number; version: number }
  /** Who opened the dispute of each deal. */
  openedBy: Map<string, 'buyer' | 'seller' | 'system'>
  /** How many payments each deal has taken. */
  paidTimes: Map<string, number>
  /** The deals of which a bank has disputed a payment. */
  bankDisputes: Set<string>
  /** Acts that follow at once. */
  next: { name: string; dealId: string }[]
  /** Rare cases that it came to. */
  reached: Set<string>
  lines: string[]
}

/** A bike for sale that nobody has booked yet. */
export const beginPlay = (
  random: Random,
  { now, salePriceTaka, hasFailed }: Pick<Play, 'now' | 'hasFailed'> & { salePriceTaka: number },
): Play => ({
  random,
  now,
  hasFailed,
  bike: { reserved: false, sold: false, withdrawn: false, salePriceTaka, kilometres: 0, version: 1 },
  deals: new Map(),
  ledgers: new Map(),
  payment: null,
  openedBy: new Map(),
  paidTimes: new Map(),
  bankDisputes: new Set(),
  next: [],
  reached: new Set(),
  lines: [],
})

/** The real app, as the requests of an act need it. */
export type App = {
  testApp: TestApp
  bikeId: string
  seller: MemberClient
  admin: Client
  /** The client of one side of a deal. */
  as: (deal: Deal, side: Side) => MemberClient
  /** The intent of the payment that was begun last. */
  openIntent: string | null
  /** The intents that paid for each deal. */
  paid: Map<string, string[]>
}

/** What an act does by the pure rules, and the same on the app. */
export type Move = {
  /** The effects on the deal. A payment, the bank and the bike change beside them. */
  model: (ctx: DealContext) => Effects
  /** The requests of the app. Without them the pure rules alone play it. */
  real?: (app: App) => Promise<unknown>
  /** Acts that follow at once on the same deal, where this one is not refused. */
  next?: string[]
}

const toCode = (error: unknown): string => {
  if (error instanceof ApiError || error instanceof ApiResponseError) return error.code
  throw error
}

/** Runs it; returns the code of its refusal. Other errors are failures. */
export const attempt = async <Result>(run: () => Promise<Result>): Promise<{ code: string; result?: Result }> => {
  try {
    return { code: 'done', result: await run() }
  } catch (error) {
    return { code: toCode(error) }
  }
}

const applyEffects = (play: Play, deal: Deal, effects: Effects): void => {
  if (effects.dispute) play.openedBy.set(deal.id, effects.dispute.openedBy)
  apply(play, deal, effects)
}

const describeEffects = ({ steps }: Effects): string => steps.map(({ kind }) => kind).join(',')

export type ChosenAct = { name: string; deal: Deal; move: Move }

/** Plays an act by the rules; returns the code of its refusal, or `done`. */
export const playByRules = (play: Play, { name, deal, move }: ChosenAct): string => {
  let effects: Effects
  try {
    effects = move.model(toContext(play, deal))
  } catch (error) {
    const code = toCode(error)
    play.lines.push(`${name} ${deal.id}: ${code}`)
    return code
  }
  play.lines.push(`${name} ${deal.id}: ${describeEffects(effects) || 'done'}`)
  // The act may have taken a payment before.
  applyEffects(play, play.deals.get(deal.id) ?? deal, effects)
  play.next.unshift(...(move.next ?? []).map((next) => ({ name: next, dealId: deal.id })))
  return 'done'
}

/** The live deals for which something is due by then, the earliest first. */
export const listDue = (play: Play, until: Date): { id: string; at: Date }[] =>
  listLive(play)
    .flatMap((deal) => {
      const at = getDueAt(deal)
      return at !== null && at <= until ? [{ id: deal.id, at }] : []
    })
    .toSorted((one, next) => one.at.getTime() - next.at.getTime())

/** Does what is due for a deal, which moves it on unless its buyer pays; returns whether the deal changed. */
export const doDue = (play: Play, id: string): boolean => {
  const deal = listLive(play).find((one) => one.id === id)
  if (!deal) return false
  const dueAt = getDueAt(deal)
  const isDue = dueAt !== null && dueAt <= play.now
  const effects = handleDue(toContext(play, deal))
  const hasChanges = Object.keys(effects.changes).length > 0
  play.lines.push(`due ${id}: ${describeEffects(effects)}`)
  check(!isDue || hasChanges || play.payment?.dealId === id, 'a due time moves the deal on')
  applyEffects(play, deal, effects)
  return hasChanges
}

/** A payment whose time is over ends. */
export const endLapsedPayment = (play: Play): void => {
  if (play.payment && play.payment.until <= play.now) play.payment = null
}
