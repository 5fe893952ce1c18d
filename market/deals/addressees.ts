// Pure. Who is told of which step of a deal, by the table of events.
import { dealEvents, type DealEventKind } from '#contract/notices/events.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import type { DealStep, Side } from './transitions.ts'

const both: readonly Side[] = ['buyer', 'seller']

/** A member who is told of a step, with an amount in Taka. `isOwnAct`: the member did it, so it is nothing new. */
export type Addressee = { memberId: string; isOwnAct: boolean; taka: number | null }

/** The sides that are told what this actor did. */
const listSides = (kind: DealEventKind, actor: DealStep['actor']): readonly Side[] => {
  const { to } = dealEvents[kind]
  if (to === 'nobody') return []
  if (to === 'other') return both.filter((side) => side !== actor)
  return to === 'both' ? both : [to]
}

/** The members who are told of a step. */
export const getAddressees = (
  { kind, actor, taka, sellersTaka = taka }: Pick<DealStep, 'kind' | 'actor' | 'taka' | 'sellersTaka'>,
  { buyerId, sellerId, meetAt }: Pick<Deal, 'buyerId' | 'sellerId' | 'meetAt'>,
  now: Date,
): Addressee[] => {
  const sides = listSides(kind, actor)
  const isOff = 'endsMeeting' in dealEvents[kind] && meetAt !== null && meetAt > now
  return (isOff ? both : sides).map((side) => ({
    memberId: side === 'buyer' ? buyerId : sellerId,
    isOwnAct: side === actor || !sides.includes(side),
    // Nobody is told that nothing is theirs.
    taka: (side === 'buyer' ? taka : sellersTaka) || null,
  }))
}
