// Serialises a response: inserts objects that the call asked to expand, removes fields that the browser may not see.
import type { Call } from './account.ts'
import { getNestedFields } from './form-body.ts'
import { toPublicIntent } from './resources/intents.ts'
import type { Ledger } from './ledger.ts'
import { Intent } from './schemas.ts'

export function toResponseText(call: Call, body: object): string {
  const expandPaths = Object.values(getNestedFields(call.form, 'expand'))
  const expandedBody = expandBody(call.account.ledger, body, expandPaths)
  return call.key === 'secret' ? JSON.stringify(expandedBody) : JSON.stringify(expandedBody, redactForBrowser)
}

/** Replacer for JSON.stringify: reduces every intent in the response to its public fields. */
export function redactForBrowser(_name: string, value: unknown): unknown {
  const intent = Intent.safeParse(value)
  return intent.success ? toPublicIntent(intent.data) : value
}

function expandBody(ledger: Ledger, body: object, expandPaths: string[]): object {
  if (expandPaths.length === 0) return body
  if (!('data' in body) || !Array.isArray(body.data)) return expandFields(ledger, body, expandPaths)
  const innerPaths = expandPaths.map((path) => path.replace(/^data\./, ''))
  return { ...body, data: body.data.map((item: object) => expandFields(ledger, item, innerPaths)) }
}

function expandFields(ledger: Ledger, body: object, names: string[]): object {
  const fields = Object.entries(body).map(([name, value]: [string, unknown]) => {
    const isExpanded = names.includes(name) && typeof value === 'string'
    return [name, isExpanded ? (findById(ledger, value) ?? value) : value]
  })
  return Object.fromEntries(fields)
}

function findById(ledger: Ledger, id: string): object | undefined {
  return (
    ledger.charges.get(id) ??
    ledger.intents.get(id) ??
    ledger.refunds.get(id) ??
    ledger.disputes.get(id) ??
    ledger.methods.get(id)?.value ??
    ledger.balanceTransactions.get(id)
  )
}
