// The typed client. It imports the contract's types only, so that no schema is shipped to the browser.
import type { Contract } from './api.ts'
import type { Answer, PageOf, Sent } from './call.ts'
import type { RefusalOnTheWire } from './errors/api-errors.ts'

/** What travels; `onProgress` is told how much of a form is on its way, from 0 to 1, where the transport can tell. */
export type Travelling = {
  method: string
  headers: Record<string, string>
  body?: string
  form?: FormData
  signal?: AbortSignal
  onProgress?: (share: number) => void
}

/** How a call travels: over HTTP in the browser, in process on the server. `path` begins with /api. */
export type Transport = (
  path: string,
  init: Travelling,
) => Promise<{ status: number; header(name: string): string | null; text(): Promise<string> }>

/** The shop said no: `message` is a sentence for the person, `code` is for the program. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly body: Partial<RefusalOnTheWire>

  constructor(status: number, body: Partial<RefusalOnTheWire>) {
    super(body.message ?? 'Something went wrong. Try again.')
    this.status = status
    this.code = body.code ?? 'something_wrong'
    this.body = body
  }
}

/** No answer of the shop came: the network, a server that is gone, or something in between that answers in its place. */
export class Unreachable extends Error {}

const unreachable = (cause?: unknown) =>
  new Unreachable('Cannot reach Motohaat. Check your connection and try again.', { cause })

type ListName = { [K in keyof Contract]: Contract[K] extends { list: true } ? K : never }[keyof Contract]
type Options = { signal?: AbortSignal; as?: 'anyone'; onProgress?: (share: number) => void }
type Args<K extends keyof Contract> =
  {} extends Sent<Contract[K]>
    ? [sent?: Sent<Contract[K]>, options?: Options]
    : [sent: Sent<Contract[K]>, options?: Options]

export type Client = {
  /** Makes one call; gives its answer or throws a Refusal with the shop's sentence. */
  <K extends keyof Contract>(name: K, ...args: Args<K>): Promise<Answer<Contract[K]>>
  /** Makes one call of a list; gives its rows, the cursor of the next page, and the total of a counted list. */
  page<K extends ListName>(name: K, ...args: Args<K>): Promise<PageOf<Contract[K], Answer<Contract[K]>[number]>>
}

type Parts = {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
  form?: FormData
}

const address = (path: string, { params = {}, query = {} }: Parts): string => {
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `/api${filled}${pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''}`
}

const nextCursor = (link: string | null): string | null => {
  const next = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1]
  return next === undefined ? null : new URL(next, 'http://shop').searchParams.get('cursor')
}

/** What the shop answered; null for a text that is not JSON, which came from something in between and says nothing. */
const parsed = (text: string): Partial<RefusalOnTheWire> | null => {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Makes the client.
 * @param token the bearer token of the person, or null for a visitor; asked before each call that is not `as: 'anyone'`
 */
export const createClient = (transport: Transport, token: () => Promise<string | null> = async () => null): Client => {
  const call = async (name: string, sent: Parts = {}, options: Options = {}) => {
    const [method = 'GET', path = '/'] = name.split(' ')
    const bearer = options.as === 'anyone' ? null : await token()
    const answer = await transport(address(path, sent), {
      method,
      headers: {
        accept: 'application/json',
        ...(sent.body !== undefined && { 'content-type': 'application/json' }),
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      },
      ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
      ...(sent.form && { form: sent.form }),
      ...(options.signal && { signal: options.signal }),
      ...(options.onProgress && { onProgress: options.onProgress }),
    })
    const body = parsed(await answer.text())
    if (answer.status >= 400) throw new Refusal(answer.status, body ?? {})
    // As the page of a hotspot that wants a login first.
    if (!body) throw unreachable()
    return { body, link: answer.header('link'), total: answer.header('x-total-count') }
  }
  const one = async (name: string, sent?: Parts, options?: Options) => (await call(name, sent, options)).body
  const page = async (name: string, sent?: Parts, options?: Options) => {
    const { body, link, total } = await call(name, sent, options)
    return { items: body, next: nextCursor(link), ...(total !== null && { total: Number(total) }) }
  }
  // The one place where the names and the shapes are tied together: the contract's types stand for what travels.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.assign(one, { page }) as unknown as Client
}

// 10 MB need as long on a mobile network that carries less than a megabit in a second.
const uploadMs = 120_000

/** The browser's transport. A call without an answer in time fails with a sentence instead of hanging. */
export const overHttp =
  (base = '', timeoutMs = 20_000): Transport =>
  async (path, { form, onProgress: _, ...init }) => {
    const late = AbortSignal.timeout(form ? uploadMs : timeoutMs)
    try {
      const answer = await fetch(base + path, {
        ...init,
        ...(form && { body: form }),
        signal: init.signal ? AbortSignal.any([init.signal, late]) : late,
      })
      return { status: answer.status, header: (name) => answer.headers.get(name), text: () => answer.text() }
    } catch (error) {
      if (init.signal?.aborted) throw error
      throw unreachable(error)
    }
  }
