import { banglaFormat } from './format-bangla.ts'
import type { Language } from './language.ts'
import { bn } from './bn/core.ts'
import { namespaces } from './bn/namespaces.ts'

/** Everything that a Bangla page says, in one piece. */
export const bangla: Language = { code: 'bn', basename: '/bn', messages: bn, namespaces, format: banglaFormat }
