// What remains of a request body after the response is decided.
import type { FastifyRequest } from 'fastify'

/** Whether the body is a form with files, which the handler itself reads. */
export const isForm = ({ headers }: FastifyRequest): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')

// Browsers read the response only when they have sent everything, so a somewhat too large upload is read to its end.
const maxDrainedBytes = 10 * 1024 * 1024
const drainMs = 5_000

/**
 * Discards the rest of a body, so that a client that is still sending reads the response. Stops after 10 MB, and closes the
 * connection when the body is not complete after 5 seconds.
 */
export const drainBody = ({ raw }: FastifyRequest): void => {
  if (raw.readableEnded || raw.destroyed) return
  let drainedBytes = 0
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    drainedBytes += chunk.length
    if (drainedBytes > maxDrainedBytes) raw.pause()
  })
  raw.resume()
  const timer = setTimeout(() => raw.socket.destroy(), drainMs).unref()
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}
