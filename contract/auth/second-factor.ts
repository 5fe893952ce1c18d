// The second factor after the password: a code from an authenticator app (TOTP) or a backup code.
import { z } from 'zod'
import { toReason } from '#contract/errors/reasons.ts'
import type { Calls } from '#contract/call.ts'
import { typed } from '#contract/fields.ts'
import { ReauthenticationBody } from './account.ts'
import { SessionUser } from './sign-in.ts'
import { toLatinDigits } from '#contract/text.ts'

const Code = typed('number', toReason('missing', { field: 'code' }))
  .max(40, toReason('missing', { field: 'code' }))
  .overwrite((input) => toLatinDigits(input).replace(/[\s-]/g, ''))
  .regex(/^\d{6}$/, toReason('missing', { field: 'code' }))

// Ten alphanumeric characters, shown with a dash in the middle; the dash is optional in the input.
const BackupCode = typed('number', toReason('invalid_backup_code'))
  .max(40, toReason('invalid_backup_code'))
  .overwrite((input) => input.replace(/[\s-]/g, '').replace(/^(.{5})(.{5})$/, '$1-$2'))
  .regex(/^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/, toReason('invalid_backup_code'))

const BackupCodes = z.array(z.string())
const acknowledgedResponse = z.object({ acknowledged: z.literal(true) })

// The second factor may be turned off while the login waits for its code.
const codeLoginErrors = [
  'login_expired',
  'second_factor_locked',
  'second_factor_off',
  'account_removed',
  'foreign_site',
] as const

export const secondFactorCalls = {
  'POST /auth/two-factor/enable': {
    summary: 'Begin to set up a second factor; it counts after it was confirmed with a code',
    access: 'session',
    limit: 'proof',
    body: ReauthenticationBody,
    response: z.object({ totpURI: z.string(), backupCodes: BackupCodes }),
    errors: ['wrong_password', 'log_in_again', 'second_factor_on', 'foreign_site'],
  },
  'POST /auth/two-factor/confirm': {
    summary: 'Turn the second factor on with a first code; all other sessions end',
    access: 'session',
    limit: 'proof',
    body: z.strictObject({ code: Code }),
    response: acknowledgedResponse,
    errors: ['wrong_code', 'second_factor_on', 'second_factor_off', 'foreign_site'],
  },
  'POST /auth/two-factor/disable': {
    summary: 'Turn the second factor off',
    access: 'session',
    limit: 'proof',
    body: ReauthenticationBody,
    response: acknowledgedResponse,
    errors: ['wrong_password', 'log_in_again', 'second_factor_off', 'foreign_site'],
  },
  'POST /auth/two-factor/generate-backup-codes': {
    summary: 'New backup codes; the old ones stop working',
    access: 'session',
    limit: 'proof',
    body: ReauthenticationBody,
    response: z.object({ backupCodes: BackupCodes }),
    errors: ['wrong_password', 'log_in_again', 'second_factor_off', 'foreign_site'],
  },
  'POST /auth/sign-in/code': {
    summary: 'Finish a login with a code from the app',
    access: 'anyone',
    limit: 'secondFactor',
    body: z.strictObject({ code: Code }),
    response: z.object({ user: SessionUser }),
    errors: ['wrong_code', ...codeLoginErrors],
  },
  'POST /auth/sign-in/backup-code': {
    summary: 'Finish a login with a backup code; each works once',
    access: 'anyone',
    limit: 'secondFactor',
    body: z.strictObject({ code: BackupCode }),
    response: z.object({ user: SessionUser }),
    errors: ['wrong_backup_code', ...codeLoginErrors],
  },
} as const satisfies Calls
