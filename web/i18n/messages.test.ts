// The two catalogues side by side: nothing is missing, nothing was left in English, figures and full stops are Bangla.
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bn } from './bn/core.ts'
import { articles as banglaArticles } from './bn/blog.tsx'
import { namespaces as banglaNamespaces } from './bn/namespaces.ts'
import { articles as englishArticles } from './en/blog.tsx'
import { en } from './en/core.ts'

const messagesDir = new URL('en/', import.meta.url)

const isNamespace = (value: unknown): value is { name: string; en: object } =>
  typeof value === 'object' && value !== null && 'name' in value && 'en' in value

/** The chapters as the files of web/i18n/en bring them. */
const loadEnglishNamespaces = async (): Promise<Record<string, object>> => {
  const files = readdirSync(messagesDir).filter((name) => /\.tsx?$/.test(name) && name !== 'namespaces.ts')
  const modules: object[] = await Promise.all(files.map((name) => import(new URL(name, messagesDir).href)))
  const namespaces = modules.flatMap((module) => Object.values(module).filter(isNamespace))
  return Object.fromEntries(namespaces.map(({ name, en }) => [name, en]))
}

/** A sentence with its place, such as `words.bar.home`; a function is one too. */
type Entry = { key: string; value: unknown }

const isMessage = (
  value: unknown,
): value is string | number | boolean | null | undefined | ((...args: unknown[]) => unknown) =>
  typeof value !== 'object' || value === null

const listEntries = (value: unknown, key: string): Entry[] => {
  if (isMessage(value)) return [{ key, value }]
  return Object.entries(value ?? {}).flatMap(([name, one]) => listEntries(one, `${key}.${name}`))
}

// A dictionary: only the language that needs it fills it in.
const isDictionary = ({ key }: Entry) => key.startsWith('words.home.categories.descriptions')

const english = [...listEntries(en, 'words'), ...listEntries(await loadEnglishNamespaces(), 'chapters')].filter(
  (entry) => !isDictionary(entry),
)
const bangla = [...listEntries(bn, 'words'), ...listEntries(banglaNamespaces, 'chapters')].filter(
  (entry) => !isDictionary(entry),
)
const banglaByKey = new Map(bangla.map(({ key, value }) => [key, value]))

/** Both sentences of each place where both are written out. */
const pairs = english.flatMap(({ key, value }) => {
  const translation = banglaByKey.get(key)
  return typeof value === 'string' && typeof translation === 'string'
    ? [{ key, english: value, bangla: translation }]
    : []
})

/** What a sentence with gaps says, with this in every gap. */
const fillTemplate = (value: unknown, sample: string | number): string | null =>
  typeof value === 'function' ? String(value(...Array.from({ length: value.length }, () => sample))) : null

const numericKeyPattern =
  /\.(?:years|bikes|slide|position|photo|photosHint|photosFull|photosHere|makeFirst|earlier|later|remove|again|sending|onlyNewest|from|until|fromUntil)$|category\.(?:lead|shown)$|\.(?:orders|wishlist|mine|sellers|buyers|messages)\.heading$|catalogue\.heading$/

// What reads the same in both languages, with its reason.
const identicalMessages: Record<string, string> = {
  Yamaha: 'a maker’s name as it stands on the tank',
  Suzuki: 'a maker’s name as it stands on the tank',
  TVS: 'a maker’s name as it stands on the tank',
  '–': 'a dash',
  'hello@motohaat.example': 'an address',
  'sellers@motohaat.example': 'an address',
}

// Ends with a full stop because it is cut short.
const abbreviated = new Set(['NO.'])

/** The places whose gap is a number in English: those that say something else of one than of many, or take a number. */
const numericKeys = new Set(
  english.filter(({ key, value }) => typeof value === 'function' && numericKeyPattern.test(key)).map(({ key }) => key),
)

const banglaLetter = /[\u0985-\u09B9]/

describe('the catalogues in English and in Bangla', () => {
  test('have the same places, sentence for sentence', () => {
    const describeEntries = (entries: Entry[]) => entries.map(({ key, value }) => `${key}: ${typeof value}`).toSorted()

    expect(english.length).toBeGreaterThan(300)
    expect(describeEntries(bangla)).toEqual(describeEntries(english))
  })

  test('no Bangla sentence is its English one, but for names', () => {
    const untranslated = pairs.filter(({ english, bangla }) => english === bangla && !(english in identicalMessages))

    expect(untranslated.map(({ key, bangla }) => `${key}: ${bangla}`)).toEqual([])
  })

  test('every Bangla sentence has Bangla letters, but for names', () => {
    const withoutBangla = bangla.filter(
      ({ value }) =>
        typeof value === 'string' && /\p{L}/u.test(value) && !banglaLetter.test(value) && !(value in identicalMessages),
    )

    expect(withoutBangla).toEqual([])
  })

  test('figures are Bangla ones', () => {
    // An address, a name of a model and what is typed as it stands keep their own figures.
    const quoted = /https?:\/\/\S*|\S+@\S+|\b1Password\b|aB3dE-fG5hI|Gixxer 155/g
    const wrong = bangla.filter(({ value }) => typeof value === 'string' && /[0-9]/.test(value.replaceAll(quoted, '')))

    expect(wrong).toEqual([])
  })

  test('a number in a sentence is written in Bangla figures', () => {
    const counted = english
      .filter(({ value }) => typeof value === 'function')
      .flatMap(({ key, value }) => {
        const [englishText, banglaText] = [fillTemplate(value, 7), fillTemplate(banglaByKey.get(key), 7)]
        return englishText !== null && banglaText !== null && numericKeys.has(key)
          ? [{ key, saidInBangla: banglaText }]
          : []
      })

    expect(counted.length).toBe(numericKeys.size)
    expect(counted.filter(({ saidInBangla }) => !saidInBangla.includes('৭') || /[0-9]/.test(saidInBangla))).toEqual([])
  })

  test('a gap in the English sentence is one in the Bangla sentence', () => {
    const missingGaps = english.flatMap(({ key, value }) => {
      const [englishText, banglaText] = [fillTemplate(value, 7), fillTemplate(banglaByKey.get(key), 7)]
      return englishText === null || banglaText === null || englishText.includes('7') === /[7৭]/.test(banglaText)
        ? []
        : [key]
    })

    expect(missingGaps).toEqual([])
  })

  test('a sentence that ends with a full stop ends with a দাঁড়ি', () => {
    const wrong = pairs.filter(
      ({ english, bangla }) => /[a-z0-9”’)]\.$/i.test(english) && !bangla.endsWith('।') && !abbreviated.has(english),
    )

    expect(wrong).toEqual([])
  })

  test('no Bangla sentence has an English full stop', () => {
    const wrong = bangla.filter(({ value }) => typeof value === 'string' && /[\u0980-\u09FF]\.(?:\s|$)/.test(value))

    expect(wrong).toEqual([])
  })

  test('a question is a question in both', () => {
    expect(pairs.filter(({ english, bangla }) => english.endsWith('?') !== bangla.endsWith('?'))).toEqual([])
  })

  test('the blog has the same articles, each with a title of its own', () => {
    expect(banglaArticles.map(({ id }) => id)).toEqual(englishArticles.map(({ id }) => id))
    for (const { title } of banglaArticles) expect(title).toMatch(banglaLetter)
  })
})
