// Pure. Which members the admin may verify or remove.
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Role } from '#market/schema/people/members.ts'

/** Returns the error of verifying this member, or null. Only sellers can be verified. */
export const checkVerification = (member: { role: Role } | undefined): ApiError | null => {
  if (!member) return new ApiError('not_found')
  return member.role === 'Seller' ? null : new ApiError('only_sellers')
}

/** Returns the error of removing this member, or null. Admins cannot be removed. */
export const checkRemoval = (member: { role: Role } | undefined): ApiError | null => {
  if (!member) return new ApiError('not_found')
  return member.role === 'Admin' ? new ApiError('admin_stays') : null
}
