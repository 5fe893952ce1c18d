import { ApiResponseError, type Client } from '#contract/client.ts'
import { createId } from '#web/lib/create-id.ts'
import type { parseSavedQuery } from './saved-query.ts'

type SavedQuery = NonNullable<ReturnType<typeof parseSavedQuery>>

/** The query of a request without an answer yet, and the key with which a repeated one counts once. */
export type SaveAttempt = { query: string; key: string }

/** Saves the filters of a search for its member; returns what the server says of one that was saved already, else null. */
export const saveSearch = async (
  client: Client,
  query: SavedQuery,
  attempt: { current: SaveAttempt | null },
): Promise<string | null> => {
  const queryText = JSON.stringify(query)
  if (attempt.current?.query !== queryText) attempt.current = { query: queryText, key: createId() }
  try {
    await client('POST /searches', { body: { query } }, { idempotencyKey: attempt.current.key })
    return null
  } catch (error) {
    if (!(error instanceof ApiResponseError) || error.code !== 'search_saved') throw error
    return error.message
  }
}
