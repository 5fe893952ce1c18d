import { z } from 'zod'
import type { Calls } from './call.ts'
import { Email, longText, Telephone, text } from './fields.ts'

export const contactCalls = {
  'POST /contact': {
    summary: 'Write to the shop',
    access: 'anyone',
    body: z.strictObject({
      name: text('your name', 80).optional(),
      email: Email,
      phone: Telephone.optional(),
      subject: text('a subject', 120).optional(),
      message: longText('a message', 4_000).optional(),
    }),
    answer: z.object({ acknowledged: z.literal(true), message: z.string() }),
  },
} as const satisfies Calls
