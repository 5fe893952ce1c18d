// English messages of the search page alone: what is excluded, what was not used or is not on sale, and who a bike is for.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  excluded: (what: string) => `not ${what}`,
  unverified: 'Sellers who are not verified',
  pasts: {
    accident: 'no accident',
    fall: 'no fall',
    repaint: 'no repaint',
    dent: 'no dent',
    scratch: 'no scratch',
    rust: 'no rust',
    modified: 'not modified',
    problem: 'no problem',
  },
  elsewhere: (place: string) => `First those in ${place}, then the same model elsewhere, the nearest first.`,
  unused: (words: string) => `We did not use: ${words}`,
  notOnSale: (model: string) => `No ${model} on sale now`,
  notOnSaleNext: 'Save this search, and we e-mail you when one comes. Until then, the bikes nearest to it:',
  audiences: {
    short: 'Seat up to 780 mm',
    women: 'Scooter, light commuter',
    learner: 'Learner: up to 125 cc',
    family: 'For two and the family',
    delivery: 'Delivery: up to 125 cc',
  },
  mileage: (km: string) => `From ${km} km per litre`,
  audience: 'who it is for',
  widenedTo: { kind: 'bikes of the same kind', similarKind: 'the nearest kinds of bike' },
  anyAudience: 'for everybody',
}

export const searchAnswerMessages = createNamespace('searchAnswers', en)
