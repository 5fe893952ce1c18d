// The two languages of the screens, as the journeys read them: addresses, and the words that a person looks for.
import { pathIn, type LanguageCode, type Words } from '../web/language.ts'
import { account } from '../web/words/account.ts'
import { bikeDetails } from '../web/words/bike-details.ts'
import { bn } from '../web/words/bn/bn.ts'
import { chapters as banglaChapters } from '../web/words/bn/chapters.ts'
import { catalogue } from '../web/words/catalogue.ts'
import type { Chapters } from '../web/words/chapters.ts'
import { desk } from '../web/words/desk.ts'
import { buyer } from '../web/words/en-buyer.ts'
import { en } from '../web/words/en.ts'
import { entrance } from '../web/words/entrance.ts'
import { selling } from '../web/words/selling.ts'

export type Read = {
  code: LanguageCode
  /** How the language is called in the title of a test. */
  name: 'English' | 'Bangla'
  words: Words
  chapters: Pick<Chapters, 'account' | 'bikeDetails' | 'buyer' | 'catalogue' | 'desk' | 'entrance' | 'selling'>
  /** The address of a page in this language: /blog → /bn/blog */
  at: (path: string) => string
}

const english: Read = {
  code: 'en',
  name: 'English',
  words: en,
  chapters: {
    account: account.en,
    bikeDetails: bikeDetails.en,
    buyer: buyer.en,
    catalogue: catalogue.en,
    desk: desk.en,
    entrance: entrance.en,
    selling: selling.en,
  },
  at: (path) => path,
}

const bangla: Read = {
  code: 'bn',
  name: 'Bangla',
  words: bn,
  chapters: banglaChapters,
  at: (path) => {
    const { pathname, search, hash } = new URL(path, 'http://shop')
    return pathIn('bn', pathname) + search + hash
  },
}

export const languages = [english, bangla] as const

/** A sentence with a name or a number in it, as a pattern: `patternOf(words.heading)` finds "Sellers: 12". */
export const patternOf = (sentence: (given: never) => string): RegExp => {
  // A sentence that counts wants a number, and one with a name is content with it.
  const filled = sentence(7 as never).trim()
  const escaped = filled.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll(/[7৭]/g, '.+')}$`)
}
