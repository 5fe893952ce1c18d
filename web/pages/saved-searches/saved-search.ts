import type { z } from 'zod'
import type { SavedSearch as SavedSearchSchema } from '#contract/alerts.ts'

export type SavedSearch = z.output<typeof SavedSearchSchema>
