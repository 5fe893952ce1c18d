import type { z } from 'zod'
import type { Transfer as Shape } from '#contract/transfers/transfers.ts'

export type Transfer = z.output<typeof Shape>
