// What members may learn of each other.
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Member, Role } from './table.ts'

/** Refuses what is said of another person's address; a call that names none is about the person who makes it. */
export const assertOwnEmail = (me: Pick<Member, 'email'>, email: string | undefined): void => {
  if (email !== undefined && me.email !== email) throw new ApiError('not_your_email')
}

/** A role is told to the person and to the admin; to others it would tell which addresses have an account. */
export const assertMaySeeRole = (me: { email: string; role: Role }, email: string): void => {
  if (me.role !== 'Admin') assertOwnEmail(me, email)
}
