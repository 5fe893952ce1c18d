// English messages for a seller without a badge: how to get one, and what Motohaat asks for before giving it.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  notVerified: 'Buyers read “Not verified yet” on your bikes. We verify sellers by papers, a visit or a call.',
  writeToUs: 'Write to us to be verified',
  /** Papers belong to a bike. */
  bikeFirst: 'We want to verify you. First add your bike, then photos of its registration paper.',
  asked: {
    papers: 'We want to verify you. For this we need photos of your bike’s registration paper.',
    phone: 'We want to verify you. For this please confirm your mobile number by a code.',
    call: 'We want to verify you, and could not reach you by phone. Please write when we may call.',
    bike: 'We want to verify you. For this please add a bike for sale.',
  },
  links: {
    papers: 'Add photos of the paper',
    phone: 'Confirm your number',
    call: 'Write to us',
    bike: 'Add a Product',
  },
  /** What verification brings. */
  brings: 'Once we have checked it, buyers see “Verified” beside your name.',
  done: 'I have done it',
  sending: 'Sending',
  thanks: 'Thank you. We look at it, and tell you in a notification and by e-mail.',
}

export const badgeQuestionMessages = createNamespace('badgeQuestion', en)
