// What the admin may do to whom.
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Role } from '#market/members/table.ts'

/** The refusal of verifying this member, or null: only a seller has bikes that a badge could stand on. */
export const checkVerification = (member: { role: Role } | undefined): ApiError | null => {
  if (!member) return new ApiError('not_found')
  return member.role === 'Seller' ? null : new ApiError('only_sellers')
}

/** The refusal of removing this member, or null: a shop without an admin could not be run any more. */
export const checkRemoval = (member: { role: Role } | undefined): ApiError | null => {
  if (!member) return new ApiError('not_found')
  return member.role === 'Admin' ? new ApiError('admin_stays') : null
}
