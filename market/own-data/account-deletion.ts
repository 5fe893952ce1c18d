// Pure. Who may delete their own account, and when.
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Role } from '#market/schema/people/members.ts'

/**
 * Returns the error of deleting one's own account, or null. The last admin must remain, and a payment in progress needs
 * both its members.
 */
export const checkAccountDeletion = ({ role, isPaying }: { role: Role; isPaying: boolean }): ApiError | null => {
  if (role === 'Admin') return new ApiError('admin_leaves')
  return isPaying ? new ApiError('payment_open') : null
}
