// Refuses request headers that two servers on the way may read differently.
import type { IncomingMessage } from 'node:http'

// A request has at most one of each. Node.js keeps the first of several; another server may keep the last.
const singleHeaders = new Set([
  'host',
  'authorization',
  'content-type',
  'content-length',
  'transfer-encoding',
  'origin',
])
const longestName = Math.max(...[...singleHeaders].map((name) => name.length))

// RFC 9110, 7.2: a host name or address with an optional port.
const hostPattern = /^(?:\[[0-9a-f:.]+\]|[\w.~%!$&'()*+;=-]*)(?::\d*)?$/i

/** Whether the Host header is invalid, or a header that a request may have once is there twice (RFC 9112, 3.2). */
export const hasAmbiguousHeaders = ({ rawHeaders, headers }: IncomingMessage): boolean => {
  if (!hostPattern.test(headers.host ?? '')) return true
  const seen = new Set<string>()
  // `rawHeaders` has names and values in turn.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length > longestName) continue
    const lowerName = name.toLowerCase()
    if (!singleHeaders.has(lowerName)) continue
    if (seen.has(lowerName)) return true
    seen.add(lowerName)
  }
  return false
}
