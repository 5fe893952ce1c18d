// The log: one line of JSON for each event, without what people typed.
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'

/** The innermost cause: a query's own message lists its values, its cause only says what the database found wrong. */
const getInnermostCause = (error: Error): Error =>
  error.cause instanceof Error ? getInnermostCause(error.cause) : error

/** Without signs that a terminal obeys, and without addresses of people, which other programs put into their sentences. */
const maskText = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[^\s@<>"'(]{1,200}@[^\s@<>"',;)]+/g, '[address]')

const getErrorCode = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined

/** What the log keeps of an error: its kind, the innermost sentence, and where it came from; never a query's values. */
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

/** Opens the log; to the terminal unless a stream is given. */
export const createLogger = (level: string, stream?: DestinationStream): Logger =>
  pino({ level, base: null, serializers: { err: serializeError }, hooks: { logMethod: logMasked } }, stream)
