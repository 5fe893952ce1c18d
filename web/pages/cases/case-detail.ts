import type { z } from 'zod'
import type { caseCalls } from '#contract/cases/case-calls.ts'

export type CaseDetail = z.output<(typeof caseCalls)['GET /cases/:id']['response']>
