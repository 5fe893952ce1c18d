// A request's body as JSON, read so that nobody between the caller and us can have read it differently.
import { ApiError } from '#contract/errors/api-errors.ts'
import { toReason } from '#contract/errors/reasons.ts'

// Left in place, a byte order mark makes the text no JSON, which is what it is.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
// A string with the colon that makes it a key, or a bracket of an object. The text was valid JSON already.
const token = /"[^"\\]*(?:\\.[^"\\]*)*"(?<colon>\s*:)?|[{}]/g
// Names that mean something to JavaScript itself and so to no call of ours.
const reservedKeys = new Set(['__proto__', 'constructor', 'prototype'])
const maxFieldLength = 100

const decodeJson = (bytes: Uint8Array): { text: string; value: unknown } => {
  try {
    const text = utf8.decode(bytes)
    return { text, value: JSON.parse(text) }
  } catch {
    throw new ApiError('bad_json')
  }
}

const parseKey = (quotedKey: string, colon: string): string => String(JSON.parse(quotedKey.slice(0, -colon.length)))

const checkKey = (key: string, isDuplicate: boolean): void => {
  const field = key.slice(0, maxFieldLength)
  if (isDuplicate) throw new ApiError('bad_request', { field, reason: 'duplicate_field' })
  if (reservedKeys.has(key))
    throw new ApiError('bad_request', { field, reason: toReason('unknown_field', { name: field }) })
}

const checkKeys = (text: string): void => {
  const openObjects: Set<string>[] = []
  for (const { 0: matched, groups } of text.matchAll(token)) {
    if (matched === '{') openObjects.push(new Set())
    if (matched === '}') openObjects.pop()
    if (groups?.['colon'] === undefined) continue
    const key = parseKey(matched, groups['colon'])
    checkKey(key, openObjects.at(-1)?.has(key) ?? false)
    openObjects.at(-1)?.add(key)
  }
}

/**
 * Reads a body. Refuses what is not UTF-8 or not JSON (`bad_json`), and a key that stands twice in one object or that
 * belongs to the language (`bad_request`).
 */
export const readJson = (bytes: Uint8Array): unknown => {
  const { text, value } = decodeJson(bytes)
  checkKeys(text)
  return value
}
