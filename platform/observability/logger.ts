// The log: one line of JSON for each event, without what people typed.
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'

/** The innermost cause: a query's own message lists its values, its cause only says what the database found wrong. */
const innermost = (error: Error): Error => (error.cause instanceof Error ? innermost(error.cause) : error)

/** Without signs that a terminal obeys, and without addresses of people, which other programs put into their sentences. */
const masked = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[^\s@<>"'(]{1,200}@[^\s@<>"',;)]+/g, '[address]')

const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined

/** What the log keeps of an error: its kind, the innermost sentence, and where it came from; never a query's values. */
const keptOf = (error: Error) => {
  const cause = innermost(error)
  const { message } = cause
  return {
    type: cause.constructor.name,
    code: codeOf(cause),
    message: message.startsWith('Failed query') ? 'Failed query' : masked(message),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
  }
}

function logMasked(this: Logger, words: Parameters<LogFn>, log: LogFn): void {
  const clean = words.map((word: unknown) => (typeof word === 'string' ? masked(word) : word))
  Reflect.apply(log, this, clean)
}

/** Opens the log; to the terminal unless a stream is given. */
export const openLog = (level: string, stream?: DestinationStream): Logger =>
  pino({ level, base: null, serializers: { err: keptOf }, hooks: { logMethod: logMasked } }, stream)
