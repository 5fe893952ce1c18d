// The events of the account, as a shop reads them that may have missed some.
import { answerOnly, listFields, pageOf } from '#sandbox/cards/account.ts'
import type { Call, Outcome } from '#sandbox/cards/account.ts'
import { fieldsUnder, refuseUnknownFields } from '#sandbox/cards/form-body.ts'
import { invalidRequest } from '#sandbox/cards/errors.ts'

// Stripe takes at most so many names at once.
const typesMost = 20

export function listEvents({ account, form }: Call): Outcome {
  refuseUnknownFields(form, [...listFields, 'types'])
  const types = Object.values(fieldsUnder(form, 'types'))
  if (types.length > typesMost) throw invalidRequest('Too many event types.', { param: 'types' })
  const events = [...account.ledger.events.values()]
  const asked = types.length === 0 ? events : events.filter(({ type }) => types.includes(type))
  return answerOnly(pageOf(form, '/v1/events', asked))
}
