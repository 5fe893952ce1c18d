// Pure. Auth rules: same-site requests, who registers as what, mapping better-auth errors, who needs a second factor.
import { AccountEmail } from '#contract/fields.ts'
import { ApiError, type ApiErrorCode } from '#contract/errors/api-errors.ts'
import { parsePictureHash } from '#contract/picture-sizes.ts'
import { personName } from '#contract/names/person-name.ts'
import { findContactDetails } from '#platform/contact-details/masking.ts'
import type { Role } from '#market/schema/people/members.ts'

const maxNameLength = 80
const maxPhotoUrlLength = 500

/**
 * Refuses a cross-site request (CSRF). A request without both headers comes from a program, which sends no cookies of a
 * user.
 */
export const assertSameSite = (
  source: { origin: string | undefined; fetchSite: string | undefined },
  publicUrl: string,
): void => {
  const isForeignOrigin = source.origin !== undefined && source.origin !== new URL(publicUrl).origin
  // `same-site` (a sibling subdomain) is refused too; `none` is a URL that the user typed or opened.
  const isSameSite = source.fetchSite === undefined || source.fetchSite === 'same-origin' || source.fetchSite === 'none'
  if (isForeignOrigin || !isSameSite) throw new ApiError('foreign_site')
}

/** Returns the path of a URL on this site, for the redirect after login; refuses URLs of other sites. */
export const toLocalPath = (target: string, publicUrl: string): string => {
  const url = target.startsWith('/') && URL.canParse(target, publicUrl) ? new URL(target, publicUrl) : null
  if (url?.origin !== new URL(publicUrl).origin) throw new ApiError('foreign_address', { field: 'callbackURL' })
  const path = `${url.pathname}${url.search}${url.hash}`
  // A path such as /.//example.com becomes //example.com here, which is a URL of another site.
  if (path.startsWith('//')) throw new ApiError('foreign_address', { field: 'callbackURL' })
  return path
}

/** The role of a new member: Seller if chosen in the form, otherwise Buyer, also after social login; never Admin. */
export const getSignUpRole = (path: string | undefined, body: unknown): Exclude<Role, 'Admin'> => {
  const isForm = path === '/sign-up/email' && typeof body === 'object' && body !== null && 'role' in body
  return isForm && body.role === 'Seller' ? 'Seller' : 'Buyer'
}

type NewMember = { name: string; email: string; image?: string | null | undefined }

const MemberName = personName('your_name', maxNameLength)

/**
 * The name that the social provider sends, else the first part of the address; both may be reserved, a telephone number or
 * no visible text.
 */
const toMemberName = (name: string, email: string): string => {
  const candidates = [name.normalize('NFC').trim().slice(0, maxNameLength), email.split('@')[0] ?? '']
  const names = candidates.map((candidate) => MemberName.safeParse(candidate))
  return names.find(({ data }) => data !== undefined && findContactDetails(data).length === 0)?.data ?? 'Member'
}

const toPhotoUrl = (image: string | null | undefined): string | null => {
  if (!image) return null
  if (parsePictureHash(image) !== null) return image
  return image.startsWith('https://') && URL.canParse(image) && image.length <= maxPhotoUrlLength ? image : null
}

/** Sanitizes the profile of a new member, which the social provider may send; null if its e-mail address is invalid. */
export const sanitizeNewMember = (claimed: NewMember): { name: string; email: string; image: string | null } | null => {
  const email = AccountEmail.safeParse(claimed.email)
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
  // Two backup codes of one member at once: one login wins, the other starts again and its code is still good.
  409: 'login_expired',
  429: 'too_many_requests',
}

/** Maps an error of better-auth to ours; throws when neither its code nor its HTTP status is known. */
export const toApiError = (status: number, authCode = ''): ApiError => {
  const code = errorCodesByAuthCode[authCode] ?? errorCodesByStatus[status]
  if (code) return new ApiError(code, { field: fieldsByErrorCode[code] })
  throw new Error(`better-auth returned status ${status}, code "${authCode}".`)
}

/**
 * Whether a second factor is optional, suggested or required for a member. A stolen password of an admin or a cashier must
 * not be enough, because an admin can do everything and a cashier moves money.
 */
export const getSecondFactorPolicy = (
  {
    role,
    hasSecondFactor,
    isCashier = false,
    isModerator = false,
  }: { role: Role; hasSecondFactor: boolean; isCashier?: boolean; isModerator?: boolean },
  adminPolicy: 'asked' | 'required',
): 'free' | 'asked' | 'required' =>
  (role === 'Admin' || isCashier || isModerator) && !hasSecondFactor ? adminPolicy : 'free'

const socialErrorCodes: Record<string, ApiErrorCode> = {
  access_denied: 'social_cancelled',
  account_not_linked: 'account_not_joined',
  ACCOUNT_REMOVED: 'account_removed',
  EMAIL_UNUSABLE: 'social_email_unusable',
  email_not_found: 'social_email_unusable',
  state_not_found: 'social_expired',
  state_mismatch: 'social_expired',
}

/** Maps an error of the social login to the code that the login page shows. */
export const toSocialErrorCode = (error: string): ApiErrorCode => socialErrorCodes[error] ?? 'social_failed'
