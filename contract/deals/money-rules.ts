// Pure. What may be paid for a bike and what happens with the money, for the server and for pages: of an order, and of a wish
// before it is one.
import type { z } from 'zod'
import { maxCardTaka } from '../limits.ts'
import type { MoneyRule } from './deals.ts'
import { getDepositTaka, getRefundSplit } from './deposit.ts'

/** The deposit that reserves a bike of this seller, in Taka; 0 where none is taken. */
export const getOfferedDepositTaka = ({
  priceTaka,
  takesDeposits,
}: {
  priceTaka: number
  takesDeposits: boolean
}): number => (takesDeposits ? getDepositTaka(priceTaka) : 0)

/** What may be paid first, the usual choice first. */
export const listPayPurposes = ({
  priceTaka,
  depositTaka,
}: {
  priceTaka: number
  depositTaka: number
}): ('deposit' | 'full')[] => [
  ...(depositTaka > 0 ? (['deposit'] as const) : []),
  ...(priceTaka <= maxCardTaka ? (['full'] as const) : []),
]

/**
 * What happens with the money in each of the endings.
 * @param payment.isPromised the seller has said yes, so that no answer is to come
 * @param payment.isFirstTime the buyer has not cancelled late or stayed away within a year
 */
export const listMoneyRules = (
  bike: { priceTaka: number },
  { paidTaka, isPromised, isFirstTime }: { paidTaka: number; isPromised: boolean; isFirstTime: boolean },
): z.output<typeof MoneyRule>[] => {
  const late = getRefundSplit(bike, { paidTaka, isBuyersFault: true, isFirstTime })
  return [
    ...(isPromised ? [] : [{ case: 'seller_declines' as const, toBuyer: paidTaka, toSeller: 0 }]),
    { case: 'seller_fails', toBuyer: paidTaka, toSeller: 0 },
    { case: 'buyer_cancels_early', toBuyer: paidTaka, toSeller: 0 },
    { case: 'buyer_cancels_late', toBuyer: late.toBuyerTaka, toSeller: late.toSellerTaka },
    { case: 'no_deal_at_meeting', toBuyer: paidTaka, toSeller: 0 },
    { case: 'handed_over', toBuyer: 0, toSeller: paidTaka },
  ]
}
