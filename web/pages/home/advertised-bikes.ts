import type { Page } from '#contract/call.ts'
import type { Client } from '#contract/client.ts'
import { isCurrentEntry } from '#web/ui/await.tsx'
import type { Bike } from '#web/lib/bike.ts'

/** 12 fills rows of two and of three. */
const pageLength = 12
/** The API allows 100. */
const maxShown = 96

/** Fetches one page of the advertised bikes; the response is the same for everybody. */
export const fetchAdvertisedBikes = (
  client: Client,
  { cursor, limit = pageLength }: { cursor?: string; limit?: number },
): Promise<Page<Bike>> =>
  client.page('GET /allbikes', { query: { advertise: 'on', limit: `${limit}`, cursor } }, { as: 'anyone' })

/** Stores in the history entry how many bikes "Show more" has loaded, so that Back shows them again. */
export const saveShownCount = (shown: number): void =>
  history.replaceState({ ...history.state, shown: Math.min(shown, maxShown) }, '')

/** How many bikes the page showed before Back; one page for a new visit. */
export const getShownCount = (request: Request): number =>
  (!import.meta.env.SSR && isCurrentEntry(request) && history.state?.shown) || pageLength
