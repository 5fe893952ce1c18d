// English messages of registration, engine and chassis numbers: entering, checking and comparing them.
import { maxNumberChecksPerDay } from '#contract/limits.ts'
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  form: {
    title: 'Chassis and engine numbers',
    lead: (bike: string) => `${bike}. Nobody sees these numbers in your advertisement.`,
    why: 'They are stored encrypted. We look whether somebody else advertises the same bike. A buyer who has paid compares them with your bike at the meeting: the registration number, and the last four of the others. Who checks a paper of yours at Motohaat compares them with it, and each look is recorded.',
    registration: 'Registration number',
    registrationHint: 'As on the number plate, such as Dhaka Metro-La 12-3456.',
    engine: 'Engine number',
    engineHint: 'Stamped into the engine, and on the smart card.',
    chassis: 'Chassis number',
    chassisHint: 'Stamped into the frame near the handlebar, and on the smart card. The whole number.',
    optional: 'optional',
    save: 'Save the numbers',
    saving: 'Saving',
    saved: 'The numbers are saved',
    locked: 'These numbers cannot be changed now: we are checking papers, or a buyer has paid.',
    back: 'My Products',
    retry: 'Try again',
  },
  check: {
    title: 'Check a bike',
    lead: 'Any bike, also one you found somewhere else. We look whether a bike with this number was reported as stolen at Motohaat, or is being checked.',
    chassis: 'Chassis number',
    hint: 'The whole number: stamped into the frame near the handlebar, and on the smart card. We do not store it.',
    reportStolen: 'Was your bike stolen? Report it',
    submit: 'Check',
    submitting: 'Looking',
    limit: `You can check ${maxNumberChecksPerDay} numbers a day.`,
    answers: {
      nothing_known: {
        heading: 'Nothing known to us',
        text: 'No theft is reported here. That is no proof: compare the number on the frame with the smart card, and ask the police if you doubt.',
      },
      reported: {
        heading: 'Reported as stolen',
        text: 'Do not buy it and do not pay. Tell the police (999) where you saw it.',
      },
      being_checked: {
        heading: 'Being checked',
        text: 'Somebody has a question about this number. Ask again tomorrow.',
      },
    },
  },
  compare: {
    heading: 'Compare the numbers',
    lead: 'Look at the bike, not at the card. Do this before you read your code aloud.',
    none: 'The seller has not entered the numbers. Compare the smart card with the frame and the engine yourself.',
    registration: 'Number plate',
    engine: 'Engine, last four',
    chassis: 'Chassis, last four',
    where: { registration: 'at the back', engine: 'on the engine', chassis: 'on the frame, near the handlebar' },
    same: 'Same',
    different: 'Different',
    allSame: 'All numbers are the same. You can go on.',
    stop: 'Do not buy it',
    stopText: (taka: string) =>
      `Do not read your code to anybody. Report it here: your ${taka} stays protected, and you get all of it back when the numbers are different.`,
    report: 'Report it',
    reporting: 'Sending',
    wrong: 'I looked wrong',
  },
  missing: {
    heading: 'Chassis and engine numbers',
    add: 'You have not entered them.',
    addText: (name: string) =>
      `At the meeting ${name} compares the numbers on the bike with yours. After a payment they cannot be added.`,
    link: 'Add chassis number',
    late: 'Not entered.',
    lateText: (name: string) => `Bring the smart card: ${name} compares it with the frame and the engine.`,
  },
}

export const vehicleNumberMessages = createNamespace('vehicleNumbers', en)
