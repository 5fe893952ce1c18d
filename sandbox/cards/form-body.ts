// Stripe's requests are forms: `metadata[bikeId]=…&expand[0]=latest_charge`. They stay flat here, keyed as written.
import type { IncomingMessage } from 'node:http'
import { missingParameter, createApiError, unknownParameter } from './errors.ts'

export type Form = ReadonlyMap<string, string>

// Stripe's own largest request here is a few kilobytes of metadata.
const maxBodyBytes = 64 * 1024

/** Reads a request's body as text; refuses one above 64 KiB. */
export async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of req) {
    const buffer = Buffer.from(chunk)
    bytes += buffer.length
    if (bytes > maxBodyBytes)
      throw createApiError(413, { type: 'invalid_request_error', message: 'Request too large.' })
    chunks.push(buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export function parseForm(text: string): Form {
  return new Map(new URLSearchParams(text))
}

/** The value of a field, or undefined when it is not there or left empty, as Stripe reads it. */
export function getText(form: Form, name: string): string | undefined {
  return form.get(name) || undefined
}

export function requireText(form: Form, name: string): string {
  const text = getText(form, name)
  if (text === undefined) throw missingParameter(name)
  return text
}

/** The fields under a name: `metadata[a]=b` gives `{ a: 'b' }`. */
export function getNestedFields(form: Form, name: string): Record<string, string> {
  const nested = [...form].filter(([key]) => key.startsWith(`${name}[`) && key.endsWith(']'))
  return Object.fromEntries(nested.map(([key, value]) => [key.slice(name.length + 1, -1), value]))
}

/** Refuses a field that the call does not know, as Stripe does, so that a slip shows here and not with real keys. */
export function assertKnownFields(form: Form, known: readonly string[]) {
  for (const key of form.keys()) {
    const name = key.split('[', 1)[0] ?? key
    if (!known.includes(name)) throw unknownParameter(name)
  }
}

/** The same fields in any order give the same text. */
export function toCanonicalText(form: Form): string {
  return JSON.stringify([...form].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
