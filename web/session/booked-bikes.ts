// Which bikes the member sells and which are booked: asked for by each page that shows bikes, since both sides end deals.
import type { Session } from './auth-store.ts'
import { createMemberData, type MemberData } from './member-data.ts'

export type BookedBikes = Pick<MemberData<unknown>, 'subscribe'> & {
  /** The id of the member's live deal for the bike, `own` for a bike of the member, or null. */
  find: (productId: string) => string | null
  add: (productId: string, dealId: string) => void
}

/** Knows nothing until the button of a bike subscribes. Without an answer every button says Book Now. */
export const createBookedBikes = (session: Pick<Session, 'client' | 'getState' | 'subscribe'>): BookedBikes => {
  const { get, set, subscribe } = createMemberData<ReadonlyMap<string, string>>(session, {
    none: new Map(),
    fetch: async () => {
      const { own, booked } = await session.client('GET /bookings/products')
      return new Map([
        ...own.map((id) => [id, 'own'] as const),
        ...booked.map(({ productId, dealId }) => [productId, dealId] as const),
      ])
    },
    isFetchedByPage: true,
  })
  return {
    find: (productId) => get().get(productId) ?? null,
    subscribe,
    add: (productId, dealId) => set(new Map([...get(), [productId, dealId]])),
  }
}
