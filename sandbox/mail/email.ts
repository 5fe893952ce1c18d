import { z } from 'zod'

/** A letter as the shop hands it over. */
export const Email = z.object({
  id: z.uuid(),
  from: z.string().max(300),
  recipient: z.string().max(254),
  subject: z.string().max(200),
  text: z.string().max(20_000),
})

/** A letter as it came in. */
export type ReceivedEmail = z.output<typeof Email> & { at: Date }
