import { useChapter, useWords } from '../world.ts'
import type { Words } from '../language.ts'
import { buyer } from './en-buyer.ts'

/** The sentences of the buyer's screens by language: fetched with these screens, since most visits need none of them. */
const chapter = { en: buyer }

/** The words of every screen, and those of the buyer's. */
export const useBuyerWords = (): Words & typeof buyer => ({ ...useWords(), ...useChapter(chapter) })
