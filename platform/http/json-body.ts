// A request's body as JSON, read so that nobody between the caller and us can have read it differently.
import { Refused } from '#contract/errors/api-errors.ts'

// Left in place, a byte order mark makes the text no JSON, which is what it is.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
// A string with the colon that makes it a key, or a bracket of an object. The text was valid JSON already.
const token = /"[^"\\]*(?:\\.[^"\\]*)*"(?<colon>\s*:)?|[{}]/g
// Names that mean something to JavaScript itself and so to no call of ours.
const ownedByLanguage = new Set(['__proto__', 'constructor', 'prototype'])
const fieldLongest = 100

const parsed = (bytes: Uint8Array): { text: string; value: unknown } => {
  try {
    const text = utf8.decode(bytes)
    return { text, value: JSON.parse(text) }
  } catch {
    throw new Refused('bad_json')
  }
}

const keyOf = (sign: string, colon: string): string => String(JSON.parse(sign.slice(0, -colon.length)))

const refuseKey = (key: string, isTwice: boolean): void => {
  const field = key.slice(0, fieldLongest)
  if (isTwice) throw new Refused('bad_request', { field, message: 'A field appears twice.' })
  if (ownedByLanguage.has(key)) throw new Refused('bad_request', { field, message: `Unknown field: ${field}.` })
}

const refuseOddKeys = (text: string): void => {
  const open: Set<string>[] = []
  for (const { 0: sign, groups } of text.matchAll(token)) {
    if (sign === '{') open.push(new Set())
    if (sign === '}') open.pop()
    if (groups?.['colon'] === undefined) continue
    const key = keyOf(sign, groups['colon'])
    refuseKey(key, open.at(-1)?.has(key) ?? false)
    open.at(-1)?.add(key)
  }
}

/**
 * Reads a body. Refuses what is not UTF-8 or not JSON (`bad_json`), and a key that stands twice in one object or that
 * belongs to the language (`bad_request`).
 */
export const readJson = (bytes: Uint8Array): unknown => {
  const { text, value } = parsed(bytes)
  refuseOddKeys(text)
  return value
}
