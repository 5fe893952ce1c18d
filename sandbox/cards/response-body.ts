// The answer as text: what the call asked to expand is put in, what the browser may not see is left out.
import type { Call } from './account.ts'
import { fieldsUnder } from './form-body.ts'
import { publicFace } from './resources/intents.ts'
import type { Ledger } from './ledger.ts'
import { Intent } from './schemas.ts'

export function answerText(call: Call, body: object): string {
  const wanted = Object.values(fieldsUnder(call.form, 'expand'))
  const full = expanded(call.account.ledger, body, wanted)
  return call.key === 'secret' ? JSON.stringify(full) : JSON.stringify(full, hideFromBrowser)
}

/** For JSON.stringify: an intent, wherever it lies in the answer, shows the browser its public face only. */
export function hideFromBrowser(_name: string, value: unknown): unknown {
  const intent = Intent.safeParse(value)
  return intent.success ? publicFace(intent.data) : value
}

function expanded(ledger: Ledger, body: object, wanted: string[]): object {
  if (wanted.length === 0) return body
  if (!('data' in body) || !Array.isArray(body.data)) return withThings(ledger, body, wanted)
  const inside = wanted.map((path) => path.replace(/^data\./, ''))
  return { ...body, data: body.data.map((thing: object) => withThings(ledger, thing, inside)) }
}

function withThings(ledger: Ledger, body: object, names: string[]): object {
  const fields = Object.entries(body).map(([name, value]: [string, unknown]) => {
    const isWanted = names.includes(name) && typeof value === 'string'
    return [name, isWanted ? (thingOf(ledger, value) ?? value) : value]
  })
  return Object.fromEntries(fields)
}

function thingOf(ledger: Ledger, id: string): object | undefined {
  return ledger.charges.get(id) ?? ledger.intents.get(id) ?? ledger.methods.get(id)?.value
}
