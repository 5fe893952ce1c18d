// What members may see of each other.
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Member, Role } from './table.ts'

/** Refuses the e-mail address of somebody else. Without an address, a request concerns the member who sends it. */
export const assertOwnEmail = (me: Pick<Member, 'email'>, email: string | undefined): void => {
  if (email !== undefined && me.email !== email) throw new ApiError('not_your_email')
}

/** Only the member and the admin may see a role; others could find out which addresses have an account. */
export const assertMaySeeRole = (me: { email: string; role: Role }, email: string): void => {
  if (me.role !== 'Admin') assertOwnEmail(me, email)
}
