// Live notifications: server-sent events, read with fetch because EventSource cannot send the bearer token.
import { createBrowserTokenStorage } from '#web/session/auth-store.ts'

const streamPath = '/api/notifications/stream'
/** Browsers open six connections to a host, so one tab reads the stream and tells the others. */
const sharedName = 'motohaat-notifications'
const firstRetryMs = 2_000
const maxRetryMs = 60_000

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

type Listener = { onNotification: () => void; askForCount: () => Promise<void> }

/** Whether a block of an event stream has the event `notification`. */
export const isNotification = (block: string): boolean => /^event: ?notification$/m.test(block)

/** Reads the stream until it ends; calls `onNotification` for each notification. Returns whether it was opened. */
const readStream = async (signal: AbortSignal, onNotification: () => void): Promise<boolean> => {
  const token = createBrowserTokenStorage().read()
  if (token === null) return false
  const response = await fetch(streamPath, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
    signal,
  })
  if (!response.ok || !response.body) return false
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    // Each chunk follows the one before.
    // oxlint-disable-next-line no-await-in-loop
    const { done, value } = await reader.read()
    if (done) return true
    const blocks = (text + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n').split('\n\n')
    text = blocks.pop() ?? ''
    if (blocks.some(isNotification)) onNotification()
  }
}

/** Reads the stream again and again, with longer and longer pauses while it cannot be opened. */
const keepReading = async (signal: AbortSignal, { onNotification, askForCount }: Listener): Promise<void> => {
  let retryMs = firstRetryMs
  while (!signal.aborted) {
    // One connection at a time.
    // oxlint-disable-next-line no-await-in-loop
    const wasOpened = await readStream(signal, onNotification).catch(() => false)
    retryMs = wasOpened ? firstRetryMs : Math.min(retryMs * 2, maxRetryMs)
    // oxlint-disable-next-line no-await-in-loop
    await wait(retryMs, signal)
    if (signal.aborted) return
    // Some may have been missed meanwhile; and the stored access token may have expired.
    // oxlint-disable-next-line no-await-in-loop
    await askForCount()
    onNotification()
  }
}

/**
 * Calls `onNotification` for each new notification, whichever tab reads the stream; the result stops it. `askForCount`
 * asks the server, which renews the access token, and must not reject.
 */
export const watchNotifications = ({ onNotification, askForCount }: Listener): (() => void) => {
  const controller = new AbortController()
  const channel = new BroadcastChannel(sharedName)
  channel.addEventListener('message', onNotification)
  const tell = () => {
    onNotification()
    // A BroadcastChannel reaches pages of this origin only.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel.postMessage('notification')
  }
  const { signal } = controller
  // The lock is refused after the abort.
  navigator.locks
    .request(sharedName, { signal }, () => keepReading(signal, { onNotification: tell, askForCount }))
    .catch(() => {})
  return () => {
    controller.abort()
    channel.close()
  }
}
