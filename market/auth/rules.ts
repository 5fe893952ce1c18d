// What the identity service is held to: who may knock, what is kept of a new member, and what a refusal of it means.
import { Email } from '#contract/fields.ts'
import { ApiError, type ApiErrorCode } from '#contract/errors/api-errors.ts'
import { isVisibleText } from '#contract/text.ts'
import type { Role } from '#market/members/table.ts'

const maxNameLength = 80
const maxPhotoUrlLength = 500

/**
 * Refuses a request that another site made the person's browser send.
 * A request without these headers comes from a program, which carries nobody's cookies by accident.
 */
export const assertSameSite = (
  source: { origin: string | undefined; fetchSite: string | undefined },
  publicUrl: string,
): void => {
  const isForeignOrigin = source.origin !== undefined && source.origin !== new URL(publicUrl).origin
  // A neighbour under the same domain is another site too; "none" is what the person typed or opened themselves.
  const isSameSite = source.fetchSite === undefined || source.fetchSite === 'same-origin' || source.fetchSite === 'none'
  if (isForeignOrigin || !isSameSite) throw new ApiError('foreign_site')
}

/** The page to go to after logging in, as a path of this shop; refuses every other address. */
export const toLocalPath = (target: string, publicUrl: string): string => {
  const url = target.startsWith('/') && URL.canParse(target, publicUrl) ? new URL(target, publicUrl) : null
  if (url?.origin !== new URL(publicUrl).origin) throw new ApiError('foreign_address', { field: 'callbackURL' })
  const path = `${url.pathname}${url.search}${url.hash}`
  // A path such as /.//elsewhere becomes //elsewhere here, and that is the address of another site.
  if (path.startsWith('//')) throw new ApiError('foreign_address', { field: 'callbackURL' })
  return path
}

/** Sellers choose so on the form; everybody else, and everybody from the social provider, is a buyer. Nobody is an admin. */
export const getSignUpRole = (path: string | undefined, body: unknown): Exclude<Role, 'Admin'> => {
  const isForm = path === '/sign-up/email' && typeof body === 'object' && body !== null && 'role' in body
  return isForm && body.role === 'Seller' ? 'Seller' : 'Buyer'
}

type NewMember = { name: string; email: string; image?: string | null | undefined }

const toMemberName = (name: string, email: string): string => {
  const trimmed = name.normalize('NFC').trim().slice(0, maxNameLength).trim()
  // A name cut in the middle of a sign is not showable, and then it is not kept.
  return isVisibleText(trimmed) ? trimmed : (email.split('@')[0] ?? email)
}

const toPhotoUrl = (image: string | null | undefined): string | null =>
  image?.startsWith('https://') && URL.canParse(image) && image.length <= maxPhotoUrlLength ? image : null

/** What is kept of a new member, however the social provider spelt it; null when its e-mail is of no use here. */
export const sanitizeNewMember = (claimed: NewMember): { name: string; email: string; image: string | null } | null => {
  const email = Email.safeParse(claimed.email)
  if (!email.success) return null
  return { email: email.data, name: toMemberName(claimed.name, email.data), image: toPhotoUrl(claimed.image) }
}

const errorCodesByAuthCode: Record<string, ApiErrorCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong_login',
  USER_ALREADY_EXISTS: 'email_taken',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email_taken',
  ACCOUNT_REMOVED: 'account_removed',
  INVALID_PASSWORD: 'wrong_password',
  INVALID_CODE: 'wrong_code',
  INVALID_BACKUP_CODE: 'wrong_backup_code',
  INVALID_TWO_FACTOR_COOKIE: 'login_expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'login_expired',
  ACCOUNT_TEMPORARILY_LOCKED: 'second_factor_locked',
  TOTP_ALREADY_ENABLED: 'second_factor_on',
  TOTP_NOT_ENABLED: 'second_factor_off',
  TWO_FACTOR_NOT_ENABLED: 'second_factor_off',
  BACKUP_CODES_NOT_ENABLED: 'second_factor_off',
}

const fieldsByErrorCode: Partial<Record<ApiErrorCode, string>> = {
  wrong_password: 'password',
  wrong_code: 'code',
  wrong_backup_code: 'code',
}

const errorCodesByStatus: Record<number, ApiErrorCode> = {
  400: 'bad_request',
  401: 'not_signed_in',
  403: 'foreign_site',
  429: 'too_many_requests',
}

/** Maps an error of better-auth to ours; throws when neither its code nor its HTTP status is known. */
export const toApiError = (status: number, authCode = ''): ApiError => {
  const code = errorCodesByAuthCode[authCode] ?? errorCodesByStatus[status]
  if (code) return new ApiError(code, { field: fieldsByErrorCode[code] })
  throw new Error(`better-auth returned status ${status}, code "${authCode}".`)
}

const hourMs = 60 * 60_000

/**
 * How long a session lives, and how long it lives unused, in milliseconds. Members look in now and then on their own
 * telephones; the admin can do everything in the shop, at a desk where others may sit down.
 */
export const sessionLifetimes = {
  member: { maxAgeMs: 7 * 24 * hourMs, maxIdleMs: 3 * 24 * hourMs },
  admin: { maxAgeMs: 12 * hourMs, maxIdleMs: hourMs },
} as const

const maxLoginAgeMs = 10 * 60_000

/** Refuses a person without a password whose login is not fresh: somebody else may sit at their device by now. */
export const assertFreshLogin = ({ signedInAt, now }: { signedInAt: Date; now: Date }): void => {
  if (now.getTime() - signedInAt.getTime() > maxLoginAgeMs) throw new ApiError('log_in_again')
}

/**
 * Whether the shop asks this person for a second factor, or insists on it. The admin can do everything in the shop, so
 * a stolen password must not be enough; others choose for themselves.
 */
export const getSecondFactorPolicy = (
  { role, hasSecondFactor }: { role: Role; hasSecondFactor: boolean },
  adminPolicy: 'asked' | 'required',
): 'free' | 'asked' | 'required' => (role === 'Admin' && !hasSecondFactor ? adminPolicy : 'free')

const socialErrorCodes: Record<string, ApiErrorCode> = {
  access_denied: 'social_cancelled',
  account_not_linked: 'account_not_joined',
  ACCOUNT_REMOVED: 'account_removed',
  EMAIL_UNUSABLE: 'social_email_unusable',
  email_not_found: 'social_email_unusable',
  state_not_found: 'social_expired',
  state_mismatch: 'social_expired',
}

/** Which of our refusals the login screen shows for an error that the social login ended with. */
export const toSocialErrorCode = (error: string): ApiErrorCode => socialErrorCodes[error] ?? 'social_failed'
