import { useChapter, useWords } from '#web/world.ts'
import type { Words } from '#web/language.ts'
import type { Chapters } from './chapters.ts'
import { dashboard } from './dashboard.ts'
import { buyer } from './en-buyer.ts'

/** The words of every screen, and those of the buyer's and of the dashboard, which are fetched with these screens. */
export const useBuyerWords = (): Words & Chapters['buyer'] & Pick<Chapters, 'dashboard'> => ({
  ...useWords(),
  ...useChapter(buyer),
  dashboard: useChapter(dashboard),
})
