// Password reset: requesting the e-mail, and choosing a new password with the token in its link.
import { z } from 'zod'
import { toReason } from '#contract/errors/reasons.ts'
import type { Calls } from '#contract/call.ts'
import { Email } from '#contract/fields.ts'
import { NewPassword } from './sign-in.ts'

export const passwordResetCalls = {
  'POST /auth/request-password-reset': {
    summary: 'E-mail a link to choose a new password; the answer is the same for every address',
    access: 'anyone',
    limit: 'forgotten',
    body: z.strictObject({ email: Email }),
    response: z.object({ acknowledged: z.literal(true) }),
    errors: ['foreign_site'],
  },
  'POST /auth/reset-password': {
    summary: 'Choose a new password with the token from the e-mail; all sessions end',
    access: 'anyone',
    limit: 'link',
    body: z.strictObject({
      token: z.string({ error: toReason('invalid_email_link') }).max(200, toReason('invalid_email_link')),
      newPassword: NewPassword,
    }),
    response: z.object({ acknowledged: z.literal(true) }),
    errors: ['reset_expired', 'common_password', 'guessable_password', 'foreign_site'],
  },
} as const satisfies Calls
