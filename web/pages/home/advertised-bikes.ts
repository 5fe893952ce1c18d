import type { Page } from '#contract/call.ts'
import type { Client } from '#contract/client.ts'
import type { Bike } from '#web/lib/bike.ts'

// Both fill rows of two and of three. On a phone more than six cards would put the rest of the page out of reach; "Show more"
// shows the others in place.
const [firstPageLength, nextPageLength] = ['6', '12']

/** Fetches one page of the advertised bikes, the first without a cursor; the response is the same for everybody. */
export const fetchAdvertisedBikes = (client: Client, cursor?: string): Promise<Page<Bike>> => {
  const limit = cursor === undefined ? firstPageLength : nextPageLength
  return client.page('GET /allbikes', { query: { advertise: 'on', limit, cursor } }, { as: 'anyone' })
}
