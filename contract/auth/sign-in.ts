// Registration, login, logout and access token. Only the auth endpoints read the session cookie.
import { accessTokenSeconds } from '#contract/time/lifetimes.ts'
import { maxPasswordLength, minPasswordLength } from '#contract/limits.ts'
import { z } from 'zod'
import { toReason } from '#contract/errors/reasons.ts'
import type { Calls } from '#contract/call.ts'
import { AccountEmail, Email, PhotoUrl, Role } from '#contract/fields.ts'
import { personName } from '#contract/names/person-name.ts'

/** The specification's session user. */
export const SessionUser = z
  .object({
    uid: z.string(),
    email: z.string(),
    displayName: z.string(),
    photoURL: z.string().nullable(),
    emailVerified: z.boolean(),
    /** Set where a mail server said that the address does not exist. */
    emailBounced: z.literal(true).optional(),
  })
  .meta({ id: 'SessionUser' })

export const Password = z
  .string({ error: toReason('missing', { field: 'password' }) })
  .min(1, toReason('missing', { field: 'password' }))
  .max(maxPasswordLength, toReason('password_too_long'))

export const NewPassword = Password.min(minPasswordLength, toReason('password_too_short'))

export const signInCalls = {
  'POST /auth/sign-up/email': {
    summary: 'Create an account with the chosen role',
    access: 'anyone',
    limit: 'signUp',
    hasIdempotencyKey: true,
    body: z.strictObject({
      name: personName('your_name', 80),
      image: PhotoUrl,
      email: AccountEmail,
      password: NewPassword,
      role: Role.optional(),
    }),
    response: z.object({ user: SessionUser }),
    errors: ['email_taken', 'common_password', 'guessable_password', 'foreign_site'],
  },
  'POST /auth/sign-in/email': {
    summary: 'Log in with e-mail and password',
    access: 'anyone',
    limit: 'login',
    doesNotInvalidateCache: true,
    body: z.strictObject({ email: AccountEmail, password: Password }),
    response: z.object({
      /** Null if the second factor comes next; `needsCode` is set then. */
      user: SessionUser.nullable(),
      needsCode: z.literal(true).optional(),
      /** Set if an admin should or must set up a second factor. */
      secondFactorIs: z.enum(['asked', 'required']).optional(),
    }),
    errors: ['wrong_login', 'account_removed', 'foreign_site'],
  },
  'POST /auth/sign-in/social': {
    summary: 'Begin a login at the social provider; returns where to go',
    access: 'anyone',
    body: z.strictObject({ callbackURL: z.string().max(500).optional() }),
    response: z.object({ url: z.string() }),
    errors: ['foreign_address', 'foreign_site', 'social_unavailable'],
  },
  'GET /auth/callback/:provider': {
    summary: 'Where the social provider sends the person back to',
    access: 'anyone',
    params: z.strictObject({ provider: z.string().max(40) }),
    query: z.object({}).loose(),
    response: z.object({}),
    redirects: true,
  },
  'GET /auth/get-session': {
    summary: 'Who is signed in, if anybody',
    access: 'anyone',
    response: z.object({ user: SessionUser.nullable() }),
  },
  'POST /auth/sign-out': {
    summary: 'End the session',
    access: 'anyone',
    doesNotInvalidateCache: true,
    body: z.strictObject({}).optional(),
    response: z.object({ success: z.boolean() }),
    errors: ['foreign_site'],
  },
  'POST /jwt': {
    summary: `An access token for the signed-in person; it lives ${accessTokenSeconds} seconds`,
    access: 'session',
    limit: 'token',
    doesNotInvalidateCache: true,
    body: z.strictObject({ email: Email }),
    response: z.object({ token: z.string() }),
    errors: ['foreign_site', 'not_your_email'],
  },
} as const satisfies Calls
