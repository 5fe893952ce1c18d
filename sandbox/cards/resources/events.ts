// The events of the account, for an app that may have missed webhooks.
import { toReadOutcome, listFields, toListPage } from '#sandbox/cards/account.ts'
import type { Call, Outcome } from '#sandbox/cards/account.ts'
import { getNestedFields, assertKnownFields } from '#sandbox/cards/form-body.ts'
import { invalidRequest } from '#sandbox/cards/errors.ts'

// Stripe accepts at most 20 types at once.
const maxTypes = 20

export function listEvents({ account, form }: Call): Outcome {
  assertKnownFields(form, [...listFields, 'types'])
  const types = Object.values(getNestedFields(form, 'types'))
  if (types.length > maxTypes) throw invalidRequest('Too many event types.', { param: 'types' })
  const events = [...account.ledger.events.values()]
  const matching = types.length === 0 ? events : events.filter(({ type }) => types.includes(type))
  return toReadOutcome(toListPage(form, '/v1/events', matching))
}
