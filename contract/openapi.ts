// The contract as an OpenAPI 3.1 document, for programs that are not ours.
import { z } from 'zod'
import type { Access, Call, Calls } from './call.ts'
import { limitNameOf, limits, limitSentence } from './limits.ts'
import { type RefusalCode, refusals } from './errors/api-errors.ts'

type Json = Record<string, unknown>
type Side = 'input' | 'output'

const Problem: Json = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { type: 'string', enum: Object.keys(refusals) },
    message: { type: 'string', description: 'A sentence for the person.' },
    requestId: { type: 'string' },
    field: { type: 'string', description: 'The field that does not fit.' },
    acknowledged: { type: 'boolean', const: false },
    salePrice: { type: 'integer', description: 'The price as it is now, in Taka.' },
  },
}

/** JSON Schema of one schema; named parts are collected and referred to. */
const schemaOf = (schema: z.ZodType, io: Side, named: Json): Json => {
  const made = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' })
  const {
    $defs = {},
    $schema: _,
    ...rest
  } = JSON.parse(JSON.stringify(made).replaceAll('#/$defs/', '#/components/schemas/'))
  for (const [id, part] of Object.entries<Json>($defs)) named[id] = withoutId(part)
  const id = schema.meta()?.['id']
  if (typeof id !== 'string') return rest
  named[id] = withoutId(rest)
  return { $ref: `#/components/schemas/${id}` }
}

const withoutId = ({ id: _, ...part }: Json): Json => part

const media = (schema: Json): Json => ({ 'application/json': { schema } })

const parametersOf = (call: Call, named: Json): Json[] =>
  (['path', 'query'] as const).flatMap((where) => {
    const shape = (where === 'path' ? call.params : call.query)?.shape ?? {}
    return Object.entries<z.ZodType>(shape).map(([name, schema]) => ({
      name,
      in: where,
      required: where === 'path' || !schema.safeParse(undefined).success,
      schema: schemaOf(schema, 'input', named),
    }))
  })

const byAccess: Record<Access, readonly RefusalCode[]> = {
  anyone: ['not_signed_in'],
  session: ['not_signed_in'],
  member: ['not_signed_in'],
  seller: ['not_signed_in', 'role_not_allowed'],
  admin: ['not_signed_in', 'role_not_allowed'],
  provider: [],
}

const fileForm = (field: string): Json => ({
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: [field],
      properties: { [field]: { type: 'string', format: 'binary' } },
      additionalProperties: false,
    },
  },
})

/** Every refusal that a call may answer: by its shape, its access, its own rules, and what may befall any call. */
export const refusalsOf = (call: Call): RefusalCode[] => [
  'bad_request',
  ...(call.body ? (['bad_json', 'too_big', 'wrong_media_type'] as const) : []),
  ...(call.upload === undefined ? [] : (['wrong_media_type'] as const)),
  ...byAccess[call.access],
  ...(call.refusals ?? []),
  'request_timeout',
  'too_many_requests',
  'shop_unavailable',
  'something_wrong',
]

const refusalAnswers = (call: Call): Json => {
  const byStatus = Map.groupBy(new Set(refusalsOf(call)), (code) => refusals[code].status)
  const described = [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `\`${code}\`: ${refusals[code].message}`).join('\n\n'),
      content: media({ $ref: '#/components/schemas/Problem' }),
    },
  ])
  return Object.fromEntries(described)
}

const security: Record<Access, Json[]> = {
  anyone: [{}, { token: [] }],
  session: [{ session: [] }],
  member: [{ token: [] }],
  seller: [{ token: [] }],
  admin: [{ token: [] }],
  provider: [{ signature: [] }],
}

const goodAnswer = (call: Call, named: Json): Json => {
  if (call.redirects) return { 302: { description: 'On to the next address' } }
  const links = call.list && {
    headers: {
      Link: { description: 'The next page, `rel="next"`', schema: { type: 'string' } },
      ...(call.counted && {
        'X-Total-Count': { description: 'The length of the whole list', schema: { type: 'integer' } },
      }),
    },
  }
  return { 200: { description: 'Done', ...links, content: media(schemaOf(call.answer, 'output', named)) } }
}

const limitWords = (name: string, call: Call): string[] => {
  const limit = limitNameOf(name.split(' ')[0] ?? '', call)
  return limit === null ? [] : [limitSentence(limits[limit])]
}

const operationOf = (name: string, call: Call, named: Json): Json => ({
  operationId: name.replace(/[^A-Za-z]+/g, '_'),
  summary: call.summary,
  description: [`For: ${call.access}.`, ...limitWords(name, call)].join(' '),
  parameters: parametersOf(call, named),
  ...(call.body && { requestBody: { required: true, content: media(schemaOf(call.body, 'input', named)) } }),
  ...(call.upload !== undefined && { requestBody: { required: true, content: fileForm(call.upload) } }),
  security: security[call.access],
  responses: { ...goodAnswer(call, named), ...refusalAnswers(call) },
})

/** The whole document; `origin` is the address of the shop. */
export const openApi = (calls: Calls, origin: string): Json => {
  const named: Json = { Problem }
  const paths: Record<string, Json> = {}
  for (const [name, call] of Object.entries<Call>(calls)) {
    const [method = 'GET', path = '/'] = name.split(' ')
    const spelt = path.replace(/:(\w+)/g, '{$1}')
    paths[spelt] = { ...paths[spelt], [method.toLowerCase()]: operationOf(name, call, named) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Motohaat',
      version: '1',
      description: 'The API of a marketplace for used motorbikes in Bangladesh.',
    },
    servers: [{ url: `${origin}/api` }],
    paths,
    components: {
      schemas: named,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The access token of POST /jwt; it lives 300 seconds.' },
        session: { type: 'apiKey', in: 'cookie', name: 'motohaat.session_token' },
        signature: { type: 'apiKey', in: 'header', name: 'Stripe-Signature' },
      },
    },
  }
}
