import { useChapter, useWords } from './app-context.ts'
import type { Words } from '#web/i18n/language.ts'
import type { Chapters } from '#web/i18n/en/namespaces.ts'
import { dashboard } from '#web/i18n/en/dashboard.ts'
import { buyer } from '#web/i18n/en/buyer.ts'

/** The words of every screen, and those of the buyer's and of the dashboard, which are fetched with these screens. */
export const useBuyerWords = (): Words & Chapters['buyer'] & Pick<Chapters, 'dashboard'> => ({
  ...useWords(),
  ...useChapter(buyer),
  dashboard: useChapter(dashboard),
})
