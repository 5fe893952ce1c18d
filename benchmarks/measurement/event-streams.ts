// Event streams of many members, over one connection each.
import { request } from 'node:http'

export type EventStreams = {
  /** How many events of all streams have arrived. */
  countEvents: () => number
  close: () => void
}

const event = 'event: notification'

/**
 * Opens the stream of each token, some at a time.
 * @param onEvent called for each event, with the position of its token
 * @returns when all are open
 */
export const openStreams = async (
  origin: string,
  tokens: readonly string[],
  onEvent: (position: number) => void = () => {},
): Promise<EventStreams> => {
  const { hostname, port } = new URL(origin)
  const controller = new AbortController()
  let events = 0
  const open = ([position, token]: [number, string]): Promise<void> =>
    new Promise((resolve, reject) => {
      const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` }
      const path = '/api/notifications/stream'
      const options = { hostname, port, path, headers, agent: false, signal: controller.signal }
      const opened = request(options, (response) => {
        if (response.statusCode !== 200) reject(new Error(`The stream returned ${response.statusCode}.`))
        response.setEncoding('utf8')
        response.on('error', () => {})
        // The first chunk says that the stream is open.
        response.once('data', () => resolve())
        response.on('data', (text: string) => {
          const count = text.split(event).length - 1
          events += count
          if (count > 0) onEvent(position)
        })
      })
      opened.on('error', reject)
      opened.end()
    })
  const remaining = [...tokens.entries()]
  const openNext = async () => {
    for (let next = remaining.pop(); next !== undefined; next = remaining.pop()) await open(next)
  }
  await Promise.all(Array.from({ length: 20 }, openNext))
  return { countEvents: () => events, close: () => controller.abort() }
}
