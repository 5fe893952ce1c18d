// The grammar of the contract: what one call of the API says about itself.
import type { z } from 'zod'
import type { LimitName } from './limits.ts'
import type { ApiErrorCode } from './errors/api-errors.ts'

/**
 * Who may make a call.
 * - `anyone`: a visitor; a member who says who they are may be told more.
 * - `session`: the identity cookie; only the identity calls read it, so a foreign site can do nothing with it.
 * - `member`, `seller`, `admin`: the bearer token of a signed-in person, with that role.
 * - `provider`: the card provider, proved by its signature over the raw body.
 */
export type CallAccess = 'anyone' | 'session' | 'member' | 'seller' | 'admin' | 'provider'

export type Call = {
  summary: string
  access: CallAccess
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The body is a form with one file in the field of this name and nothing else; its handler reads it. */
  upload?: string
  response: z.ZodType
  /** The refusals of its own, beside those that follow from its access and shape. */
  errors?: readonly ApiErrorCode[]
  /** The handler gives a page of a longer list; the next one is named in the `Link` header. */
  list?: true
  /** The length of the whole list stands in the `X-Total-Count` header. */
  counted?: true
  /** The answer to a visitor is the same for everybody, so it may be kept as ready bytes for a few seconds. */
  isCacheable?: true
  /** What it changes stands in no shared answer, so those stay kept. */
  doesNotInvalidateCache?: true
  /** How often it may be made, by name; without one it follows from its method and access (limits.ts). */
  limit?: LimitName
  /** The person is sent on to another address; there is no JSON answer. */
  redirects?: true
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type CallName = `${Method} /${string}`
export type Calls = Record<CallName, Call>

type Input<S> = S extends z.ZodType ? z.input<S> : undefined
type Output<S> = S extends z.ZodType ? z.output<S> : undefined

/** What the caller hands over, as the wire has it; a query is never required. */
export type CallRequest<C extends Call> = {
  [K in 'params' | 'body' as undefined extends Input<C[K]> ? never : K]: Input<C[K]>
} & { query?: Input<C['query']>; body?: Input<C['body']> } & (C extends { upload: string } ? { form: FormData } : {})

/** What the handler receives, checked and normalised. */
export type HandlerInput<C extends Call> = {
  params: Output<C['params']>
  query: Output<C['query']>
  body: Output<C['body']>
}

/** What the caller gets back. */
export type CallResponse<C extends Call> = z.output<C['response']>

/** One page of a list, and the cursor of the next one if there is more. */
export type Page<Item> = { items: Item[]; next: string | null }

/** One page whose rows have exactly the fields that the contract names already, so that nobody need look at each. */
export type RawPage = { rows: object[]; next: string | null }

/** A page that knows how long the whole list is. */
export type CountedPage<Item> = Page<Item> & { total: number }

/** The page of a list call, with its total where the call is counted. */
export type CallPage<C extends Call, Item> = C extends { counted: true } ? CountedPage<Item> : Page<Item>

/** What the handler gives: a page for a list, the answer itself otherwise. */
export type HandlerResult<C extends Call> = C extends { list: true }
  ? z.input<C['response']> extends (infer Item)[]
    ? CallPage<C, Item> | (C extends { counted: true } ? never : RawPage)
    : never
  : z.input<C['response']>
