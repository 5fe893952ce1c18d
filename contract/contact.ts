import { z } from 'zod'
import { toReason } from './errors/reasons.ts'
import type { Calls } from './call.ts'
import { Email, Id, multilineTextField, Paging, Telephone, textField } from './fields.ts'

export const Message = z
  .object({
    _id: Id,
    name: z.string().nullable(),
    email: z.string(),
    phone: z.string().nullable(),
    subject: z.string().nullable(),
    message: z.string().nullable(),
    /** Day/month/year when it was written, in Dhaka. */
    date: z.string(),
    /** Time when it was written, in Dhaka. */
    time: z.string(),
    /** The admin has marked it as handled. */
    handled: z.boolean(),
  })
  .meta({ id: 'Message' })

export const contactCalls = {
  'POST /contact': {
    summary: 'Write to Motohaat',
    access: 'anyone',
    limit: 'message',
    doesNotInvalidateCache: true,
    hasIdempotencyKey: true,
    body: z.strictObject({
      name: textField('your_name', 80).optional(),
      email: Email,
      phone: Telephone.optional(),
      subject: textField('subject', 120).optional(),
      message: multilineTextField('message', 4_000).optional(),
      /** Created by the form. A retry after a lost response has the same id, so the message is stored once. */
      draftId: Id.optional(),
    }),
    response: z.object({ acknowledged: z.literal(true), message: z.string() }),
  },
  'GET /messages': {
    summary: 'The messages from the contact form, newest first',
    access: 'admin',
    query: Paging,
    response: z.array(Message),
    list: true,
    counted: true,
  },
  'PUT /messages/:id': {
    summary: 'Mark a message as handled',
    access: 'admin',
    params: z.strictObject({ id: Id }),
    body: z.strictObject({ handled: z.literal(true, { error: toReason('not_handled') }) }),
    response: z.object({ modifiedCount: z.int() }),
    errors: ['not_found'],
  },
} as const satisfies Calls
