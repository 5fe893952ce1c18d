// Details of the Suzuki bikes of the demonstration.
import type { suzukiBikes } from './bikes-suzuki.ts'
import type { BikeDetails } from './demo-bike.ts'

export const suzukiDetails: Record<keyof typeof suzukiBikes, BikeDetails> = {
  'gixxer-mirpur': {
    model: 'Gixxer 155',
    engineCc: 155,
    kilometres: 22_150,
    owners: 2,
    registeredIn: 'dhaka',
    description:
      'A few scratches on the silencer, nothing else. Smart card, tax token and digital plate are here. The family needs a car now.',
    morePictures: ['gixxer-coal-front', 'gixxer-coal-rear', 'gixxer-coal-engine', 'gixxer-coal-dial'],
  },
  'gixxer-mohammadpur': {
    model: 'Gixxer 155',
    engineCc: 155,
    kilometres: 13_900,
    owners: 2,
    registeredIn: 'dhaka',
    registeredYearsAgo: 4,
    description:
      'A few scratches on the silencer, nothing else. Name transfer at my cost if we agree on the price. The family needs a car now.',
  },
  'gixxer-halishahar': {
    model: 'Gixxer 155',
    engineCc: 155,
    kilometres: 13_800,
    owners: 1,
    registeredIn: 'chattogram',
    description: 'No fall, no repaint; the service book is complete. Smart card, tax token and digital plate are here.',
  },
  'gixxer-subidbazar': {
    model: 'Gixxer Fi ABS',
    engineCc: 155,
    kilometres: 6_279,
    owners: 1,
    registeredIn: 'sylhet',
    description:
      'Engine never opened; everything works as on the first day. Smart card, tax token and digital plate are here. I am buying a bigger one.',
  },
  'gixxer-narayanganj': {
    model: 'Gixxer 155',
    engineCc: 155,
    kilometres: 23_267,
    owners: 2,
    registeredIn: 'narayanganj',
    description:
      "Serviced every 2,000 km at the maker's own workshop. Papers are complete and in my own name. I ride too little to keep it.",
  },
  'gixxer-boyra': {
    model: 'Gixxer 155',
    engineCc: 155,
    kilometres: 32_894,
    owners: 1,
    registeredIn: 'khulna',
    description:
      'Starts by kick on cold mornings; the carburettor was cleaned in spring. See it any day after the Asr prayer. My brother used it while he studied.',
    morePictures: ['gixxer-coal-front', 'gixxer-coal-rear'],
  },
  'gixxer-mymensingh': {
    model: 'Gixxer 155',
    engineCc: 155,
    kilometres: 23_600,
    owners: 1,
    registeredIn: 'mymensingh',
    description:
      'Engine quiet, clutch plates changed last winter. See it any day after the Asr prayer. I am buying a bigger one.',
    morePictures: ['gixxer-coal-front', 'gixxer-coal-rear'],
  },
  'gixxer-sf-khulshi': {
    model: 'Gixxer SF',
    engineCc: 155,
    kilometres: 16_800,
    owners: 1,
    registeredIn: 'chattogram',
    description:
      'No fall, no repaint; the service book is complete. Tax token is paid for two years. My brother used it while he studied.',
  },
  'gixxer-sf-uttara': {
    model: 'Gixxer SF',
    engineCc: 155,
    kilometres: 11_400,
    owners: 1,
    registeredIn: 'dhaka',
    description:
      "Serviced every 2,000 km at the maker's own workshop. Papers are complete and in my own name. I ride too little to keep it.",
  },
  'gixxer-sf-ashulia': {
    model: 'Gixxer SF',
    engineCc: 155,
    kilometres: 33_798,
    owners: 1,
    registeredIn: 'dhaka',
    description:
      'There is a dent in the tank, see it before you decide. Papers are complete and in my own name. I am buying a bigger one.',
  },
  'gsxr-lalmatia': {
    model: 'GSX-R150',
    engineCc: 147,
    kilometres: 7_033,
    owners: 1,
    registeredIn: 'dhaka',
    description:
      'Kept under a roof and never lent to anybody. See it any day after the Asr prayer. I ride too little to keep it.',
  },
  'gsxs-chawkbazar': {
    model: 'GSX-S150',
    engineCc: 147,
    kilometres: 15_901,
    owners: 3,
    registeredIn: 'chattogram',
    description:
      'A few scratches on the silencer, nothing else. Papers are complete and in my own name. I ride too little to keep it.',
  },
  'bandit-rampura': {
    model: 'Bandit',
    engineCc: 147,
    kilometres: 13_800,
    owners: 1,
    registeredIn: 'dhaka',
    description:
      "Serviced every 2,000 km at the maker's own workshop. Tax token is paid for two years. I am buying a bigger one.",
  },
  'gsx-tangail': {
    model: 'GSX 125',
    engineCc: 125,
    kilometres: 13_020,
    owners: 1,
    registeredIn: 'tangail',
    description:
      "Serviced every 2,000 km at the maker's own workshop. Papers are complete and in my own name. My brother used it while he studied.",
  },
  'intruder-khulna': {
    model: 'Intruder 150',
    engineCc: 155,
    kilometres: 30_300,
    owners: 1,
    registeredIn: 'dhaka',
    description:
      'Fork oil and brake pads are new. Tax token is paid for two years. My brother used it while he studied.',
  },
  'intruder-mirpur': {
    model: 'Intruder 150',
    engineCc: 155,
    kilometres: 19_929,
    owners: 1,
    registeredIn: 'dhaka',
    description: 'A few scratches on the silencer, nothing else. Name transfer at my cost if we agree on the price.',
  },
  'hayate-rajshahi': {
    model: 'Hayate EP',
    engineCc: 113,
    kilometres: 28_665,
    owners: 1,
    registeredIn: 'rajshahi',
    description: 'Fork oil and brake pads are new. Tax token is paid for two years.',
  },
  'hayate-satkhira': {
    model: 'Hayate EP',
    engineCc: 113,
    kilometres: 22_300,
    owners: 1,
    registeredIn: 'satkhira',
    description:
      'Engine quiet, clutch plates changed last winter. Smart card, tax token and digital plate are here. I am buying a bigger one.',
  },
  'hayate-keraniganj': {
    model: 'Hayate EP',
    engineCc: 113,
    kilometres: 11_300,
    owners: 1,
    registeredIn: 'dhaka',
    description:
      'No fall, no repaint; the service book is complete. Name transfer at my cost if we agree on the price. The family needs a car now.',
  },
  'access-moulvibazar': {
    model: 'Access 125',
    engineCc: 124,
    kilometres: 19_700,
    owners: 1,
    registeredIn: 'moulvibazar',
    description:
      'Engine quiet, clutch plates changed last winter. Smart card, tax token and digital plate are here. My brother used it while he studied.',
  },
  'burgman-kalabagan': {
    model: 'Burgman Street 125',
    engineCc: 124,
    kilometres: 5_200,
    owners: 1,
    registeredIn: 'dhaka',
    description: 'Kept under a roof and never lent to anybody. Tax token is paid for two years.',
  },
}
