// Stripe's published test cards and their behaviour. Source: https://docs.stripe.com/testing
export type TestCard = {
  number: string
  /** Predefined payment method ids for the card. */
  aliases: readonly string[]
  brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay'
  funding: 'credit' | 'debit'
  requires3dSecure: boolean
  decline: Decline | null
  /** Whether the payment is disputed right after it succeeded (a chargeback). */
  isDisputed: boolean
  /** How a refund to the card goes: `ends_later` begins as pending, `fails_later` begins as succeeded. */
  refund: 'succeeds' | 'ends_later' | 'fails_later'
}

export type Decline = { code: string; declineCode: string; message: string }

const declinedMessage = 'Your card was declined.'
const insufficientFunds: Decline = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
}

function createPayingCard(number: string, brand: TestCard['brand'], aliases: string[] = []): TestCard {
  return {
    number,
    aliases,
    brand,
    funding: 'credit',
    requires3dSecure: false,
    decline: null,
    isDisputed: false,
    refund: 'succeeds',
  }
}

function createDecliningCard(number: string, decline: Decline, aliases: string[]): TestCard {
  return { ...createPayingCard(number, 'visa', aliases), decline }
}

function createDecline(declineCode: string, message = declinedMessage): Decline {
  return { code: 'card_declined', declineCode, message }
}

function createDeclineOfCode(code: string, message: string): Decline {
  return { code, declineCode: code, message }
}

const cards: readonly TestCard[] = [
  createPayingCard('4242424242424242', 'visa', ['pm_card_visa']),
  { ...createPayingCard('4000056655665556', 'visa', ['pm_card_visa_debit']), funding: 'debit' },
  createPayingCard('5555555555554444', 'mastercard', ['pm_card_mastercard']),
  createPayingCard('2223003122003222', 'mastercard'),
  { ...createPayingCard('5200828282828210', 'mastercard', ['pm_card_mastercard_debit']), funding: 'debit' },
  createPayingCard('378282246310005', 'amex', ['pm_card_amex']),
  createPayingCard('371449635398431', 'amex'),
  createPayingCard('6011111111111117', 'discover', ['pm_card_discover']),
  createPayingCard('3056930009020004', 'diners', ['pm_card_diners']),
  createPayingCard('36227206271667', 'diners'),
  createPayingCard('3566002020360505', 'jcb', ['pm_card_jcb']),
  createPayingCard('6200000000000005', 'unionpay', ['pm_card_unionpay']),
  { ...createPayingCard('4000000000000259', 'visa', ['pm_card_createDispute']), isDisputed: true },
  { ...createPayingCard('4000000000007726', 'visa', ['pm_card_pendingRefund']), refund: 'ends_later' },
  { ...createPayingCard('4000000000005126', 'visa', ['pm_card_refundFail']), refund: 'fails_later' },
  createDecliningCard('4000000000000002', createDecline('generic_decline'), [
    'pm_card_chargeDeclined',
    'pm_card_visa_chargeDeclined',
  ]),
  createDecliningCard('4000000000009995', insufficientFunds, [
    'pm_card_chargeDeclinedInsufficientFunds',
    'pm_card_visa_chargeDeclinedInsufficientFunds',
  ]),
  createDecliningCard('4000000000009987', createDecline('lost_card'), ['pm_card_visa_chargeDeclinedLostCard']),
  createDecliningCard('4000000000009979', createDecline('stolen_card'), ['pm_card_visa_chargeDeclinedStolenCard']),
  createDecliningCard('4000000000000069', createDeclineOfCode('expired_card', 'Your card has expired.'), [
    'pm_card_chargeDeclinedExpiredCard',
  ]),
  createDecliningCard(
    '4000000000000127',
    createDeclineOfCode('incorrect_cvc', "Your card's security code is incorrect."),
    ['pm_card_chargeDeclinedIncorrectCvc'],
  ),
  createDecliningCard(
    '4000000000000119',
    createDeclineOfCode('processing_error', 'An error occurred while processing your card. Try again in a little bit.'),
    ['pm_card_chargeDeclinedProcessingError'],
  ),
  createDecliningCard(
    '4000000000006975',
    createDecline(
      'card_velocity_exceeded',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    ),
    ['pm_card_visa_chargeDeclinedVelocityLimitExceeded'],
  ),
  {
    ...createPayingCard('4000002500003155', 'visa', ['pm_card_authenticationRequiredOnSetup']),
    requires3dSecure: true,
  },
  { ...createPayingCard('4000002760003184', 'visa', ['pm_card_authenticationRequired']), requires3dSecure: true },
  { ...createPayingCard('4000000000003220', 'visa', ['pm_card_threeDSecure2Required']), requires3dSecure: true },
  {
    ...createDecliningCard('4000008400001629', createDecline('generic_decline'), [
      'pm_card_threeDSecureRequiredChargeDeclined',
    ]),
    requires3dSecure: true,
  },
  {
    ...createDecliningCard('4000008260003178', insufficientFunds, [
      'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    ]),
    requires3dSecure: true,
  },
]

export function findCardByNumber(number: string): TestCard | undefined {
  return cards.find((card) => card.number === number)
}

export function findCardByAlias(alias: string): TestCard | undefined {
  return cards.find((card) => card.aliases.includes(alias))
}

/** Whether the last digit is the check digit of the number (ISO/IEC 7812-1, Luhn algorithm). */
export function hasValidCheckDigit(number: string): boolean {
  const sum = number
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}
