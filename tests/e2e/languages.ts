// The two languages of the screens, as the journeys read them: addresses, and the words that a person looks for.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import { englishFormat, type Format } from '#web/i18n/format.ts'
import { toLanguagePath, type LanguageCode, type Messages } from '#web/i18n/language.ts'
import { bn } from '#web/i18n/bn/core.ts'
import { namespaces as banglaChapters } from '#web/i18n/bn/namespaces.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'
import { en } from '#web/i18n/en/core.ts'

export type TestLanguage = {
  code: LanguageCode
  /** How the language is called in the title of a test. */
  name: 'English' | 'Bangla'
  messages: Messages
  namespaces: Namespaces
  format: Format
  /** The address of a page in this language: /blog → /bn/blog */
  localizePath: (path: string) => string
}

const messagesDir = join(import.meta.dirname, '../../web/i18n/en')
// Messages only: the articles of the blog are components (.tsx).
const messageFiles = readdirSync(messagesDir).filter((name) => name.endsWith('.ts') && name !== 'namespaces.ts')

/** What each file of English words brings, by its name: a chapter stands in a file of its own. */
export const englishMessageFiles: ReadonlyMap<string, unknown[]> = new Map(
  await Promise.all(
    messageFiles.map(async (name): Promise<[string, unknown[]]> => [
      name,
      Object.values(await import(join(messagesDir, name))),
    ]),
  ),
)

const isNamespace = (value: unknown): value is { name: string; en: unknown } =>
  typeof value === 'object' && value !== null && 'name' in value && 'en' in value

const english: TestLanguage = {
  code: 'en',
  name: 'English',
  messages: en,
  // The files are those that the type is made of; web/i18n/messages.test.ts compares them with Bangla, place for place.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  namespaces: Object.fromEntries(
    [...englishMessageFiles.values()].flat().flatMap((value) => (isNamespace(value) ? [[value.name, value.en]] : [])),
  ) as Namespaces,
  format: englishFormat,
  localizePath: (path) => path,
}

const bangla: TestLanguage = {
  code: 'bn',
  name: 'Bangla',
  messages: bn,
  namespaces: banglaChapters,
  format: banglaFormat,
  localizePath: (path) => {
    const { pathname, search, hash } = new URL(path, 'http://shop')
    return toLanguagePath('bn', pathname) + search + hash
  },
}

export const languages = [english, bangla] as const

/** A sentence with a name or a number in it, as a pattern: `patternOf(words.heading)` finds "Sellers: 12". */
export const createPattern = (sentence: (given: never) => string): RegExp => {
  // A sentence that counts wants a number, and one with a name is content with it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const filled = sentence(7 as never).trim()
  const escaped = filled.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll(/[7৭]/g, '.+')}$`)
}
