import { banglaFormat } from './format-bangla.ts'
import type { Language } from './language.ts'
import { bn } from './bn/core.ts'
import { namespaces } from './bn/namespaces.ts'

/** The Bangla messages and formats, loaded as one chunk, without those of members' pages. */
export const bangla: Language = {
  code: 'bn',
  basename: '/bn',
  messages: bn,
  namespaces: { ...namespaces },
  format: banglaFormat,
}
