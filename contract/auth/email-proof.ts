// Proving that an e-mail address is the member's: asking for the link, and using it.
import { z } from 'zod'
import { toReason } from '#contract/errors/reasons.ts'
import type { Calls } from '#contract/call.ts'
import { NewPassword, Password } from './sign-in.ts'

const acknowledgedResponse = z.object({ acknowledged: z.literal(true) })

export const emailProofCalls = {
  'POST /auth/send-verification-email': {
    summary: 'E-mail me a link with which I confirm my address; none is sent if it is confirmed already',
    access: 'session',
    limit: 'emailProof',
    doesNotInvalidateCache: true,
    body: z.strictObject({}).optional(),
    response: acknowledgedResponse,
    errors: ['foreign_site'],
  },
  'POST /auth/verify-email': {
    summary:
      'Confirm an address with the token from the e-mail, and a session or the password of the account, or a new password that replaces all logins',
    access: 'anyone',
    limit: 'link',
    body: z.strictObject({
      token: z.string({ error: toReason('invalid_email_link') }).max(200, toReason('invalid_email_link')),
      /** The password of the registration, where this browser is not logged in. */
      password: Password.optional(),
      /** For somebody who has the mailbox and neither: ends every login that was set before. */
      newPassword: NewPassword.optional(),
    }),
    response: acknowledgedResponse,
    errors: [
      'proof_expired',
      'password_needed',
      'wrong_password',
      'common_password',
      'guessable_password',
      'foreign_site',
    ],
  },
} as const satisfies Calls
