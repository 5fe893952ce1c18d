// The log: one line of JSON for each event, without user input.
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'

/** The innermost cause. The message of a query error lists its parameters; its cause has only PostgreSQL's message. */
const getInnermostCause = (error: Error): Error =>
  error.cause instanceof Error ? getInnermostCause(error.cause) : error

/** Removes control characters, and e-mail addresses, which messages of other programs contain. */
const maskText = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[^\s@<>"'(]{1,200}@[^\s@<>"',;)]+/g, '[address]')

const getErrorCode = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Serializes an error: type, innermost message and stack; never the parameters of a query. */
const serializeError = (error: Error) => {
  const cause = getInnermostCause(error)
  const { message } = cause
  return {
    type: cause.constructor.name,
    code: getErrorCode(cause),
    message: message.startsWith('Failed query') ? 'Failed query' : maskText(message),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
  }
}

function logMasked(this: Logger, args: Parameters<LogFn>, log: LogFn): void {
  const maskedArgs = args.map((arg: unknown) => (typeof arg === 'string' ? maskText(arg) : arg))
  Reflect.apply(log, this, maskedArgs)
}

/** Creates the logger; writes to stdout by default. */
export const createLogger = (level: string, stream?: DestinationStream): Logger =>
  pino({ level, base: null, serializers: { err: serializeError }, hooks: { logMethod: logMasked } }, stream)
