// What the contract says of bodies and queries, and who may make a call: the generated attempts are made of it.
import { z } from 'zod'
import { contract } from '#contract/api.ts'
import type { Access, Call } from '#contract/call.ts'
import { absent, type Actor } from './security-test-app.ts'

/** JSON Schema as far as the attempts read it. */
export type Kind = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Kind[]
  pattern?: string
  format?: string
}
type Shape = { properties?: Record<string, Kind>; required?: string[] }

export const calls = Object.entries<Call>(contract)

/** The fields of a body or of a query, as the contract has them. */
export const shapeOf = (schema: z.ZodType | undefined): Shape =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Shape) : {} // oxlint-disable-line typescript/no-unsafe-type-assertion -- the part of JSON Schema that is read here

const insiders: Partial<Record<Access, Actor>> = { admin: 'A', seller: 'S1' }

/** Who may make a call, so that what is sent gets past the door. */
export const insider = (call: Call): Actor => insiders[call.access] ?? 'B1'

const fitText = ({ pattern = '', format }: Kind): string => {
  if (format === 'uuid') return absent
  if (format === 'uri') return 'https://photos.example.com/a.jpg'
  if (pattern.includes('@')) return 'karim@motohaat.test'
  if (pattern.startsWith('^pi_')) return 'pi_1'
  return pattern.includes('\\d{6}$') ? '123456' : '01712345678'
}

/** A value that fits a field, as well as can be told from its schema. */
export const fit = (kind: Kind): unknown => {
  if (kind.enum) return kind.enum[0]
  if ('const' in kind) return kind.const
  if (kind.anyOf) return fit(kind.anyOf[0] ?? {})
  if (kind.type === 'boolean') return true
  if (kind.type === 'integer' || kind.type === 'number') return 150_000
  if (kind.type === 'array') return []
  return kind.type === 'object' ? {} : fitText(kind)
}

/** A body with all that the call needs. */
export const fitting = (call: Call): Record<string, unknown> => {
  const { properties = {}, required = [] } = shapeOf(call.body)
  return Object.fromEntries(required.map((name) => [name, fit(properties[name] ?? {})]))
}
