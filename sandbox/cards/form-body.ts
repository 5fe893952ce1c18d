// Stripe's requests are forms: `metadata[bikeId]=…&expand[0]=latest_charge`. They stay flat here, keyed as written.
import type { IncomingMessage } from 'node:http'
import { missingParameter, refuse, unknownParameter } from './errors.ts'

export type Form = ReadonlyMap<string, string>

// Stripe's own largest request here is a few kilobytes of metadata.
const bodyBytesMax = 64 * 1024

/** Reads a request's body as text; refuses one above 64 KiB. */
export async function readBody(req: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of req) {
    const buffer = Buffer.from(piece)
    bytes += buffer.length
    if (bytes > bodyBytesMax) throw refuse(413, { type: 'invalid_request_error', message: 'Request too large.' })
    pieces.push(buffer)
  }
  return Buffer.concat(pieces).toString('utf8')
}

export function decodeForm(text: string): Form {
  return new Map(new URLSearchParams(text))
}

/** The value of a field, or undefined when it is not there or left empty, as Stripe reads it. */
export function textOf(form: Form, name: string): string | undefined {
  return form.get(name) || undefined
}

export function requiredText(form: Form, name: string): string {
  const text = textOf(form, name)
  if (text === undefined) throw missingParameter(name)
  return text
}

/** The fields under a name: `metadata[a]=b` gives `{ a: 'b' }`. */
export function fieldsUnder(form: Form, name: string): Record<string, string> {
  const inside = [...form].filter(([key]) => key.startsWith(`${name}[`) && key.endsWith(']'))
  return Object.fromEntries(inside.map(([key, value]) => [key.slice(name.length + 1, -1), value]))
}

/** Refuses a field that the call does not know, as Stripe does, so that a slip shows here and not with real keys. */
export function refuseUnknownFields(form: Form, known: readonly string[]) {
  for (const key of form.keys()) {
    const name = key.split('[', 1)[0] ?? key
    if (!known.includes(name)) throw unknownParameter(name)
  }
}

/** The same fields in any order give the same text. */
export function canonicalForm(form: Form): string {
  return JSON.stringify([...form].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
