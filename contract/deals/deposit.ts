// Pure. The deposit that reserves a bike: its share of the price, its bounds, and how much of it the seller keeps.

const depositShare = 0.03
const maxDepositTaka = 5_000
const minPriceForDepositTaka = 2_500

/** The deposit for a price in Taka; 0 where no deposit is taken. */
export const getDepositTaka = (priceTaka: number): number =>
  priceTaka < minPriceForDepositTaka ? 0 : Math.floor(Math.min(priceTaka * depositShare, maxDepositTaka))

/** How paid money is divided, in Taka. */
export type Split = { toBuyerTaka: number; toSellerTaka: number }

/**
 * How the money of a deal is divided when it ends without a handover. The seller keeps at most the deposit, also where the
 * full price was paid.
 * @param options.paidTaka what the buyer has paid
 * @param options.isBuyersFault the buyer cancels late or does not come
 * @param options.isFirstTime the first time within a year: the seller keeps half
 */
export const getRefundSplit = (
  { priceTaka }: { priceTaka: number },
  { paidTaka, isBuyersFault, isFirstTime }: { paidTaka: number; isBuyersFault: boolean; isFirstTime: boolean },
): Split => {
  const depositTaka = Math.min(paidTaka, getDepositTaka(priceTaka))
  const keptTaka = isFirstTime ? Math.floor(depositTaka / 2) : depositTaka
  const toSellerTaka = isBuyersFault ? keptTaka : 0
  return { toBuyerTaka: paidTaka - toSellerTaka, toSellerTaka }
}
