// GET /api/notifications/stream: tells a member at once that a notification arrived, as server-sent events.
// Members whom it does not reach ask for the count every minute.
import { PassThrough } from 'node:stream'
import { readMaxOpenFiles } from '#platform/load-shedding/open-files.ts'

export type NotificationStreams = {
  /** Opens a stream of this member; null where too many are open, and after `close`. */
  open: (memberId: string) => PassThrough | null
  /** Tells this member that a notification arrived; null tells everybody, because some may have been missed. */
  tell: (memberId: string | null) => void
  /** Ends all streams and opens no more, so that a shutdown need not wait for them. */
  close: () => void
}

/** Each takes a connection of its own beside those of short answers, and some memory (docs/performance.md). */
const mostStreams = 5_000
const fewestStreams = 300
/** Files that the process may open besides: its own, the database, short answers. */
const otherFiles = 2_000

/** How many streams may be open: 5,000, or fewer where the system lets the process open few files. */
export const limitStreams = (maxOpenFiles: number): number =>
  Math.min(mostStreams, Math.max(fewestStreams, maxOpenFiles - otherFiles))

/** How many streams this process has open at most. */
export const maxStreams = limitStreams(readMaxOpenFiles())
/** Several browsers of one member; the oldest stream ends for a new one. */
const maxStreamsPerMember = 4
/** Shorter than the 60 seconds after which a silent connection is closed, here and at most proxies. */
const pingMs = 25_000
/** A stream ends after this, so that a removed member or an ended session loses it too. */
const maxStreamMs = 10 * 60_000

const isOpen = (stream: PassThrough): boolean => !stream.writableEnded && !stream.destroyed

const event = 'event: notification\ndata: {}\n\n'
const ping = ': ping\n\n'

/** Keeps the streams of this process. */
export const createNotificationStreams = (): NotificationStreams => {
  const streamsByMember = new Map<string, Set<PassThrough>>()
  let isClosed = false
  let count = 0

  const add = (memberId: string): PassThrough => {
    const streams = streamsByMember.get(memberId) ?? new Set()
    const [oldest] = streams
    if (oldest && streams.size >= maxStreamsPerMember) oldest.end()
    const stream = new PassThrough()
    streamsByMember.set(memberId, streams.add(stream))
    count += 1
    const pings = setInterval(() => isOpen(stream) && stream.write(ping), pingMs).unref()
    const end = setTimeout(() => stream.end(), maxStreamMs).unref()
    // After the end, and when the client hangs up.
    stream.once('close', () => {
      clearInterval(pings)
      clearTimeout(end)
      count -= 1
      streams.delete(stream)
      if (streams.size === 0 && streamsByMember.get(memberId) === streams) streamsByMember.delete(memberId)
    })
    stream.write(ping)
    return stream
  }

  const listStreams = (memberId: string | null): PassThrough[] =>
    memberId === null
      ? [...streamsByMember.values()].flatMap((streams) => [...streams])
      : [...(streamsByMember.get(memberId) ?? [])]
  return {
    open: (memberId) => (isClosed || count >= maxStreams ? null : add(memberId)),
    tell: (memberId) =>
      listStreams(memberId)
        .filter(isOpen)
        .forEach((stream) => stream.write(event)),
    close: () => {
      isClosed = true
      for (const stream of listStreams(null)) stream.end()
    },
  }
}
