// The words of money that goes back.
import { expect, test } from 'vitest'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { describeRefund } from './describe-refund.ts'

test('money that goes back is told to the buyer in the second person, and to the seller with the name', () => {
  const tell = (side: 'buyer' | 'seller', state: 'due' | 'succeeded') => {
    const deal = { side, otherName: 'Karim Sheikh', refund: { taka: 4_470, state } }
    const { record, money } = dealMessages.en
    const { refundStates } = money
    const { label, text } = describeRefund(deal, { record, refundStates, taka: (amount) => `Tk ${amount}` })
    return `${label} ${text}`
  }
  expect(tell('buyer', 'due')).toBe('Goes back to you Tk 4470, within 3 days')
  expect(tell('seller', 'due')).toBe('Goes back to Karim Tk 4470, within 3 days')
  expect(tell('buyer', 'succeeded')).toBe('Went back to you Tk 4470 (sent)')
  expect(tell('seller', 'succeeded')).toBe('Went back to Karim Tk 4470 (sent)')
})
