// The typed API client. It imports only types of the contract, so the browser loads no schemas.
import type { Contract } from './api.ts'
import type { CallResponse, CallPage, CallRequest } from './call.ts'
import type { ApiErrorBody } from './errors/api-errors.ts'

/** One HTTP request. `onProgress` receives the uploaded fraction of a form, 0 to 1, if the transport can measure it. */
export type TransportRequest = {
  method: string
  headers: Record<string, string>
  body?: string
  form?: FormData
  signal?: AbortSignal
  onProgress?: (fraction: number) => void
}

/** Sends a request: over HTTP in the browser, in process on the server. `path` starts with /api. */
export type Transport = (
  path: string,
  init: TransportRequest,
) => Promise<{ status: number; header(name: string): string | null; text(): Promise<string> }>

/** An error response of the API: `message` is a sentence for the user, `code` is for the program. */
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

/** The API did not respond: the network failed, the server is down, or something in between responded. */
export class UnreachableError extends Error {}

const createUnreachableError = (cause?: unknown) =>
  new UnreachableError('Cannot reach Motohaat. Check your connection and try again.', { cause })

/** The calls that answer with JSON; files and streams are fetched by their path. */
type JsonName = { [K in keyof Contract]: Contract[K] extends { mediaType: string } ? never : K }[keyof Contract]
type ListName = { [K in keyof Contract]: Contract[K] extends { list: true } ? K : never }[keyof Contract]
type CallOptions = {
  signal?: AbortSignal
  as?: 'anyone'
  onProgress?: (fraction: number) => void
  /** The same for each try of one request, so that it has its effect once even when an answer is lost. */
  idempotencyKey?: string
}
type CallArgs<K extends keyof Contract> =
  {} extends CallRequest<Contract[K]>
    ? [sent?: CallRequest<Contract[K]>, options?: CallOptions]
    : [sent: CallRequest<Contract[K]>, options?: CallOptions]

export type Client = {
  /** Calls one endpoint. Throws ApiResponseError for an error response and UnreachableError without a response. */
  <K extends JsonName>(name: K, ...args: CallArgs<K>): Promise<CallResponse<Contract[K]>>
  /** Calls a list endpoint; returns its rows, the cursor of the next page, and the total of a counted list. */
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

/** The response body; null if it is not JSON, so it comes from something in between, such as a proxy. */
const parseBody = (text: string): Partial<ApiErrorBody> | null => {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Creates the client.
 * @param getToken returns the bearer token, or null for a visitor; called before each request that is not `as: 'anyone'`
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
        ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
        ...(bearerToken !== null && { authorization: `Bearer ${bearerToken}` }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      ...(input.form && { form: input.form }),
      ...(options.signal && { signal: options.signal }),
      ...(options.onProgress && { onProgress: options.onProgress }),
    })
    const body = parseBody(await response.text())
    if (response.status >= 400) throw new ApiResponseError(response.status, body ?? {})
    // For example the login page of a Wi-Fi hotspot.
    if (!body) throw createUnreachableError()
    return { body, link: response.header('link'), total: response.header('x-total-count') }
  }
  const requestBody = async (name: string, input?: RequestParts, options?: CallOptions) =>
    (await request(name, input, options)).body
  const requestPage = async (name: string, input?: RequestParts, options?: CallOptions) => {
    const { body, link, total } = await request(name, input, options)
    return { items: body, next: parseNextCursor(link), ...(total !== null && { total: Number(total) }) }
  }
  // The only cast: the types of the contract describe what the endpoints return.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.assign(requestBody, { page: requestPage }) as unknown as Client
}

// 10 MB take about two minutes at 0.7 Mbit/s on a mobile network.
const uploadMs = 120_000

/** A signal that aborts with another one or after a time; AbortSignal.any and AbortSignal.timeout need Safari 17.4. */
const createTimeoutSignal = (other: AbortSignal | undefined, ms: number) => {
  const controller = new AbortController()
  const abort = () => controller.abort(other?.reason)
  const timer = setTimeout(abort, ms)
  if (other?.aborted) abort()
  other?.addEventListener('abort', abort)
  const stop = () => {
    clearTimeout(timer)
    other?.removeEventListener('abort', abort)
  }
  return { signal: controller.signal, stop }
}

/** Transport of the browser. Throws UnreachableError after `timeoutMs` without a response. */
export const createHttpTransport =
  (base = '', timeoutMs = 20_000): Transport =>
  async (path, { form, onProgress: _, ...init }) => {
    const timeout = createTimeoutSignal(init.signal, form ? uploadMs : timeoutMs)
    try {
      const response = await fetch(base + path, {
        ...init,
        ...(form && { body: form }),
        signal: timeout.signal,
      })
      // The body counts too: the caller reads it.
      const text = () => response.text().finally(timeout.stop)
      return { status: response.status, header: (name) => response.headers.get(name), text }
    } catch (error) {
      timeout.stop()
      if (init.signal?.aborted) throw error
      throw createUnreachableError(error)
    }
  }
