// Pure. How long a session lasts, and how old a login may be for what is dangerous.
import { freshLoginMinutes } from '#contract/time/lifetimes.ts'
import { hourMs, minuteMs } from '#contract/time/durations.ts'
import { ApiError } from '#contract/errors/api-errors.ts'

/**
 * The maximum age and idle time of a session, in milliseconds. Members return now and then on their own phones. An admin
 * can do everything, perhaps on a shared computer.
 */
export const sessionLifetimes = {
  member: { maxAgeMs: 7 * 24 * hourMs, maxIdleMs: 3 * 24 * hourMs },
  admin: { maxAgeMs: 12 * hourMs, maxIdleMs: hourMs },
} as const

const maxLoginAgeMs = freshLoginMinutes * minuteMs

/** Refuses an older login, for members without a password: somebody else may use the device by now. */
export const assertFreshLogin = ({ signedInAt, now }: { signedInAt: Date; now: Date }): void => {
  if (now.getTime() - signedInAt.getTime() > maxLoginAgeMs) throw new ApiError('log_in_again')
}
