// Sends text messages by any service that takes them over HTTP, or to the sandbox, which shows them instead.

/** One text message. `number` is +8801XXXXXXXXX. */
export type Sms = { id: string; number: string; text: string }

export type SmsSender = {
  /** Sends a message; throws when the service does not accept it in time. Its errors never contain the message. */
  send(sms: Sms): Promise<void>
}

/** The request for one message; {number}, {local}, {text}, {id} and {key} stand for what differs. */
export type SmsOptions = {
  url: string
  /** JSON or a form; null for a GET request. */
  body: string | null
  /** A header such as `Authorization: Bearer {key}`. */
  header: string | null
  key: string | null
  /** What the answer of an accepted message contains; null where the status says it. */
  accepted: string | null
}

// Somebody waits for the page.
const timeoutMs = 10_000
const maxAnswerBytes = 20_000

const isJson = (body: string): boolean => body.startsWith('{') || body.startsWith('[')

const fill = (template: string, values: Record<string, string>, encode: (value: string) => string): string =>
  template.replaceAll(/\{(number|local|text|id|key)\}/g, (_, name: string) => encode(values[name] ?? ''))

const escapeJson = (value: string): string => JSON.stringify(value).slice(1, -1)

const createRequest = ({ url, body, header, key }: SmsOptions, { id, number, text }: Sms) => {
  // Services want 8801712345678 or 01712345678.
  const values = { id, text, number: number.slice(1), local: number.slice('+88'.length), key: key ?? '' }
  const [name, ...rest] = fill(header ?? '', values, String).split(':')
  const type = body !== null && isJson(body) ? 'application/json' : 'application/x-www-form-urlencoded'
  return {
    url: fill(url, values, encodeURIComponent),
    init: {
      method: body === null ? 'GET' : 'POST',
      headers: {
        ...(body !== null && { 'content-type': type }),
        ...(header !== null && name !== undefined && { [name]: rest.join(':').trim() }),
      },
      ...(body !== null && { body: fill(body, values, isJson(body) ? escapeJson : encodeURIComponent) }),
    },
  }
}

/** Creates the sender. It follows no redirect, which could take the message to another server. */
export const createSmsSender = (options: SmsOptions): SmsSender => ({
  send: async (sms) => {
    const { url, init } = createRequest(options, sms)
    const signal = AbortSignal.timeout(timeoutMs)
    // The cause would name the address, which may contain the message and the key.
    const response = await fetch(url, { ...init, redirect: 'manual', signal }).catch(() => null)
    if (response === null) throw new Error('The SMS service did not answer.')
    const answer = (await response.text().catch(() => '')).slice(0, maxAnswerBytes)
    if (!response.ok) throw new Error(`The SMS service returned status ${response.status}.`)
    const isAccepted = options.accepted === null || answer.includes(options.accepted)
    if (!isAccepted) throw new Error('The SMS service did not accept the message.')
  },
})
