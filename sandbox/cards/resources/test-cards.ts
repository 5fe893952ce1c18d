// Stripe's published test cards and what each of them does. Source: https://docs.stripe.com/testing
export type TestCard = {
  number: string
  /** The ready-made payment method ids that stand for the card in tests. */
  aliases: readonly string[]
  brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay'
  funding: 'credit' | 'debit'
  asksFor3dSecure: boolean
  decline: Decline | null
  /** Whether the buyer's bank takes the money back right after the payment: a chargeback. */
  isDisputed: boolean
}

export type Decline = { code: string; declineCode: string; message: string }

const declined = 'Your card was declined.'
const insufficientFunds: Decline = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
}

function paying(number: string, brand: TestCard['brand'], aliases: string[] = []): TestCard {
  return { number, aliases, brand, funding: 'credit', asksFor3dSecure: false, decline: null, isDisputed: false }
}

function declining(number: string, decline: Decline, aliases: string[]): TestCard {
  return { ...paying(number, 'visa', aliases), decline }
}

function refusedBecause(declineCode: string, message = declined): Decline {
  return { code: 'card_declined', declineCode, message }
}

function sameCode(code: string, message: string): Decline {
  return { code, declineCode: code, message }
}

const cards: readonly TestCard[] = [
  paying('4242424242424242', 'visa', ['pm_card_visa']),
  { ...paying('4000056655665556', 'visa', ['pm_card_visa_debit']), funding: 'debit' },
  paying('5555555555554444', 'mastercard', ['pm_card_mastercard']),
  paying('2223003122003222', 'mastercard'),
  { ...paying('5200828282828210', 'mastercard', ['pm_card_mastercard_debit']), funding: 'debit' },
  paying('378282246310005', 'amex', ['pm_card_amex']),
  paying('371449635398431', 'amex'),
  paying('6011111111111117', 'discover', ['pm_card_discover']),
  paying('3056930009020004', 'diners', ['pm_card_diners']),
  paying('36227206271667', 'diners'),
  paying('3566002020360505', 'jcb', ['pm_card_jcb']),
  paying('6200000000000005', 'unionpay', ['pm_card_unionpay']),
  { ...paying('4000000000000259', 'visa', ['pm_card_createDispute']), isDisputed: true },
  declining('4000000000000002', refusedBecause('generic_decline'), [
    'pm_card_chargeDeclined',
    'pm_card_visa_chargeDeclined',
  ]),
  declining('4000000000009995', insufficientFunds, [
    'pm_card_chargeDeclinedInsufficientFunds',
    'pm_card_visa_chargeDeclinedInsufficientFunds',
  ]),
  declining('4000000000009987', refusedBecause('lost_card'), ['pm_card_visa_chargeDeclinedLostCard']),
  declining('4000000000009979', refusedBecause('stolen_card'), ['pm_card_visa_chargeDeclinedStolenCard']),
  declining('4000000000000069', sameCode('expired_card', 'Your card has expired.'), [
    'pm_card_chargeDeclinedExpiredCard',
  ]),
  declining('4000000000000127', sameCode('incorrect_cvc', "Your card's security code is incorrect."), [
    'pm_card_chargeDeclinedIncorrectCvc',
  ]),
  declining(
    '4000000000000119',
    sameCode('processing_error', 'An error occurred while processing your card. Try again in a little bit.'),
    ['pm_card_chargeDeclinedProcessingError'],
  ),
  declining(
    '4000000000006975',
    refusedBecause(
      'card_velocity_exceeded',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    ),
    ['pm_card_visa_chargeDeclinedVelocityLimitExceeded'],
  ),
  { ...paying('4000002500003155', 'visa', ['pm_card_authenticationRequiredOnSetup']), asksFor3dSecure: true },
  { ...paying('4000002760003184', 'visa', ['pm_card_authenticationRequired']), asksFor3dSecure: true },
  { ...paying('4000000000003220', 'visa', ['pm_card_threeDSecure2Required']), asksFor3dSecure: true },
  {
    ...declining('4000008400001629', refusedBecause('generic_decline'), ['pm_card_threeDSecureRequiredChargeDeclined']),
    asksFor3dSecure: true,
  },
  {
    ...declining('4000008260003178', insufficientFunds, [
      'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    ]),
    asksFor3dSecure: true,
  },
]

export function cardOfNumber(number: string): TestCard | undefined {
  return cards.find((card) => card.number === number)
}

export function cardOfAlias(alias: string): TestCard | undefined {
  return cards.find((card) => card.aliases.includes(alias))
}

/** Whether the digits end in the check digit that every card number carries (ISO/IEC 7812-1, the Luhn formula). */
export function passesCheckDigit(number: string): boolean {
  const sum = number
    .split('')
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}
