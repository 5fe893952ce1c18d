// The types of the contract: how one endpoint (call) of the API is described.
import type { z } from 'zod'
import type { LimitName } from './limits.ts'
import type { ApiErrorCode } from './errors/api-errors.ts'

/**
 * Who may call an endpoint.
 * - `anyone`: visitors too; a bearer token is optional and may add fields to the response.
 * - `session`: needs the session cookie. Only the auth endpoints read it, so other sites cannot misuse it.
 * - `member`, `seller`, `admin`: needs the bearer token of a member with that role.
 * - `moderator`: needs the bearer token of an admin, or of a member with the permission of a moderator.
 * - `cashier`: needs the bearer token of an admin, or of a member with the permission of a cashier.
 * - `provider`: the card provider, proved by its signature over the raw body.
 */
export type CallAccess = 'anyone' | 'session' | 'member' | 'seller' | 'admin' | 'cashier' | 'moderator' | 'provider'

export type Call = {
  summary: string
  access: CallAccess
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The body is a multipart form with one file in this field and nothing else. The handler reads it. */
  upload?: string
  response: z.ZodType
  /** Its own error codes, beside those that follow from its access and schemas. */
  errors?: readonly ApiErrorCode[]
  /** The handler returns one page of a list; the `Link` header has the URL of the next page. */
  list?: true
  /** The `X-Total-Count` header has the length of the whole list. */
  counted?: true
  /** The response is the same for every visitor, so the response cache may store it for a few seconds. */
  isCacheable?: true
  /** This endpoint does not change any cached response, so the cache is not cleared. */
  doesNotInvalidateCache?: true
  /** A request that is sent again with the same Idempotency-Key header has its effect once, and the same answer. */
  hasIdempotencyKey?: true
  /** For `anyone`, with a limit that is kept in memory: a visitor is answered also while the database is slow. */
  usesDatabase?: false
  /** The rate limit. The default follows from method and access (limits.ts). */
  limit?: LimitName
  /** Another server posts a web form here instead of JSON; only for `provider`. */
  takesForm?: true
  /** It redirects and has no JSON response. */
  redirects?: true
  /** The response is a file or a stream of this media type instead of JSON; `response` is `z.never()`. */
  mediaType?: string
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type CallName = `${Method} /${string}`
export type Calls = Record<CallName, Call>

type Input<S> = S extends z.ZodType ? z.input<S> : undefined
type Output<S> = S extends z.ZodType ? z.output<S> : undefined

/** What the client sends, before parsing; a query is never required. */
export type CallRequest<C extends Call> = {
  [K in 'params' | 'body' as undefined extends Input<C[K]> ? never : K]: Input<C[K]>
} & { query?: Input<C['query']>; body?: Input<C['body']> } & (C extends { upload: string } ? { form: FormData } : {})

/** What the handler receives, validated and normalized. */
export type HandlerInput<C extends Call> = {
  params: Output<C['params']>
  query: Output<C['query']>
  body: Output<C['body']>
}

/** What the client receives. */
export type CallResponse<C extends Call> = z.output<C['response']>

/** One page of a list; `next` is the cursor of the next page, or null. */
export type Page<Item> = { items: Item[]; next: string | null }

/** One page whose SQL selects exactly the fields of the contract, so the router does not parse each row. */
export type RawPage = { rows: object[]; next: string | null }

/** A page with the length of the whole list. */
export type CountedPage<Item> = Page<Item> & { total: number }

/** The page of a list endpoint, with a total if the endpoint is `counted`. */
export type CallPage<C extends Call, Item> = C extends { counted: true } ? CountedPage<Item> : Page<Item>

/** The content of a file, or a stream; null for a response without content (204). */
export type FileContent = string | Uint8Array | AsyncIterable<unknown> | null

/** What the handler returns: a page for a list, the content of a file, otherwise the response itself. */
export type HandlerResult<C extends Call> = C extends { list: true }
  ? z.input<C['response']> extends (infer Item)[]
    ? CallPage<C, Item> | (C extends { counted: true } ? never : RawPage)
    : never
  : C extends { mediaType: string }
    ? FileContent
    : z.input<C['response']>
