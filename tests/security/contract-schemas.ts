// What the contract says of bodies and queries, and who may make a call: the generated attempts are made of it.
import { z } from 'zod'
import { contract } from '#contract/api.ts'
import type { CallAccess, Call } from '#contract/call.ts'
import { uploadForm } from '#tests/support/test-roles.ts'
import { absentId, type Actor, type RequestOptions } from './security-test-app.ts'

/** JSON Schema as far as the attempts read it. */
export type JsonSchema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  pattern?: string
  format?: string
}
type ObjectSchema = { properties?: Record<string, JsonSchema>; required?: string[] }

export const calls = Object.entries<Call>(contract)

/** The fields of a body or of a query, as the contract has them. */
export const toObjectSchema = (schema: z.ZodType | undefined): ObjectSchema =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as ObjectSchema) : {} // oxlint-disable-line typescript/no-unsafe-type-assertion -- the part of JSON Schema that is read here

const actorByAccess: Partial<Record<CallAccess, Actor>> = { admin: 'A', cashier: 'A', moderator: 'A', seller: 'S1' }

/** Who may make a call, so that the request passes the access check. */
export const getAllowedActor = (call: Call): Actor => actorByAccess[call.access] ?? 'B1'

const createValidText = ({ pattern = '', format }: JsonSchema): string => {
  if (format === 'uuid') return absentId
  if (format === 'uri') return 'https://photos.example.com/a.jpg'
  if (pattern.includes('@')) return 'karim@motohaat.test'
  if (pattern.startsWith('^pi_')) return 'pi_1'
  return pattern.includes('\\d{6}$') ? '123456' : '01712345678'
}

/** A value that fits a field, as well as can be told from its schema. */
export const createValidValue = (schema: JsonSchema): unknown => {
  if (schema.enum) return schema.enum[0]
  if ('const' in schema) return schema.const
  if (schema.anyOf) return createValidValue(schema.anyOf[0] ?? {})
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return 150_000
  if (schema.type === 'array') return []
  return schema.type === 'object' ? {} : createValidText(schema)
}

/** A body with all that the call needs. */
export const createValidBody = (call: Call): Record<string, unknown> => {
  const { properties = {}, required = [] } = toObjectSchema(call.body)
  return Object.fromEntries(required.map((name) => [name, createValidValue(properties[name] ?? {})]))
}

/** What the call needs to be sent: a body, a form with a file, or nothing. */
export const createValidPayload = (call: Call): Pick<RequestOptions, 'body' | 'raw' | 'headers'> => {
  if (call.upload !== undefined) return { raw: uploadForm.payload, headers: uploadForm.headers }
  return call.body ? { body: createValidBody(call) } : {}
}
