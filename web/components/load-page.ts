import { isApiResponseError, toDisplayError, type LoadResult } from '#web/context/display-error.ts'

/**
 * A loaded value, or the message to show in its place when the network or the server fails. Errors that the router answers,
 * such as 401 and 404, are thrown.
 */
export const toPageResult = async <T>(request: Promise<T>): Promise<LoadResult<T>> => {
  try {
    return { ok: true, value: await request }
  } catch (error) {
    if (isApiResponseError(error) && error.status < 500) throw error
    return { ok: false, message: toDisplayError(error).message }
  }
}
