// What a screen tells the person when a call did not go well.
import { Refusal, Unreachable } from '#contract/client.ts'

/** A sentence for the person, and the name of the field it is about where there is one. */
export type Trouble = { message: string; field?: string }

/**
 * Whether the shop said no. Told by its shape: on the server the client comes from another copy of its module than the
 * screens, so its class is not the one that stands here.
 */
export const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Refusal || (error instanceof Error && 'status' in error && 'code' in error && 'body' in error)

/** The sentence of a refusal or of a lost connection; anything else is a fault of ours and is thrown on. */
export const troubleOf = (error: unknown): Trouble => {
  if (isRefusal(error)) {
    const { field } = error.body
    return { message: error.message, ...(field !== undefined && field !== '' && { field }) }
  }
  if (error instanceof Unreachable) return { message: error.message }
  throw error
}

/** A list that came, or the sentence that stands in its place. */
export type Loaded<T> = { ok: true; value: T } | { ok: false; message: string }

/** Turns a failed call into its sentence, so that one list that fails does not take the page with it. */
export const loaded = async <T>(call: Promise<T>): Promise<Loaded<T>> => {
  try {
    return { ok: true, value: await call }
  } catch (error) {
    return { ok: false, message: troubleOf(error).message }
  }
}
