// English messages for a seller without a badge: how to get one, and what Motohaat asks for before giving it.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  notVerified: 'Buyers read “Not verified yet” on your bikes. We verify sellers by papers, a visit or a call.',
  writeToUs: 'Write to us to be verified',
  heading: 'Motohaat asks you',
  /** Papers belong to a bike. */
  bikeFirst: 'Add your bike, then photos of its registration paper.',
  asked: {
    papers: 'Add photos of your bike’s registration paper.',
    phone: 'Confirm your mobile number with a code.',
    call: 'We could not reach you by phone. Write when we may call.',
    bike: 'Add a bike for sale.',
  },
  links: {
    papers: 'Add photos of the paper',
    phone: 'Confirm your number',
    call: 'Write to us',
    bike: 'Add a Product',
  },
  /** What verification brings. */
  brings: 'Once we have checked it, buyers see “Verified” beside your name.',
  done: 'Already done',
  sending: 'Sending',
  thanks: 'Thank you. We look at it, and tell you in a notification and by e-mail.',
}

export const badgeQuestionMessages = createNamespace('badgeQuestion', en)
