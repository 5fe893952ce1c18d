import { z } from 'zod'

const CalendarFile = z.object({ method: z.enum(['PUBLISH', 'CANCEL']), content: z.string().max(10_000) })

/** An e-mail as the app posts it. */
export const Email = z.object({
  id: z.uuid(),
  from: z.string().max(300),
  recipient: z.string().max(254),
  subject: z.string().max(200),
  text: z.string().max(20_000),
  html: z.string().max(100_000).optional(),
  calendar: CalendarFile.optional(),
})

export type CalendarFile = z.output<typeof CalendarFile>

/** An e-mail with the time at which it arrived. */
export type ReceivedEmail = z.output<typeof Email> & { at: Date }
