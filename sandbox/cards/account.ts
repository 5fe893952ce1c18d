// The one Stripe account that the sandbox plays: its ledger, its clock, its ids, and what a call to it carries.
import type { Form } from './form-body.ts'
import type { Ledger } from './ledger.ts'
import { noSuch } from './errors.ts'
import type { Change, Charge, Dispute, Intent, Refund, StripeEvent } from './schemas.ts'

export type IdPrefix = 'pi' | 'pm' | 'ch' | 're' | 'evt' | 'req'

export type Account = {
  ledger: Ledger
  now: () => Date
  /** A fresh id that begins with the prefix and an underscore, and that nobody can guess. */
  newId: (prefix: IdPrefix) => string
}

export type Call = {
  account: Account
  form: Form
  /** The id in the path; empty when the path has none. */
  id: string
  /** Which of the two keys came with the call: the browser has only the publishable one. */
  key: 'secret' | 'publishable'
}

/** What a call did: the answer, what to write down, and what the webhook is told afterwards. */
export type Outcome = { status: 200 | 402; body: object; changes: Change[]; news: News[] }

export type News = { type: StripeEvent['type']; object: Intent | Charge | Refund | Dispute }

export function answerOnly(body: object): Outcome {
  return { status: 200, body, changes: [], news: [] }
}

/** Stripe's clock counts whole seconds. */
export function unixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}

export function found<Thing>(
  shelf: ReadonlyMap<string, Thing>,
  { kind, id, param }: { kind: string; id: string; param: string },
): Thing {
  const thing = shelf.get(id)
  if (thing === undefined) throw noSuch(kind, id, param)
  return thing
}

type Listed = { id: string; created: number }

export const listFields = ['created', 'expand', 'limit', 'starting_after']

/**
 * A page of a list, newest first, by Stripe's `limit` (1 to 100, default 10), `starting_after` and `created[gte]` and
 * its likes, in Unix seconds. Refuses a `starting_after` that is not in the list.
 */
export function pageOf(form: Form, url: string, oldestFirst: Listed[]): object {
  const newestFirst = oldestFirst.filter(({ created }) => isWithin(form, created)).toReversed()
  const limit = Math.min(100, Math.max(1, Number(form.get('limit') ?? 10) || 10))
  const after = form.get('starting_after')
  const place = newestFirst.findIndex(({ id }) => id === after)
  if (after !== undefined && place === -1) throw noSuch('object', after, 'starting_after')
  const data = newestFirst.slice(place + 1, place + 1 + limit)
  return { object: 'list', url, has_more: newestFirst.length > place + 1 + limit, data }
}

function isWithin(form: Form, created: number): boolean {
  const bound = (name: string, otherwise: number) => Number(form.get(`created[${name}]`) ?? otherwise)
  const isLateEnough = created >= bound('gte', 0) && created > bound('gt', -1)
  return isLateEnough && created <= bound('lte', Infinity) && created < bound('lt', Infinity)
}
