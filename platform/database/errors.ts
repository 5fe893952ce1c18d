// Classifies database errors: unavailable, or a conflict that a retry may solve.

/** The error and its causes, outermost first. */
export const walkCauses = function* (error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause
}

const getErrorCode = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

// System errors, then SQLSTATE: 08 connection exception, 28 invalid authorization, 53 insufficient resources, 57P0x
// shutdown, 57014 query_canceled, 55P03 lock_not_available, 25P03 and 25P04 idle or long transaction timeout.
const unavailableCodes =
  /^(?:ECONNREFUSED|ENOENT|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EMFILE|08\w{3}|28\w{3}|53\w{3}|57P0[1-5]|57014|55P03|25P0[34])$/
// Errors of pg without a code.
const unavailableMessages =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout|timeout expired|Client was closed|Client has encountered a connection error|Connection ended unexpectedly|The server does not support SSL|SASL)/
// serialization_failure and deadlock_detected.
const conflictCodes = /^(?:40001|40P01)$/

/** Whether the database is unavailable for now, so that the request may be repeated later. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  [...walkCauses(error)].some(
    (cause) => unavailableCodes.test(getErrorCode(cause)) || unavailableMessages.test(cause.message),
  )

/** Whether the transaction conflicted with another one and was rolled back. */
export const isConflict = (error: unknown): boolean =>
  [...walkCauses(error)].some((cause) => conflictCodes.test(getErrorCode(cause)))
