// Error messages that pages show.
import { ApiResponseError, UnreachableError } from '#contract/client.ts'

/** A message for the user, and the name of the field it belongs to, if any. */
export type DisplayError = { message: string; field?: string }

/**
 * Whether the API responded with an error. Checks the shape too: during server-side rendering the client comes from
 * another copy of its module, so `instanceof` fails.
 */
export const isApiResponseError = (error: unknown): error is ApiResponseError =>
  error instanceof ApiResponseError ||
  (import.meta.env.SSR && error instanceof Error && 'status' in error && 'code' in error && 'body' in error)

/** The message of an API error or a lost connection; throws any other error again, because it is a bug. */
export const toDisplayError = (error: unknown): DisplayError => {
  if (isApiResponseError(error)) {
    const { field } = error.body
    return { message: error.message, ...(field !== undefined && field !== '' && { field }) }
  }
  if (error instanceof UnreachableError) return { message: error.message }
  throw error
}

/** A loaded value, or the error message to show in its place. */
export type LoadResult<T> = { ok: true; value: T } | { ok: false; message: string }

/** Turns a failed call into an error message, so that one failed list does not fail the page. */
export const toLoadResult = async <T>(request: Promise<T>): Promise<LoadResult<T>> => {
  try {
    return { ok: true, value: await request }
  } catch (error) {
    return { ok: false, message: toDisplayError(error).message }
  }
}
