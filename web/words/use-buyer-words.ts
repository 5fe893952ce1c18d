import { useChapter, useWords } from '../world.ts'
import type { Words } from '../language.ts'
import type { Chapters } from './chapters.ts'
import { buyer } from './en-buyer.ts'

/** The words of every screen, and those of the buyer's, which are fetched with these screens. */
export const useBuyerWords = (): Words & Chapters['buyer'] => ({ ...useWords(), ...useChapter(buyer) })
