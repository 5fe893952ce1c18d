// The member's own account: profile, password and sessions.
import { z } from 'zod'
import type { Calls } from '#contract/call.ts'
import { Id, PhotoUrl } from '#contract/fields.ts'
import { personName } from '#contract/names/person-name.ts'
import { NewPassword, Password, SessionUser } from './sign-in.ts'

/** The password, before an action that cannot be undone. An account without a password needs a recent login instead. */
export const ReauthenticationBody = z.strictObject({ password: Password.optional() })

const acknowledgedResponse = z.object({ acknowledged: z.literal(true) })

const Session = z
  .object({
    _id: Id,
    /** The user agent, or an empty string. */
    device: z.string(),
    signedInAt: z.iso.datetime(),
    /** Exact to a few minutes. */
    lastSeenAt: z.iso.datetime(),
    isThisOne: z.boolean(),
  })
  .meta({ id: 'Session' })

export const accountCalls = {
  'GET /auth/account': {
    summary: 'What the signed-in person can see and change in their account',
    access: 'session',
    response: z.object({
      user: SessionUser,
      /** What may still be sent to the address; null where it is confirmed and accepts e-mails. */
      unproven: z
        .object({ noticesLeft: z.int(), noticesLeftToday: z.int(), linksLeft: z.int(), isLinkSent: z.boolean() })
        .nullable(),
      hasPassword: z.boolean(),
      hasSecondFactor: z.boolean(),
      /** `asked` or `required` if an admin has no second factor yet, otherwise `free`. */
      secondFactorIs: z.enum(['free', 'asked', 'required']),
    }),
  },
  'POST /auth/update-user': {
    summary: 'Change my name or photo; null removes the photo',
    access: 'session',
    body: z.strictObject({ name: personName('your_name', 80).optional(), image: PhotoUrl.nullable().optional() }),
    response: z.object({ user: SessionUser }),
    errors: ['foreign_site'],
  },
  'POST /auth/change-password': {
    summary: 'Change the password; all other sessions end',
    access: 'session',
    limit: 'proof',
    body: z.strictObject({ currentPassword: Password.optional(), newPassword: NewPassword }),
    response: acknowledgedResponse,
    errors: ['wrong_password', 'common_password', 'guessable_password', 'log_in_again', 'foreign_site'],
  },
  'GET /auth/list-sessions': {
    summary: 'Where this account is logged in, the last one seen first',
    access: 'session',
    response: z.object({ sessions: z.array(Session) }),
  },
  'POST /auth/revoke-session': {
    summary: 'Log one device out',
    access: 'session',
    body: z.strictObject({ id: Id }),
    response: acknowledgedResponse,
    errors: ['not_found', 'foreign_site'],
  },
  'POST /auth/revoke-other-sessions': {
    summary: 'Log all other devices out',
    access: 'session',
    body: z.strictObject({}).optional(),
    response: acknowledgedResponse,
    errors: ['foreign_site'],
  },
} as const satisfies Calls
