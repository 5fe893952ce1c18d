// Parses JSON bodies strictly, so that no proxy or firewall can have read the body differently.
import { ApiError } from '#contract/errors/api-errors.ts'
import { toReason } from '#contract/errors/reasons.ts'

// `ignoreBOM: true` keeps a byte order mark in the text, which JSON.parse then rejects.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
// A string, with the colon if it is a key, or a brace. The text is already known to be valid JSON.
const token = /"[^"\\]*(?:\\.[^"\\]*)*"(?<colon>\s*:)?|[{}]/g
// Keys that could lead to prototype pollution.
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
 * Parses a body. Throws `bad_json` for anything but JSON in UTF-8, and `bad_request` for a key that is duplicate in its
 * object or reserved (such as `__proto__`).
 */
export const readJson = (bytes: Uint8Array): unknown => {
  const { text, value } = decodeJson(bytes)
  checkKeys(text)
  return value
}
