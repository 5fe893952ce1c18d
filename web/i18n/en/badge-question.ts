// English messages for a seller without a badge: how to get one, and what Motohaat asks for before giving it.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  notVerified: 'Buyers read “Not verified yet” on your bikes. We verify sellers by papers, a visit or a call.',
  writeToUs: 'Write to us to be verified',
  /** Papers belong to a bike. */
  bikeFirst: 'Get the “Verified” mark: add your bike, then photos of its registration paper.',
  asked: {
    papers: 'Get the “Verified” mark: add photos of your bike’s registration paper.',
    phone: 'Get the “Verified” mark: confirm your mobile number with a code.',
    call: 'Get the “Verified” mark: we could not reach you by phone. Write when we may call.',
    bike: 'Get the “Verified” mark: add a bike for sale.',
  },
  links: {
    papers: 'Add photos of the paper',
    phone: 'Confirm your number',
    call: 'Write to us',
    bike: 'Add a Product',
  },
  /** What verification brings. */
  brings: 'Once we have checked it, buyers see it beside your name.',
  done: 'Done, please check',
  sending: 'Sending',
  thanks: 'Thank you. We look at it, and tell you in a notification and by e-mail.',
}

export const badgeQuestionMessages = createNamespace('badgeQuestion', en)
