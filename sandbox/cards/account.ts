// The Stripe account of the sandbox: its ledger, clock and ids, and the input and outcome of a call.
import type { Fault } from './faults.ts'
import type { Form } from './form-body.ts'
import type { Ledger } from './ledger.ts'
import { resourceMissing } from './errors.ts'
import type { Change, Charge, Dispute, Intent, Refund, StripeEvent } from './schemas.ts'

export type IdPrefix = 'pi' | 'pm' | 'ch' | 're' | 'txn' | 'po' | 'evt' | 'req'

export type Account = {
  ledger: Ledger
  now: () => Date
  /** Creates an unguessable id that begins with the prefix and an underscore. */
  createId: (prefix: IdPrefix) => string
}

export type Call = {
  account: Account
  form: Form
  /** The id in the path, or an empty string. */
  id: string
  /** Which of the two keys the call used: the browser has only the publishable one. */
  key: 'secret' | 'publishable'
  /** Faults that change what the operation does, such as a refund that fails. */
  faults: readonly Fault['fault'][]
}

/** Outcome of a call: the response, the changes for the journal, and the events to send. */
export type Outcome = { status: 200 | 402; body: object; changes: Change[]; events: EventDraft[] }

export type EventDraft = { type: StripeEvent['type']; object: Intent | Charge | Refund | Dispute }

export function toReadOutcome(body: object): Outcome {
  return { status: 200, body, changes: [], events: [] }
}

/** Stripe's timestamps are whole seconds. */
export function toUnixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}

export function findOrThrow<Item>(
  items: ReadonlyMap<string, Item>,
  { kind, id, param }: { kind: string; id: string; param: string },
): Item {
  const item = items.get(id)
  if (item === undefined) throw resourceMissing(kind, id, param)
  return item
}

type ListItem = { id: string; created: number }

export const listFields = ['created', 'expand', 'limit', 'starting_after']

/**
 * Returns a page of a list, newest first, by Stripe's `limit` (1 to 100, default 10), `starting_after`, and `created[gte]`
 * and similar bounds in Unix seconds. Refuses a `starting_after` that is not in the list.
 */
export function toListPage(form: Form, url: string, oldestFirst: ListItem[]): object {
  const newestFirst = oldestFirst.filter(({ created }) => isInCreatedRange(form, created)).toReversed()
  const limit = Math.min(100, Math.max(1, Number(form.get('limit') ?? 10) || 10))
  const after = form.get('starting_after')
  const cursorIndex = newestFirst.findIndex(({ id }) => id === after)
  if (after !== undefined && cursorIndex === -1) throw resourceMissing('object', after, 'starting_after')
  const data = newestFirst.slice(cursorIndex + 1, cursorIndex + 1 + limit)
  return { object: 'list', url, has_more: newestFirst.length > cursorIndex + 1 + limit, data }
}

function isInCreatedRange(form: Form, created: number): boolean {
  const getBound = (name: string, fallback: number) => Number(form.get(`created[${name}]`) ?? fallback)
  const isLateEnough = created >= getBound('gte', 0) && created > getBound('gt', -1)
  return isLateEnough && created <= getBound('lte', Infinity) && created < getBound('lt', Infinity)
}
