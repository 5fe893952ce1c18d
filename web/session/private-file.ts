import { ApiResponseError, UnreachableError } from '#contract/client.ts'
import { createBrowserTokenStorage, type Session } from '#web/session/auth-store.ts'

/** The status, and the whole file of a success. */
const request = async (path: string): Promise<{ status: number; file?: Blob }> => {
  const token = createBrowserTokenStorage().read() ?? ''
  try {
    const response = await fetch(path, { headers: { authorization: `Bearer ${token}` } })
    return { status: response.status, ...(response.ok && { file: await response.blob() }) }
  } catch (cause) {
    throw new UnreachableError('Cannot reach Motohaat. Check your connection and try again.', { cause })
  }
}

/**
 * Fetches a file that needs the access token, such as a private picture. Throws an ApiResponseError when it is refused, and
 * an UnreachableError when the server does not answer.
 */
export const fetchPrivateFile = async (session: Pick<Session, 'renewToken'>, path: string): Promise<Blob> => {
  const first = await request(path)
  if (first.file) return first.file
  if (first.status !== 401) throw new ApiResponseError(first.status, {})
  // The access token has expired.
  await session.renewToken()
  const second = await request(path)
  if (!second.file) throw new ApiResponseError(second.status, {})
  return second.file
}
