// What a database's trouble means: whether it is away, and whether asking once more may help.

/** An error and what caused it, the outermost first. */
export const walkCauses = function* (error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause
}

const getErrorCode = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

// Gone, going, full, or not letting us in: the network's words, then PostgreSQL's own (08 connection, 28 who are you,
// 53 out of something, 57P0x shutting down, 57014 and 55P03 took too long, 25P03 cut a transaction that dawdled).
const unavailableCodes =
  /^(?:ECONNREFUSED|ENOENT|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EMFILE|08\w{3}|28\w{3}|53\w{3}|57P0[1-5]|57014|55P03|25P0[34])$/
// What pg says by itself, which has no code.
const unavailableMessages =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout|timeout expired|Client was closed|Client has encountered a connection error|Connection ended unexpectedly|The server does not support SSL|SASL)/
// Two transactions that could not both be done: the one that was sent away may come again.
const conflictCodes = /^(?:40001|40P01)$/

/** Whether the database cannot be asked right now, so that the person should come again. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  [...walkCauses(error)].some(
    (cause) => unavailableCodes.test(getErrorCode(cause)) || unavailableMessages.test(cause.message),
  )

/** Whether it was in the way of another transaction and nothing of it was done. */
export const isConflict = (error: unknown): boolean =>
  [...walkCauses(error)].some((cause) => conflictCodes.test(getErrorCode(cause)))
