// Every English sentence of the program; the crawler searches for them on Bangla pages.
import { apiErrors } from '#contract/errors/error-codes.ts'
import { englishMessageFiles } from './languages.ts'

/** A sentence as it appears on a page: verbatim, or with values between its parts. */
export type Phrase = { text: string; isFoundIn: (pageText: string) => boolean }

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

// Phrases of three words are searched within longer texts too; shorter ones could be part of a person's name.
const isLong = (text: string): boolean => text.split(/\s+/).length >= 3

const createPhrase = (text: string): Phrase => {
  const trimmed = text.trim()
  return {
    text: trimmed,
    isFoundIn: (pageText) => (isLong(trimmed) ? pageText.includes(trimmed) : pageText === trimmed),
  }
}

const placeholder = '7'

/** A sentence with a name or number in it; the text around them is searched. */
const createPatternPhrase = (text: string): Phrase | null => {
  const parts = text.trim().split(placeholder)
  if (!parts.some((part) => /[A-Za-z]{2}/.test(part))) return null
  const pattern = new RegExp(`^${parts.map(escapeRegExp).join('.+')}$`)
  return { text, isFoundIn: (pageText) => pattern.test(pageText) }
}

const isFunction = (value: unknown): value is (...given: unknown[]) => unknown => typeof value === 'function'

const collectFunctionPhrases = (messageFunction: (...given: unknown[]) => unknown): Phrase[] => {
  const samples = [placeholder, 1, ''].map((sample) =>
    messageFunction(...Array.from({ length: messageFunction.length }, () => sample)),
  )
  const [filled, ...others] = samples.filter((text) => typeof text === 'string')
  return [...(filled === undefined ? [] : [createPatternPhrase(filled)]), ...others.map(createPhrase)].filter(
    (phrase): phrase is Phrase => phrase !== null && /[A-Za-z]{2}/.test(phrase.text),
  )
}

const collectPhrases = (value: unknown): Phrase[] => {
  if (typeof value === 'string') return /[A-Za-z]{2}/.test(value) ? [createPhrase(value)] : []
  if (isFunction(value)) return collectFunctionPhrases(value)
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(collectPhrases)
}

// Terms that are identical in both languages, with the reason.
const sameInBoth: Record<string, string> = {
  Yamaha: 'the name of a maker, as it stands on the tank',
  Suzuki: 'the name of a maker, as it stands on the tank',
  TVS: 'the name of a maker, as it stands on the tank',
  'hello@motohaat.example': 'an address',
  'sellers@motohaat.example': 'an address',
}

// The name of a namespace is not shown to people.
const stripNamespaceName = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'name' in value && 'en' in value ? value.en : value

const messagePhrases = [...englishMessageFiles].flatMap(([file, moduleExports]) => {
  const phrases = collectPhrases(moduleExports.map(stripNamespaceName))
  if (phrases.length === 0) throw new Error(`web/i18n/en/${file} brings no sentence that the crawler can look for.`)
  return phrases
})
const errorPhrases = Object.values(apiErrors).map(({ message }) => createPhrase(message))

/** All English messages and API errors. */
export const englishPhrases: readonly Phrase[] = [...messagePhrases, ...errorPhrases].filter(
  ({ text }) => !(text in sameInBoth),
)
