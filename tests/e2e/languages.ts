// The two languages of the screens, as the journeys read them: addresses, and the words that a person looks for.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { banglaFigures } from '#web/i18n/format-bangla.ts'
import { englishFigures, type Figures } from '#web/i18n/format.ts'
import { pathIn, type LanguageCode, type Words } from '#web/i18n/language.ts'
import { bn } from '#web/i18n/bn/core.ts'
import { chapters as banglaChapters } from '#web/i18n/bn/namespaces.ts'
import type { Chapters } from '#web/i18n/en/namespaces.ts'
import { en } from '#web/i18n/en/core.ts'

export type Read = {
  code: LanguageCode
  /** How the language is called in the title of a test. */
  name: 'English' | 'Bangla'
  words: Words
  chapters: Chapters
  figures: Figures
  /** The address of a page in this language: /blog → /bn/blog */
  at: (path: string) => string
}

const wordsDir = join(import.meta.dirname, '../../web/i18n/en')
// Messages only: the articles of the blog are components (.tsx).
const files = readdirSync(wordsDir).filter((name) => name.endsWith('.ts') && name !== 'namespaces.ts')

/** What each file of English words brings, by its name: a chapter stands in a file of its own. */
export const englishFiles: ReadonlyMap<string, unknown[]> = new Map(
  await Promise.all(
    files.map(async (name): Promise<[string, unknown[]]> => [name, Object.values(await import(join(wordsDir, name)))]),
  ),
)

const isChapter = (value: unknown): value is { name: string; en: unknown } =>
  typeof value === 'object' && value !== null && 'name' in value && 'en' in value

const english: Read = {
  code: 'en',
  name: 'English',
  words: en,
  // The files are those that the type is made of; web/i18n/messages.test.ts compares them with Bangla, place for place.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  chapters: Object.fromEntries(
    [...englishFiles.values()].flat().flatMap((value) => (isChapter(value) ? [[value.name, value.en]] : [])),
  ) as Chapters,
  figures: englishFigures,
  at: (path) => path,
}

const bangla: Read = {
  code: 'bn',
  name: 'Bangla',
  words: bn,
  chapters: banglaChapters,
  figures: banglaFigures,
  at: (path) => {
    const { pathname, search, hash } = new URL(path, 'http://shop')
    return pathIn('bn', pathname) + search + hash
  },
}

export const languages = [english, bangla] as const

/** A sentence with a name or a number in it, as a pattern: `patternOf(words.heading)` finds "Sellers: 12". */
export const patternOf = (sentence: (given: never) => string): RegExp => {
  // A sentence that counts wants a number, and one with a name is content with it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const filled = sentence(7 as never).trim()
  const escaped = filled.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll(/[7৭]/g, '.+')}$`)
}
