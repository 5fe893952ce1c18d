// Details of the TVS bikes of the demonstration.
import type { tvsBikes } from './bikes-tvs.ts'
import type { BikeDetails } from './demo-bike.ts'

export const tvsDetails: Record<keyof typeof tvsBikes, BikeDetails> = {
  'apache4v-agrabad': {
    model: 'Apache RTR 160 4V',
    engineCc: 160,
    kilometres: 35_400,
    owners: 3,
    registeredIn: 'chattogram',
    registeredYearsAgo: 5,
    description:
      "Serviced every 2,000 km at the maker's own workshop. See it any day after the Asr prayer. The family needs a car now.",
  },
  'apache4v-mirpur': {
    model: 'Apache RTR 160 4V',
    engineCc: 160,
    kilometres: 11_400,
    owners: 1,
    registeredIn: 'dhaka',
    description: 'অফিসে যাতায়াতে চালানো, নিয়মিত সার্ভিস করা। দাম আলোচনা সাপেক্ষে।',
  },
  'apache4v-jatrabari': {
    model: 'Apache RTR 160 4V',
    engineCc: 160,
    kilometres: 7_314,
    owners: 2,
    registeredIn: 'dhaka',
    registeredYearsAgo: 3,
    description:
      'Ridden by one person to the office and back, washed every Friday. Name transfer at my cost if we agree on the price.',
  },
  'apache4v-uposhohor': {
    model: 'Apache RTR 160 4V',
    engineCc: 160,
    kilometres: 3_641,
    owners: 2,
    registeredIn: 'sylhet',
    registeredYearsAgo: 3,
    description:
      'Ridden by one person to the office and back, washed every Friday. Name transfer at my cost if we agree on the price. I ride too little to keep it.',
  },
  'apache4v-bogura': {
    model: 'Apache RTR 160 4V',
    engineCc: 160,
    kilometres: 23_768,
    owners: 1,
    registeredIn: 'bogura',
    description:
      'Starts at the first press, also on cold mornings. Papers are complete and in my own name. My brother used it while he studied.',
  },
  'apache4v-sreepur': {
    model: 'Apache RTR 160 4V',
    engineCc: 160,
    kilometres: 18_300,
    owners: 1,
    registeredIn: 'gazipur',
    description: 'Ridden between home and the factory only. The battery is new, the tax token is paid until summer.',
  },
  'apache-gazipur': {
    model: 'Apache RTR 160 2V',
    engineCc: 160,
    kilometres: 27_872,
    owners: 1,
    registeredIn: 'gazipur',
    description: 'Fork oil and brake pads are new. Smart card, tax token and digital plate are here.',
  },
  'apache-cumilla': {
    model: 'Apache RTR 160 2V',
    engineCc: 160,
    kilometres: 19_500,
    owners: 1,
    registeredIn: 'cumilla',
    description:
      'Starts by kick on cold mornings; the carburettor was cleaned in spring. Tax token is paid for two years. I am buying a bigger one.',
  },
  'apache150-khilgaon': {
    model: 'Apache RTR 150',
    engineCc: 148,
    kilometres: 25_100,
    owners: 2,
    registeredIn: 'dhaka',
    description: "Serviced every 2,000 km at the maker's own workshop. Tax token is paid for two years.",
  },
  'apache150-jamalpur': {
    model: 'Apache RTR 150',
    engineCc: 148,
    kilometres: 48_620,
    owners: 2,
    registeredIn: 'dhaka',
    description:
      'Starts by kick on cold mornings; the carburettor was cleaned in spring. Name transfer at my cost if we agree on the price. I sell because I move abroad.',
  },
  'apache150-faridpur': {
    model: 'Apache RTR 150',
    engineCc: 148,
    kilometres: 54_800,
    owners: 3,
    registeredIn: 'dhaka',
    description:
      'Starts by kick on cold mornings; the carburettor was cleaned in spring. Tax token is paid for two years.',
  },
  'ntorq-zindabazar': {
    model: 'Ntorq 125',
    engineCc: 125,
    kilometres: 14_900,
    owners: 2,
    registeredIn: 'sylhet',
    description: 'New rear tyre and new battery this year. See it any day after the Asr prayer.',
  },
  'ntorq-malibagh': {
    model: 'Ntorq 125',
    engineCc: 125,
    kilometres: 7_800,
    owners: 1,
    registeredIn: 'dhaka',
    description:
      'Kept under a roof and never lent to anybody. Name transfer at my cost if we agree on the price. I ride too little to keep it.',
  },
  'wego-patuakhali': {
    model: 'Wego 110',
    engineCc: 110,
    kilometres: 21_800,
    owners: 3,
    registeredIn: 'patuakhali',
    description:
      'Starts at the first press, also on cold mornings. Name transfer at my cost if we agree on the price. My brother used it while he studied.',
  },
  'raider-badda': {
    model: 'Raider 125',
    engineCc: 125,
    kilometres: 3_100,
    owners: 1,
    registeredIn: 'dhaka',
    description:
      'Engine never opened; everything works as on the first day. Name transfer at my cost if we agree on the price. I am buying a bigger one.',
  },
  'raider-feni': {
    model: 'Raider 125',
    engineCc: 125,
    kilometres: 7_200,
    owners: 1,
    registeredIn: 'feni',
    description: 'Fork oil and brake pads are new. Tax token is paid for two years. I am buying a bigger one.',
  },
  'stryker-dinajpur': {
    model: 'Stryker 125',
    engineCc: 125,
    kilometres: 23_100,
    owners: 2,
    registeredIn: 'dhaka',
    description:
      'Engine quiet, clutch plates changed last winter. Smart card, tax token and digital plate are here. I am buying a bigger one.',
  },
  'stryker-farmgate': {
    model: 'Stryker 125',
    engineCc: 125,
    kilometres: 33_570,
    owners: 1,
    registeredIn: 'dhaka',
    description:
      'Starts by kick on cold mornings; the carburettor was cleaned in spring. Tax token is paid for two years. I sell because I move abroad.',
  },
  'metro-bogura': {
    model: 'Metro Plus 110',
    engineCc: 110,
    kilometres: 49_800,
    owners: 2,
    registeredIn: 'bogura',
    description: 'Runs well, but the paint on the tank has faded. Papers are complete and in my own name.',
  },
  'metro-barishal': {
    model: 'Metro Plus 110',
    engineCc: 110,
    kilometres: 22_100,
    owners: 1,
    registeredIn: 'barishal',
    description:
      "Serviced every 2,000 km at the maker's own workshop. See it any day after the Asr prayer. I sell because I move abroad.",
  },
  'metro100-netrokona': {
    model: 'Metro 100',
    engineCc: 100,
    kilometres: 51_300,
    owners: 3,
    registeredIn: 'netrokona',
    description:
      'The front tyre should be changed soon; the price knows it. Name transfer at my cost if we agree on the price. The family needs a car now.',
  },
  'radeon-cumilla': {
    model: 'Radeon 110',
    engineCc: 110,
    kilometres: 25_400,
    owners: 2,
    registeredIn: 'cumilla',
    description: 'Fork oil and brake pads are new. Tax token is paid for two years. The family needs a car now.',
  },
  'radeon-narsingdi': {
    model: 'Radeon 110',
    engineCc: 110,
    kilometres: 7_146,
    owners: 1,
    registeredIn: 'narsingdi',
    description:
      'Engine never opened; everything works as on the first day. Name transfer at my cost if we agree on the price. I am buying a bigger one.',
  },
}
