// English messages of the papers of a bike: what its seller says and shows, and what moderators check.
import { paperOpeningMinutes } from '#contract/time/lifetimes.ts'
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  own: {
    title: 'Papers',
    lead: (bike: string) =>
      `${bike}. Buyers ask about the papers first. Say what is true; a photo makes it count for more.`,
    steps: 'The five papers',
    notSaid: 'Not said',
    said: 'Without a check',
    shown: 'We are looking',
    refused: 'Not accepted',
    kinds: {
      registration: { name: 'Registration', text: 'The smart card of BRTA, with the name of the owner.' },
      tax_token: { name: 'Tax token', text: 'It shows until which day the tax for the road is paid.' },
      plate: { name: 'Number plate', text: 'The digital plate of BRTA, at the back of the bike.' },
      loan: { name: 'Bank loan', text: 'Whether a bank still has a right to this bike.' },
      purchase: { name: 'First purchase papers', text: 'The bill of the showroom and the customs paper.' },
    },
    questions: {
      registration: 'In whose name is it?',
      tax_token: 'Is it valid?',
      plate: 'Is it on the bike?',
      loan: 'Is there a loan on it?',
      purchase: 'Do you have them?',
    },
    answers: {
      registration: { mine: 'Mine', family: 'My family', earlier_owner: 'Earlier owner', none: 'No registration' },
      tax_token: { valid: 'Yes, it is valid', none: 'No' },
      plate: { fitted: 'Yes', ordered: 'Ordered', none: 'No' },
      loan: { none: 'No loan', released: 'Paid off', running: 'Not paid off' },
      purchase: { has: 'Yes', none: 'No' },
    },
    choose: 'Choose what is true.',
    validUntil: 'Valid until',
    validUntilHint: 'The last day on the tax token.',
    dayMissing: 'Enter the last day on the tax token.',
    photo: 'Photo',
    camera: 'Take a photo',
    pick: 'Choose a photo',
    another: 'Take another photo',
    photoHint: 'All corners in the picture, and every word readable.',
    privacy: `Buyers never see the photo, only that it was checked and when. It is stored encrypted. Only somebody of Motohaat who checks it can open it, for ${paperOpeningMinutes} minutes.`,
    yourPhoto: 'Your photo of the paper',
    noPreview: 'The photo cannot be shown here.',
    preparing: 'Getting the photo ready',
    remove: 'Remove the photo',
    removed: 'The photo goes away when you save.',
    keep: 'Keep the photo',
    save: 'Save',
    saving: 'Saving',
    saved: 'Saved',
    skip: 'Skip',
    back: 'My Products',
    retry: 'Try again',
    done: 'You have said something about all five papers.',
    doneText: 'You can change each of them here. After a change we look again.',
    states: {
      said: 'Buyers read this as your word. With a photo we can check it.',
      shown: 'Your photo is here. We look at it and tell you.',
      checked: 'Checked by Motohaat. A change has to be checked again.',
      expired: 'This tax token has ended. Enter the new one.',
    },
    faults: {
      unreadable: 'We could not read the photo. Take it again in good light.',
      other_name: 'There is another name on the paper than yours.',
      other_number: 'There is another number on the paper than you typed.',
      covered: 'A part of the paper is covered. Take the photo again.',
      changed: 'The paper looks changed, so we could not check it.',
    },
  },
}

export const paperMessages = createNamespace('papers', en)
