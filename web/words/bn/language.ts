import { banglaFigures } from '#web/figures-bangla.ts'
import type { Language } from '#web/language.ts'
import { bn } from './bn.ts'
import { chapters } from './chapters.ts'

/** Everything that a Bangla page says, in one piece. */
export const bangla: Language = { code: 'bn', basename: '/bn', words: bn, chapters, figures: banglaFigures }
