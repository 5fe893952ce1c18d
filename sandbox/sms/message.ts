import { z } from 'zod'

/** A text message as the app posts it. */
export const Message = z.object({ id: z.uuid(), number: z.string().max(20), text: z.string().max(500) })

/** A text message with the time at which it arrived. */
export type ReceivedMessage = z.output<typeof Message> & { at: Date }
