// The typed client. It imports the contract's types only, so that no schema is shipped to the browser.
import type { Contract } from './api.ts'
import type { CallResponse, CallPage, CallRequest } from './call.ts'
import type { ApiErrorBody } from './errors/api-errors.ts'

/** What travels; `onProgress` is told how much of a form is on its way, from 0 to 1, where the transport can tell. */
export type TransportRequest = {
  method: string
  headers: Record<string, string>
  body?: string
  form?: FormData
  signal?: AbortSignal
  onProgress?: (fraction: number) => void
}

/** How a call travels: over HTTP in the browser, in process on the server. `path` begins with /api. */
export type Transport = (
  path: string,
  init: TransportRequest,
) => Promise<{ status: number; header(name: string): string | null; text(): Promise<string> }>

/** The shop said no: `message` is a sentence for the person, `code` is for the program. */
export class ApiResponseError extends Error {
  readonly status: number
  readonly code: string
  readonly body: Partial<ApiErrorBody>

  constructor(status: number, body: Partial<ApiErrorBody>) {
    super(body.message ?? 'Something went wrong. Try again.')
    this.status = status
    this.code = body.code ?? 'something_wrong'
    this.body = body
  }
}

/** No answer of the shop came: the network, a server that is gone, or something in between that answers in its place. */
export class UnreachableError extends Error {}

const createUnreachableError = (cause?: unknown) =>
  new UnreachableError('Cannot reach Motohaat. Check your connection and try again.', { cause })

type ListName = { [K in keyof Contract]: Contract[K] extends { list: true } ? K : never }[keyof Contract]
type CallOptions = { signal?: AbortSignal; as?: 'anyone'; onProgress?: (fraction: number) => void }
type CallArgs<K extends keyof Contract> =
  {} extends CallRequest<Contract[K]>
    ? [sent?: CallRequest<Contract[K]>, options?: CallOptions]
    : [sent: CallRequest<Contract[K]>, options?: CallOptions]

export type Client = {
  /** Makes one call; gives its answer or throws a Refusal with the shop's sentence. */
  <K extends keyof Contract>(name: K, ...args: CallArgs<K>): Promise<CallResponse<Contract[K]>>
  /** Makes one call of a list; gives its rows, the cursor of the next page, and the total of a counted list. */
  page<K extends ListName>(
    name: K,
    ...args: CallArgs<K>
  ): Promise<CallPage<Contract[K], CallResponse<Contract[K]>[number]>>
}

type RequestParts = {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
  form?: FormData
}

const toUrl = (path: string, { params = {}, query = {} }: RequestParts): string => {
  const filledPath = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `/api${filledPath}${pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''}`
}

const parseNextCursor = (link: string | null): string | null => {
  const next = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1]
  return next === undefined ? null : new URL(next, 'http://shop').searchParams.get('cursor')
}

/** What the shop answered; null for a text that is not JSON, which came from something in between and says nothing. */
const parseBody = (text: string): Partial<ApiErrorBody> | null => {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Makes the client.
 * @param getToken the bearer token of the person, or null for a visitor; asked before each call that is not `as: 'anyone'`
 */
export const createClient = (
  transport: Transport,
  getToken: () => Promise<string | null> = async () => null,
): Client => {
  const request = async (name: string, input: RequestParts = {}, options: CallOptions = {}) => {
    const [method = 'GET', path = '/'] = name.split(' ')
    const bearerToken = options.as === 'anyone' ? null : await getToken()
    const response = await transport(toUrl(path, input), {
      method,
      headers: {
        accept: 'application/json',
        ...(input.body !== undefined && { 'content-type': 'application/json' }),
        ...(bearerToken !== null && { authorization: `Bearer ${bearerToken}` }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      ...(input.form && { form: input.form }),
      ...(options.signal && { signal: options.signal }),
      ...(options.onProgress && { onProgress: options.onProgress }),
    })
    const body = parseBody(await response.text())
    if (response.status >= 400) throw new ApiResponseError(response.status, body ?? {})
    // As the page of a hotspot that wants a login first.
    if (!body) throw createUnreachableError()
    return { body, link: response.header('link'), total: response.header('x-total-count') }
  }
  const requestBody = async (name: string, input?: RequestParts, options?: CallOptions) =>
    (await request(name, input, options)).body
  const requestPage = async (name: string, input?: RequestParts, options?: CallOptions) => {
    const { body, link, total } = await request(name, input, options)
    return { items: body, next: parseNextCursor(link), ...(total !== null && { total: Number(total) }) }
  }
  // The one place where the names and the shapes are tied together: the contract's types stand for what travels.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.assign(requestBody, { page: requestPage }) as unknown as Client
}

// 10 MB need as long on a mobile network that carries less than a megabit in a second.
const uploadMs = 120_000

/** The browser's transport. A call without an answer in time fails with a sentence instead of hanging. */
export const createHttpTransport =
  (base = '', timeoutMs = 20_000): Transport =>
  async (path, { form, onProgress: _, ...init }) => {
    const timeoutSignal = AbortSignal.timeout(form ? uploadMs : timeoutMs)
    try {
      const response = await fetch(base + path, {
        ...init,
        ...(form && { body: form }),
        signal: init.signal ? AbortSignal.any([init.signal, timeoutSignal]) : timeoutSignal,
      })
      return { status: response.status, header: (name) => response.headers.get(name), text: () => response.text() }
    } catch (error) {
      if (init.signal?.aborted) throw error
      throw createUnreachableError(error)
    }
  }
