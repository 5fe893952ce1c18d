// The two languages as the tests use them: paths and messages.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import { englishFormat, type Format } from '#web/i18n/format.ts'
import { toLanguagePath, type LanguageCode, type Messages } from '#web/i18n/language.ts'
import { bn } from '#web/i18n/bn/core.ts'
import { inspectionMessages } from '#web/i18n/bn/inspections.ts'
import { memberNamespaces } from '#web/i18n/bn/member-namespaces.ts'
import { namespaces as banglaNamespaces } from '#web/i18n/bn/namespaces.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'
import { en } from '#web/i18n/en/core.ts'

export type TestLanguage = {
  code: LanguageCode
  /** The name in test titles. */
  name: 'English' | 'Bangla'
  messages: Messages
  namespaces: Namespaces
  format: Format
  /** The path of a page in this language: /blog → /bn/blog */
  localizePath: (path: string) => string
}

const messagesDir = join(import.meta.dirname, '../../web/i18n/en')
// Messages only: the articles of the blog are components (.tsx).
const messageFiles = readdirSync(messagesDir).filter((name) => name.endsWith('.ts') && name !== 'namespaces.ts')

/** The exports of each English message file, by file name; each namespace has its own file. */
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
  // The files match the type; web/i18n/messages.test.ts compares their keys with the Bangla ones.
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
  namespaces: { ...banglaNamespaces, ...memberNamespaces, inspections: inspectionMessages },
  format: banglaFormat,
  localizePath: (path) => {
    const { pathname, search, hash } = new URL(path, 'http://shop')
    return toLanguagePath('bn', pathname) + search + hash
  },
}

export const languages = [english, bangla] as const

// Set by `npm run test:long`.
const isLongRun = process.env['LONG_RUN'] === 'yes'

/** The languages of a journey: both in `npm run test:long`, the given one in `npm test`. */
export const chooseLanguages = (codeOfEveryRun: LanguageCode): readonly TestLanguage[] =>
  isLongRun ? languages : languages.filter(({ code }) => code === codeOfEveryRun)

/** A message with a name or number as a pattern: `createPattern(messages.heading)` finds "Sellers: 12". */
export const createPattern = (sentence: (given: never) => string): RegExp => {
  // 7 fits messages with a number, and it works as a name too.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const filled = sentence(7 as never).trim()
  const escaped = filled.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll(/[7৭]/g, '.+')}$`)
}
