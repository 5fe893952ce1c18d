// Calls of the specification name the member by an e-mail address.
import { ApiError } from '#contract/errors/api-errors.ts'

/** Refuses the e-mail address of somebody else. Without an address, a request concerns the member who sends it. */
export const assertOwnEmail = (me: { email: string }, email: string | undefined): void => {
  if (email !== undefined && me.email !== email) throw new ApiError('not_your_email')
}
