// Compares the English and Bangla messages: none is missing or untranslated; digits and full stops are Bangla.
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bn } from './bn/core.ts'
import { articles as banglaArticles } from './bn/blog.tsx'
import { inspectionMessages } from './bn/inspections.ts'
import { memberNamespaces } from './bn/member-namespaces.ts'
import { namespaces } from './bn/namespaces.ts'
import { articles as englishArticles } from './en/blog.tsx'
import { en } from './en/core.ts'

const banglaNamespaces = { ...namespaces, ...memberNamespaces, inspections: inspectionMessages }
const messagesDir = new URL('en/', import.meta.url)

const isNamespace = (value: unknown): value is { name: string; en: object } =>
  typeof value === 'object' && value !== null && 'name' in value && 'en' in value

/** Imports the namespaces from the files of web/i18n/en. */
const loadEnglishNamespaces = async (): Promise<Record<string, object>> => {
  const files = readdirSync(messagesDir).filter((name) => /\.tsx?$/.test(name) && name !== 'namespaces.ts')
  const modules: object[] = await Promise.all(files.map((name) => import(new URL(name, messagesDir).href)))
  const namespaces = modules.flatMap((module) => Object.values(module).filter(isNamespace))
  return Object.fromEntries(namespaces.map(({ name, en }) => [name, en]))
}

/** A message, which may be a function, with its key, such as `messages.topBar.home`. */
type Entry = { key: string; value: unknown }

const isMessage = (
  value: unknown,
): value is string | number | boolean | null | undefined | ((...args: unknown[]) => unknown) =>
  typeof value !== 'object' || value === null

const listEntries = (value: unknown, key: string): Entry[] => {
  if (isMessage(value)) return [{ key, value }]
  return Object.entries(value ?? {}).flatMap(([name, one]) => listEntries(one, `${key}.${name}`))
}

// A dictionary that only languages other than English fill in.
const isDictionary = ({ key }: Entry) => key.startsWith('namespaces.home.categories.descriptions')

const english = [...listEntries(en, 'messages'), ...listEntries(await loadEnglishNamespaces(), 'namespaces')].filter(
  (entry) => !isDictionary(entry),
)
const bangla = [...listEntries(bn, 'messages'), ...listEntries(banglaNamespaces, 'namespaces')].filter(
  (entry) => !isDictionary(entry),
)
const banglaByKey = new Map(bangla.map(({ key, value }) => [key, value]))

/** The keys whose message is a string in both languages. */
const pairs = english.flatMap(({ key, value }) => {
  const translation = banglaByKey.get(key)
  return typeof value === 'string' && typeof translation === 'string'
    ? [{ key, english: value, bangla: translation }]
    : []
})

/** The text of a message function with `sample` for every parameter; null for other messages. */
const fillTemplate = (value: unknown, sample: string | number): string | null =>
  typeof value === 'function' ? String(value(...Array.from({ length: value.length }, () => sample))) : null

const numericKeyPattern =
  /\.(?:years|bikes|slide|position|photo|photosHint|photosFull|photosUploaded|photoMenu|makeFirst|moveForward|moveBack|remove|retryUpload|sending|onlyNewest|from|until|fromUntil)$|category\.(?:lead|shown)$|\.(?:orders|wishlist|mine|sellers|buyers|messages)\.heading$|catalogue\.heading$/

// Messages that are identical in both languages, with the reason.
const identicalMessages: Record<string, string> = {
  Yamaha: 'a maker’s name as it stands on the tank',
  Suzuki: 'a maker’s name as it stands on the tank',
  TVS: 'a maker’s name as it stands on the tank',
  '': 'a field that the form fills in has no message for being empty',
  '–': 'a dash',
  'hello@motohaat.example': 'an address',
  'sellers@motohaat.example': 'an address',
}

// Abbreviations end with a full stop too.
const abbreviated = new Set(['NO.'])

/** Keys of message functions whose parameter is a number. */
const numericKeys = new Set(
  english.filter(({ key, value }) => typeof value === 'function' && numericKeyPattern.test(key)).map(({ key }) => key),
)

const banglaLetter = /[\u0985-\u09B9]/

describe('the messages in English and in Bangla', () => {
  test('have the same keys', () => {
    const describeEntries = (entries: Entry[]) => entries.map(({ key, value }) => `${key}: ${typeof value}`).toSorted()

    expect(english.length).toBeGreaterThan(300)
    expect(describeEntries(bangla)).toEqual(describeEntries(english))
  })

  test('no Bangla sentence equals the English one, except names', () => {
    const untranslated = pairs.filter(({ english, bangla }) => english === bangla && !(english in identicalMessages))

    expect(untranslated.map(({ key, bangla }) => `${key}: ${bangla}`)).toEqual([])
  })

  test('every Bangla sentence is in Bangla script, except names', () => {
    const withoutBangla = bangla.filter(
      ({ value }) =>
        typeof value === 'string' && /\p{L}/u.test(value) && !banglaLetter.test(value) && !(value in identicalMessages),
    )

    expect(withoutBangla).toEqual([])
  })

  test('digits are Bangla', () => {
    // Addresses, model names and literal examples keep Latin digits.
    const quoted = /https?:\/\/\S*|\S+@\S+|\b1Password\b|aB3dE-fG5hI|Gixxer 155/g
    const wrong = bangla.filter(({ value }) => typeof value === 'string' && /[0-9]/.test(value.replaceAll(quoted, '')))

    expect(wrong).toEqual([])
  })

  test('a number in a sentence is written in Bangla digits', () => {
    const counted = english
      .filter(({ value }) => typeof value === 'function')
      .flatMap(({ key, value }) => {
        const [englishText, banglaText] = [fillTemplate(value, 7), fillTemplate(banglaByKey.get(key), 7)]
        return englishText !== null && banglaText !== null && numericKeys.has(key) ? [{ key, text: banglaText }] : []
      })

    expect(counted.length).toBe(numericKeys.size)
    expect(counted.filter(({ text }) => !text.includes('৭') || /[0-9]/.test(text))).toEqual([])
  })

  test('a parameter of the English sentence is used in the Bangla sentence', () => {
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
