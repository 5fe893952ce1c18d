import type { Page } from '#contract/call.ts'
import type { Client } from '#contract/client.ts'
import type { Bike } from '#web/lib/bike.ts'

/** 12 fills rows of two and of three. "Show more" shows the rest in place. */
const pageLength = '12'

/** Fetches one page of the advertised bikes; the response is the same for everybody. */
export const fetchAdvertisedBikes = (client: Client, cursor?: string): Promise<Page<Bike>> =>
  client.page('GET /allbikes', { query: { advertise: 'on', limit: pageLength, cursor } }, { as: 'anyone' })
