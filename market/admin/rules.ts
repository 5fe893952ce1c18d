// What the admin may do to whom.
import { Refused } from '#contract/errors/api-errors.ts'
import type { Role } from '#market/members/table.ts'

/** The refusal of verifying this member, or null: only a seller has bikes that a badge could stand on. */
export const mayVerify = (member: { role: Role } | undefined): Refused | null => {
  if (!member) return new Refused('not_found')
  return member.role === 'Seller' ? null : new Refused('only_sellers')
}

/** The refusal of removing this member, or null: a shop without an admin could not be run any more. */
export const mayRemove = (member: { role: Role } | undefined): Refused | null => {
  if (!member) return new Refused('not_found')
  return member.role === 'Admin' ? new Refused('admin_stays') : null
}
