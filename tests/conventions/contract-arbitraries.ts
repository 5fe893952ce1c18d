// Requests for the fuzz test, made from the contract: what fits a schema, and what somebody hostile would send instead.
import fc from 'fast-check'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'

type Json = Record<string, unknown>
/** JSON Schema, as zod writes it. */
type Schema = z.core.JSONSchema.BaseSchema | boolean

/** One request: parts of the path, words of the query, and the body as a value, or undefined for none. */
export type GeneratedRequest = { params: Json; query: Json; body: unknown }

/** Values by the name of their field: things that are really in the shop, so that requests get past the door. */
export type ValuePools = Record<string, readonly unknown[]>

const nestArrays = (depth: number): unknown => Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 1)

/** What no schema asked for. */
export const hostileValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '\0',
    'a\0b',
    '\uD800',
    'ab\u202Ecd',
    '\u200B',
    '০১৭১২৩৪৫৬৭৮',
    '৫০০০০',
    "' or 1=1--",
    '"; select pg_sleep(5)',
    '%',
    '../../etc/passwd',
    '<img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    'https://a.example/\0',
    'null',
    'undefined',
    '{}',
    'x'.repeat(5_000),
    [],
    {},
    [null],
    ['a', 'b'],
    nestArrays(500),
    0,
    -1,
    -0,
    0.1,
    1e308,
    99_999_999_999,
    2 ** 53,
    Number.MIN_VALUE,
    1_000_000,
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }),
)

const hostileKeys = ['__proto__', 'constructor', 'isAdmin', 'role', 'paid', 'id', '_id', 'cardNumber', '$where', '']

const createObjectArbitrary = (schema: Schema, pools: ValuePools): fc.Arbitrary<Json> => {
  if (typeof schema === 'boolean') return fc.constant({})
  const { properties = {}, required: needed = [] } = schema
  const required = new Set(needed)
  const model = Object.fromEntries(
    Object.entries(properties).map(([key, inner]) => [key, createMatchingArbitrary(inner, pools, key)]),
  )
  return fc.record(model, { requiredKeys: Object.keys(model).filter((key) => required.has(key)) })
}

/** What fits a JSON schema, as well as it can be told from it; a field with a pool takes its values from there. */
const createMatchingArbitrary = (schema: Schema, pools: ValuePools, key = ''): fc.Arbitrary<unknown> => {
  const pool = pools[key]
  if (pool) return fc.constantFrom(...pool)
  if (typeof schema === 'boolean') return fc.jsonValue()
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => createMatchingArbitrary(one, pools)))
  if (schema.type === 'object') return createObjectArbitrary(schema, pools)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 9_000_000 })
  return fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(schema.maxLength ?? 30, 30) })
}

const toJsonSchema = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })

/** Changes some fields to what no schema asked for, and may add one that nobody knows. */
const createMutatedArbitrary = (validFields: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc
    .tuple(
      validFields,
      fc.array(fc.tuple(fc.nat(20), hostileValues), { maxLength: 2 }),
      fc.option(fc.constantFrom(...hostileKeys)),
      hostileValues,
    )
    .map(([fields, changes, unknownKey, value]) => {
      const keys = Object.keys(fields)
      const changed = changes.flatMap(([index, replacement]) =>
        keys.length === 0 ? [] : [[keys[index % keys.length] ?? '', replacement]],
      )
      const unknownFields = unknownKey === null || changes.length > 0 ? [] : [[unknownKey, value]]
      return Object.fromEntries([...Object.entries(fields), ...changed, ...unknownFields])
    })

const createPartArbitrary = (schema: z.ZodType | undefined, pools: ValuePools): fc.Arbitrary<Json> => {
  if (!schema) return fc.constant({})
  const validFields = createObjectArbitrary(toJsonSchema(schema), pools)
  return fc.oneof({ weight: 2, arbitrary: validFields }, { weight: 3, arbitrary: createMutatedArbitrary(validFields) })
}

const createBodyArbitrary = (call: Call, pools: ValuePools): fc.Arbitrary<unknown> => {
  if (!call.body) return fc.constant(undefined)
  return fc.oneof(
    { weight: 6, arbitrary: createPartArbitrary(call.body, pools) },
    { weight: 1, arbitrary: hostileValues },
  )
}

/** Requests of one call: some that fit, more that do not. */
export const createRequestArbitrary = (call: Call, pools: ValuePools): fc.Arbitrary<GeneratedRequest> =>
  fc.record({
    params: createPartArbitrary(call.params, pools),
    query: createPartArbitrary(call.query, pools),
    body: createBodyArbitrary(call, pools),
  })
