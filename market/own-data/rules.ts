// Who may delete their own account, and when.
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Role } from '#market/members/table.ts'

/**
 * The refusal of deleting the own account, or null.
 * A shop without an admin could not be run any more; a payment under way would have nobody to end it with.
 */
export const checkAccountDeletion = ({ role, isPaying }: { role: Role; isPaying: boolean }): ApiError | null => {
  if (role === 'Admin') return new ApiError('admin_leaves')
  return isPaying ? new ApiError('payment_open') : null
}
