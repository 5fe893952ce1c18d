// Every sentence that the program has in English, as the crawler looks for it on Bangla pages.
import { refusals } from '#contract/errors/api-errors.ts'
import { englishFiles } from './languages.ts'

/** A sentence as it stands on a page: whole, or with something between its parts. */
export type Phrase = { text: string; isFoundIn: (shown: string) => boolean }

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

// What has three words is looked for within longer texts too; less could be a part of somebody's name.
const isLong = (text: string): boolean => text.split(/\s+/).length >= 3

const whole = (text: string): Phrase => {
  const trimmed = text.trim()
  return { text: trimmed, isFoundIn: (shown) => (isLong(trimmed) ? shown.includes(trimmed) : shown === trimmed) }
}

const gap = '7'

/** A sentence made with a name or a number in it; the words around them are what is looked for. */
const withGaps = (text: string): Phrase | null => {
  const parts = text.trim().split(gap)
  if (!parts.some((part) => /[A-Za-z]{2}/.test(part))) return null
  const pattern = new RegExp(`^${parts.map(escaped).join('.+')}$`)
  return { text, isFoundIn: (shown) => pattern.test(shown) }
}

const isFunction = (value: unknown): value is (...given: unknown[]) => unknown => typeof value === 'function'

const phrasesOfFunction = (make: (...given: unknown[]) => unknown): Phrase[] => {
  const made = [gap, 1, ''].map((sample) => make(...Array.from({ length: make.length }, () => sample)))
  const [filled, ...others] = made.filter((text) => typeof text === 'string')
  return [...(filled === undefined ? [] : [withGaps(filled)]), ...others.map(whole)].filter(
    (phrase): phrase is Phrase => phrase !== null && /[A-Za-z]{2}/.test(phrase.text),
  )
}

const phrasesOf = (value: unknown): Phrase[] => {
  if (typeof value === 'string') return /[A-Za-z]{2}/.test(value) ? [whole(value)] : []
  if (isFunction(value)) return phrasesOfFunction(value)
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(phrasesOf)
}

// Words that are the same in both languages, with the reason of each.
const sameInBoth: Record<string, string> = {
  Yamaha: 'the name of a maker, as it stands on the tank',
  Suzuki: 'the name of a maker, as it stands on the tank',
  TVS: 'the name of a maker, as it stands on the tank',
  'hello@motohaat.example': 'an address',
  'sellers@motohaat.example': 'an address',
}

// A chapter's own name is for the program.
const withoutName = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'name' in value && 'en' in value ? value.en : value

const ofFiles = [...englishFiles].flatMap(([file, brought]) => {
  const phrases = phrasesOf(brought.map(withoutName))
  if (phrases.length === 0) throw new Error(`web/i18n/en/${file} brings no sentence that the crawler can look for.`)
  return phrases
})
const said = Object.values(refusals).map(({ message }) => whole(message))

/** All sentences of the English catalogue and of the refusals. */
export const englishPhrases: readonly Phrase[] = [...ofFiles, ...said].filter(({ text }) => !(text in sameInBoth))
