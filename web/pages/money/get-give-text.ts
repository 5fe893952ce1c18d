import type { moneyMessages } from '#web/i18n/en/money.ts'

type Messages = Pick<(typeof moneyMessages)['en']['disputes'], 'give'>

/** What the button of the decision does with the chosen amount. */
export const getGiveText = (
  { takaToBuyer, heldTaka, taka }: { takaToBuyer: number; heldTaka: number; taka: (amount: number) => string },
  { give }: Messages,
): string => {
  if (takaToBuyer === 0) return give.nothing
  return takaToBuyer === heldTaka ? give.all(taka(takaToBuyer)) : give.part(taka(takaToBuyer))
}
