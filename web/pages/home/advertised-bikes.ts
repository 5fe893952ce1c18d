import type { Page } from '#contract/call.ts'
import type { Client } from '#contract/client.ts'
import type { Bike } from '#web/lib/bike.ts'

/** One page of the home page's grid: rows of two and of three both come out even. */
const pageLength = '12'

/** A page of the advertised bikes, the same for everybody. */
export const fetchAdvertisedBikes = (client: Client, cursor?: string): Promise<Page<Bike>> =>
  client.page('GET /allbikes', { query: { advertise: 'on', limit: pageLength, cursor } }, { as: 'anyone' })
