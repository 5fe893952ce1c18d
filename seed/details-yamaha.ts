// Details of the Yamaha bikes of the demonstration.
import type { yamahaBikes } from './bikes-yamaha.ts'
import type { BikeDetails } from './demo-bike.ts'

export const yamahaDetails: Record<keyof typeof yamahaBikes, BikeDetails> = {
  'fzs-uttara': {
    model: 'FZS V3',
    engineCc: 149,
    kilometres: 16_100,
    owners: 1,
    registeredIn: 'dhaka',
    description:
      'Ridden by one person to the office and back, washed every Friday. Name transfer at my cost if we agree on the price. I sell because I move abroad.',
  },
  'fzs-mirpur': {
    model: 'FZS V2',
    engineCc: 149,
    kilometres: 25_600,
    owners: 2,
    registeredIn: 'dhaka',
    description:
      'A few scratches on the silencer, nothing else. Smart card, tax token and digital plate are here. The family needs a car now.',
  },
  'fzs-agrabad': {
    model: 'FZS V3',
    engineCc: 149,
    kilometres: 17_735,
    owners: 1,
    registeredIn: 'chattogram',
    description:
      'New rear tyre and new battery this year. See it any day after the Asr prayer. The family needs a car now.',
  },
  'fzs-ambarkhana': {
    model: 'FZS V3',
    engineCc: 149,
    kilometres: 5_200,
    owners: 1,
    registeredIn: 'sylhet',
    description:
      'Ridden by one person to the office and back, washed every Friday. Name transfer at my cost if we agree on the price. The family needs a car now.',
  },
  'fzs-nathullabad': {
    model: 'FZS V2',
    engineCc: 149,
    kilometres: 46_000,
    owners: 2,
    registeredIn: 'barishal',
    description:
      'The front tyre should be changed soon; the price knows it. Name transfer at my cost if we agree on the price. I sell because I move abroad.',
  },
  'fzs-sonadanga': {
    model: 'FZS V3',
    engineCc: 149,
    kilometres: 22_300,
    owners: 3,
    registeredIn: 'khulna',
    description:
      'Starts at the first press, also on cold mornings. Smart card, tax token and digital plate are here. I ride too little to keep it.',
  },
  'fz16-rangpur': {
    model: 'FZ16',
    engineCc: 153,
    kilometres: 56_900,
    owners: 3,
    registeredIn: 'rangpur',
    description:
      'There is a dent in the tank, see it before you decide. Name transfer at my cost if we agree on the price. My brother used it while he studied.',
  },
  'fazer-mohammadpur': {
    model: 'Fazer FI',
    engineCc: 149,
    kilometres: 30_700,
    owners: 1,
    registeredIn: 'dhaka',
    description: 'A few scratches on the silencer, nothing else. Smart card, tax token and digital plate are here.',
  },
  'fazer-jashore': {
    model: 'Fazer FI',
    engineCc: 149,
    kilometres: 43_900,
    owners: 1,
    registeredIn: 'jashore',
    description:
      'The front tyre should be changed soon; the price knows it. See it any day after the Asr prayer. My brother used it while he studied.',
  },
  'fzx-bashundhara': {
    model: 'FZ-X',
    engineCc: 149,
    kilometres: 5_500,
    owners: 1,
    registeredIn: 'dhaka',
    description:
      'Engine never opened; everything works as on the first day. Tax token is paid for two years. I am buying a bigger one.',
  },
  'mt15-dhanmondi': {
    model: 'MT-15',
    engineCc: 155,
    kilometres: 17_387,
    owners: 1,
    registeredIn: 'dhaka',
    description:
      "Serviced every 2,000 km at the maker's own workshop. Tax token is paid for two years. My brother used it while he studied.",
  },
  'mt15-coxsbazar': {
    model: 'MT-15 V2',
    engineCc: 155,
    kilometres: 4_100,
    owners: 1,
    registeredIn: 'coxs-bazar',
    description:
      'No fall, no repaint; the service book is complete. Name transfer at my cost if we agree on the price. I ride too little to keep it.',
  },
  'xsr-gulshan': {
    model: 'XSR 155',
    engineCc: 155,
    kilometres: 7_800,
    owners: 1,
    registeredIn: 'dhaka',
    description:
      'Hardly used in the last year, since I have a car now. Smart card, tax token and digital plate are here. My brother used it while he studied.',
  },
  'r15-dhanmondi': {
    model: 'R15 V4',
    engineCc: 155,
    kilometres: 12_000,
    owners: 1,
    registeredIn: 'dhaka',
    description:
      'Kept under a roof and never lent to anybody. Name transfer at my cost if we agree on the price. The family needs a car now.',
  },
  'r15m-banani': {
    model: 'R15M',
    engineCc: 155,
    kilometres: 3_395,
    owners: 1,
    registeredIn: 'dhaka',
    description:
      'Kept under a roof and never lent to anybody. Papers are complete and in my own name. My brother used it while he studied.',
  },
  'r15-khulshi': {
    model: 'R15 V3',
    engineCc: 155,
    kilometres: 19_500,
    owners: 2,
    registeredIn: 'chattogram',
    description:
      "Serviced every 2,000 km at the maker's own workshop. Smart card, tax token and digital plate are here. The family needs a car now.",
  },
  'r15-savar': {
    model: 'R15 V3',
    engineCc: 155,
    kilometres: 25_000,
    owners: 2,
    registeredIn: 'dhaka',
    description:
      'Engine quiet, clutch plates changed last winter. See it any day after the Asr prayer. The family needs a car now.',
  },
  'rayzr-banasree': {
    model: 'RayZR 125',
    engineCc: 125,
    kilometres: 11_100,
    owners: 1,
    registeredIn: 'dhaka',
    description:
      'Ridden by one person to the office and back, washed every Friday. Name transfer at my cost if we agree on the price. I am buying a bigger one.',
  },
  'rayzr-zindabazar': {
    model: 'RayZR 125',
    engineCc: 125,
    kilometres: 5_000,
    owners: 1,
    registeredIn: 'sylhet',
    description:
      'Engine never opened; everything works as on the first day. Name transfer at my cost if we agree on the price. My brother used it while he studied.',
  },
  'saluto-kushtia': {
    model: 'Saluto 125',
    engineCc: 125,
    kilometres: 51_300,
    owners: 2,
    registeredIn: 'kushtia',
    description:
      'There is a dent in the tank, see it before you decide. Smart card, tax token and digital plate are here. I sell because I move abroad.',
  },
  'saluto-bogura': {
    model: 'Saluto 125',
    engineCc: 125,
    kilometres: 20_510,
    owners: 2,
    registeredIn: 'bogura',
    description: 'কাগজপত্র সব ঠিক আছে, নিজের নামে। ইঞ্জিন খোলা হয়নি।',
  },
  'rx-wari': {
    model: 'RX 115',
    engineCc: 115,
    kilometres: 94_300,
    owners: 3,
    registeredIn: 'dhaka',
    description: 'Runs well, but the paint on the tank has faded. Name transfer at my cost if we agree on the price.',
  },
}
