// What a screen tells the person when a call did not go well.
import { ApiResponseError, UnreachableError } from '#contract/client.ts'

/** A sentence for the person, and the name of the field it is about where there is one. */
export type DisplayError = { message: string; field?: string }

/**
 * Whether the shop said no. Told by its shape: on the server the client comes from another copy of its module than the
 * screens, so its class is not the one that stands here.
 */
export const isApiResponseError = (error: unknown): error is ApiResponseError =>
  error instanceof ApiResponseError ||
  (error instanceof Error && 'status' in error && 'code' in error && 'body' in error)

/** The sentence of a refusal or of a lost connection; anything else is a fault of ours and is thrown on. */
export const toDisplayError = (error: unknown): DisplayError => {
  if (isApiResponseError(error)) {
    const { field } = error.body
    return { message: error.message, ...(field !== undefined && field !== '' && { field }) }
  }
  if (error instanceof UnreachableError) return { message: error.message }
  throw error
}

/** A list that came, or the sentence that stands in its place. */
export type LoadResult<T> = { ok: true; value: T } | { ok: false; message: string }

/** Turns a failed call into its sentence, so that one list that fails does not take the page with it. */
export const toLoadResult = async <T>(request: Promise<T>): Promise<LoadResult<T>> => {
  try {
    return { ok: true, value: await request }
  } catch (error) {
    return { ok: false, message: toDisplayError(error).message }
  }
}
