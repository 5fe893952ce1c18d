// Where the code refuses something with an ApiError, and which of these lines the cases of a test have reached.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tracingChannel } from 'node:diagnostics_channel'
import { ApiError } from '#contract/errors/api-errors.ts'

const root = join(import.meta.dirname, '../..')

/** A line of a file and the code of the error that it throws: `market/deals/state.ts:12 deal_closed`. */
export type ApiErrorSite = string

const thrown = /\b(?:refuse|new ApiError)\(([^)]*)/g

// A code that is computed, such as `new ApiError(obstacle)`: any case that reaches the line will do.
const anyCode = '(any)'

/** The codes that stand in the arguments of an error; one that is computed is `(any)`. */
const listCodes = (args: string): string[] => {
  const codes = [...args.replace(/\{.*/, '').matchAll(/'([a-z_]+)'/g)].map(([, code = '']) => code)
  return codes.length > 0 ? codes : [anyCode]
}

/** Lists the lines of a text that throw an ApiError, without the one of `refuse` itself. */
export const listSites = (file: string, text: string): ApiErrorSite[] =>
  text
    .split('\n')
    .flatMap((line, at, lines) =>
      /\bconst refuse = /.test(`${lines[at - 1]}${line}`) || /^\s*(?:\/\/|\/?\*)/.test(line)
        ? []
        : [...line.matchAll(thrown)].flatMap(([, args = '']) =>
            listCodes(args).map((code) => `${file}:${at + 1} ${code}`),
          ),
    )

const listSitesOfFile = (file: string): ApiErrorSite[] => listSites(file, readFileSync(join(root, file), 'utf8'))

/** Finds the line that threw an error: the first of the stack that is in a file of the shop and not in `refuse` itself. */
const findSite = (error: ApiError): ApiErrorSite | null => {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line) && !/^\s+at refuse /.test(line))
  // The folder of the project may itself be named like one of these.
  const frame = (frames[0] ?? '').replace(`${root}/`, '')
  const [, file, line] = /((?:market|platform|contract|server)\/[^:?]+)[^:]*:(\d+):\d+\)?$/.exec(frame) ?? []
  return file === undefined ? null : `${file}:${line} ${error.code}`
}

/** The lines that cases reached. */
export type ReachedSites = {
  /** Calls a rule; returns what it gives, or the ApiError that it throws. */
  call: <T>(rule: () => T) => T | ApiError
  /** The same for one that is waited for. */
  callLater: <T>(rule: () => Promise<T>) => Promise<T | ApiError>
  /** The lines of these files that no case has reached. */
  listMissing: (files: readonly string[]) => ApiErrorSite[]
  /** Ends the recording of the errors of requests. */
  close: () => void
}

/** Records the lines that throw an ApiError: in rules that are called with `call`, and in the requests of this process. */
export const recordApiErrorSites = (): ReachedSites => {
  const reached = new Set<ApiErrorSite | null>()
  const handling = tracingChannel('fastify.request.handler')
  const record = (error: unknown): void => {
    for (let cause = error; cause instanceof Error; cause = cause.cause)
      if (cause instanceof ApiError) {
        const site = findSite(cause)
        reached.add(site)
        reached.add(site?.replace(/ .*/, ` ${anyCode}`) ?? null)
      }
  }
  const recordRequest = (message: unknown): void => {
    if (typeof message === 'object' && message !== null && 'error' in message) record(message.error)
  }
  handling.error.subscribe(recordRequest)
  const recordThrown = (error: unknown): ApiError => {
    if (!(error instanceof ApiError)) throw error
    record(error)
    return error
  }
  return {
    call: (rule) => {
      try {
        return rule()
      } catch (error) {
        return recordThrown(error)
      }
    },
    callLater: (rule) => rule().catch(recordThrown),
    listMissing: (files) => files.flatMap(listSitesOfFile).filter((site) => !reached.has(site)),
    close: () => handling.error.unsubscribe(recordRequest),
  }
}
