// Builds the OpenAPI 3.1 document of the contract; the calls that serve it.
import { accessTokenSeconds } from '#contract/time/lifetimes.ts'
import { z } from 'zod'
import type { CallAccess, Call, Calls } from './call.ts'
import { getLimitName, limits, describeLimit } from './limits.ts'
import type { ApiErrorCode } from './errors/api-errors.ts'
import { apiErrors } from './errors/error-codes.ts'

type Json = Record<string, unknown>
type SchemaDirection = 'input' | 'output'

const Problem: Json = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { type: 'string', enum: Object.keys(apiErrors) },
    message: { type: 'string', description: 'A sentence for the person.' },
    requestId: { type: 'string' },
    field: { type: 'string', description: 'The field that does not fit.' },
    acknowledged: { type: 'boolean', const: false },
    salePrice: { type: 'integer', description: 'The price as it is now, in Taka.' },
  },
}

/** Converts one schema to JSON Schema; named parts go to `components` and are referenced. */
const toJsonSchema = (schema: z.ZodType, direction: SchemaDirection, components: Json): Json => {
  const jsonSchema = z.toJSONSchema(schema, { target: 'draft-2020-12', io: direction, unrepresentable: 'any' })
  const {
    $defs = {},
    $schema: _,
    ...rest
  } = JSON.parse(JSON.stringify(jsonSchema).replaceAll('#/$defs/', '#/components/schemas/'))
  for (const [id, part] of Object.entries<Json>($defs)) components[id] = withoutId(part)
  const id = schema.meta()?.['id']
  // A named schema that is used inside itself or transformed is in $defs already, and the rest refers to it.
  if (typeof id !== 'string' || '$ref' in rest) return rest
  components[id] = withoutId(rest)
  return { $ref: `#/components/schemas/${id}` }
}

const withoutId = ({ id: _, ...part }: Json): Json => part

const toJsonContent = (schema: Json): Json => ({ 'application/json': { schema } })

const toParameters = (call: Call, components: Json): Json[] =>
  (['path', 'query'] as const).flatMap((location) => {
    const shape = (location === 'path' ? call.params : call.query)?.shape ?? {}
    return Object.entries<z.ZodType>(shape).map(([name, schema]) => ({
      name,
      in: location,
      required: location === 'path' || !schema.safeParse(undefined).success,
      schema: toJsonSchema(schema, 'input', components),
    }))
  })

const idempotencyKeyHeader: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A random text. Send a request whose answer was lost again with the same key: it has its effect once.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const errorsByAccess: Record<CallAccess, readonly ApiErrorCode[]> = {
  anyone: ['not_signed_in'],
  session: ['not_signed_in'],
  member: ['not_signed_in'],
  seller: ['not_signed_in', 'role_not_allowed'],
  admin: ['not_signed_in', 'role_not_allowed'],
  cashier: ['not_signed_in', 'role_not_allowed'],
  moderator: ['not_signed_in', 'role_not_allowed'],
  provider: [],
}

const toFileForm = (field: string): Json => ({
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: [field],
      properties: { [field]: { type: 'string', format: 'binary' } },
      additionalProperties: false,
    },
  },
})

/** All error codes of an endpoint: those of its schemas, its access, its own, and those of every endpoint. */
export const listErrorCodes = (call: Call): ApiErrorCode[] => [
  'bad_request',
  ...(call.body ? (['bad_json', 'too_big', 'wrong_media_type'] as const) : []),
  ...(call.upload === undefined ? [] : (['wrong_media_type'] as const)),
  ...errorsByAccess[call.access],
  ...(call.errors ?? []),
  'request_timeout',
  'too_many_requests',
  'shop_unavailable',
  'something_wrong',
]

const toErrorResponses = (call: Call): Json => {
  const byStatus = Map.groupBy(new Set(listErrorCodes(call)), (code) => apiErrors[code].status)
  const responses = [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `\`${code}\`: ${apiErrors[code].message}`).join('\n\n'),
      content: toJsonContent({ $ref: '#/components/schemas/Problem' }),
    },
  ])
  return Object.fromEntries(responses)
}

const security: Record<CallAccess, Json[]> = {
  anyone: [{}, { token: [] }],
  session: [{ session: [] }],
  member: [{ token: [] }],
  seller: [{ token: [] }],
  admin: [{ token: [] }],
  cashier: [{ token: [] }],
  moderator: [{ token: [] }],
  provider: [{ signature: [] }],
}

const toSuccessResponse = (call: Call, components: Json): Json => {
  if (call.redirects) return { 302: { description: 'On to the next address' } }
  if (call.mediaType !== undefined) {
    const content = { [call.mediaType]: { schema: { type: 'string', format: 'binary' } } }
    const isStream = call.mediaType === 'text/event-stream'
    return { 200: { description: 'The content', content }, ...(isStream && { 204: { description: 'Not now' } }) }
  }
  const links = call.list && {
    headers: {
      Link: { description: 'The next page, `rel="next"`', schema: { type: 'string' } },
      ...(call.counted && {
        'X-Total-Count': { description: 'The length of the whole list', schema: { type: 'integer' } },
      }),
    },
  }
  return {
    200: { description: 'Done', ...links, content: toJsonContent(toJsonSchema(call.response, 'output', components)) },
  }
}

const describeCallLimit = (name: string, call: Call): string[] => {
  const limit = getLimitName(name.split(' ')[0] ?? '', call)
  return limit === null ? [] : [describeLimit(limits[limit])]
}

/** The tag of the calls whose path begins with one of these words. */
const tags: { name: string; description: string; firstWords: string[] }[] = [
  {
    name: 'Accounts',
    description: 'Sign-up, login, sessions, second factor, own data.',
    firstWords: ['auth', 'jwt', 'profile-photos'],
  },
  { name: 'Members', description: 'Buyers, sellers and the admin.', firstWords: ['users', 'sellers', 'buyers'] },
  { name: 'Catalogue', description: 'Categories, brands and models.', firstWords: ['category', 'catalogue'] },
  { name: 'Search', description: 'Bikes on sale.', firstWords: ['bikes', 'categoryDetails'] },
  { name: 'Selling', description: 'A seller’s bikes and their pictures.', firstWords: ['allbikes', 'images'] },
  { name: 'Buying', description: 'Bookings and wishes.', firstWords: ['bookings', 'wishlist', 'wishlists'] },
  {
    name: 'Deals',
    description: 'From a booking to the handover, and problems on the way.',
    firstWords: ['deals', 'disputes', 'evidence'],
  },
  {
    name: 'Money',
    description: 'Payouts and refunds.',
    firstWords: ['money', 'payouts', 'refunds'],
  },
  { name: 'Notifications', description: 'What a member is told.', firstWords: ['notifications'] },
  { name: 'Payments', description: 'Payments and their webhook.', firstWords: ['payments', 'create-payment-intent'] },
  {
    name: 'Alerts',
    description: 'E-mails that somebody asked for.',
    firstWords: ['searches', 'price-alerts', 'alerts'],
  },
  {
    name: 'Prices',
    description: 'What a bike is worth.',
    firstWords: ['worth', 'worthbadges', 'suggestedprice', 'guide', 'valuation'],
  },
  { name: 'Contact', description: 'The contact form and its messages.', firstWords: ['contact', 'messages'] },
]
const otherTag = { name: 'Other', description: 'Everything else, mostly for the admin.', firstWords: [] }

/** The group of a call in the document: `GET /bikes/:slug` → Search */
export const getTag = (callName: string): string => {
  const firstWord = /\/([\w-]+)/.exec(callName)?.[1] ?? ''
  return (tags.find(({ firstWords }) => firstWords.includes(firstWord)) ?? otherTag).name
}

const toTags = (callNames: string[]): Json[] => {
  const used = new Set(callNames.map(getTag))
  return [...tags, otherTag]
    .filter(({ name }) => used.has(name))
    .map(({ name, description }) => ({ name, description }))
}

/** The name of a call that programs and links use: `GET /bikes/:slug` → GET_bikes_slug */
export const getOperationId = (callName: string): string => callName.replace(/[^A-Za-z]+/g, '_')

const toOperation = (name: string, call: Call, components: Json): Json => ({
  operationId: getOperationId(name),
  tags: [getTag(name)],
  summary: call.summary,
  description: [`For: ${call.access}.`, ...describeCallLimit(name, call)].join(' '),
  parameters: [...toParameters(call, components), ...(call.hasIdempotencyKey ? [idempotencyKeyHeader] : [])],
  ...(call.body && {
    requestBody: { required: true, content: toJsonContent(toJsonSchema(call.body, 'input', components)) },
  }),
  ...(call.upload !== undefined && { requestBody: { required: true, content: toFileForm(call.upload) } }),
  security: security[call.access],
  responses: { ...toSuccessResponse(call, components), ...toErrorResponses(call) },
})

/** Builds the document; `origin` is the public URL. */
export const toOpenApi = (calls: Calls, origin: string): Json => {
  const components: Json = { Problem }
  const paths: Record<string, Json> = {}
  for (const [name, call] of Object.entries<Call>(calls)) {
    const [method = 'GET', path = '/'] = name.split(' ')
    const openApiPath = path.replace(/:(\w+)/g, '{$1}')
    paths[openApiPath] = { ...paths[openApiPath], [method.toLowerCase()]: toOperation(name, call, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Motohaat',
      version: '1',
      description: 'The API of a marketplace for used motorbikes in Bangladesh.',
      contact: { name: 'Motohaat', url: `${origin}/contact` },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Motohaat' },
    },
    tags: toTags(Object.keys(calls)),
    servers: [{ url: `${origin}/api` }],
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: `The access token of POST /jwt; it lives ${accessTokenSeconds} seconds.`,
        },
        session: { type: 'apiKey', in: 'cookie', name: 'motohaat.session_token' },
        signature: { type: 'apiKey', in: 'header', name: 'Stripe-Signature' },
      },
    },
  }
}

/** The calls that serve the document, and the page that shows it. */
export const documentationCalls = {
  'GET /openapi.json': {
    summary: 'This API as an OpenAPI document, for programs',
    access: 'anyone',
    usesDatabase: false,
    limit: 'documentation',
    response: z.never(),
    mediaType: 'application/json; charset=utf-8',
  },
  'GET /docs': {
    summary: 'This API as a page, for people',
    access: 'anyone',
    usesDatabase: false,
    limit: 'documentation',
    response: z.never(),
    mediaType: 'text/html; charset=utf-8',
  },
  'GET /docs/:name': {
    summary: 'A script, style or font of the page',
    access: 'anyone',
    usesDatabase: false,
    limit: 'documentation',
    params: z.strictObject({ name: z.string().max(100) }),
    response: z.never(),
    mediaType: '*/*',
    errors: ['not_found'],
  },
} as const satisfies Calls
