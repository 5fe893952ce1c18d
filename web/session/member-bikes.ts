// What the buttons of the bikes know of the member. Fetched for members only.
import type { Session } from './auth-store.ts'
import { createBookedBikes, type BookedBikes } from './booked-bikes.ts'
import { createWishedBikes, type WishedBikes } from './wished-bikes.ts'

export type MemberBikes = { wished: WishedBikes; booked: BookedBikes }

export const createMemberBikes = (session: Pick<Session, 'client' | 'getState' | 'subscribe'>): MemberBikes => ({
  wished: createWishedBikes(session),
  booked: createBookedBikes(session),
})
