/**
 * Who has the bike after a decision. All of the money back takes a bike that was handed over back too; any taka for the seller
 * leaves it with the buyer (market/deals/endings.ts).
 */
export const getBikeOutcome = (isAllBack: boolean, isHandedOver: boolean): 'goesBack' | 'stays' | 'kept' | 'sold' => {
  if (isAllBack) return isHandedOver ? 'goesBack' : 'stays'
  return isHandedOver ? 'kept' : 'sold'
}
