// English messages of the first screen of the home page. Loaded when that part is hydrated.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  heading: 'Used motorbikes, honest prices',
  forSale: (count: string) => `${count} bikes for sale`,
  aboutForSale: (count: string) => `About ${count} bikes for sale`,
  searchLabel: 'What are you looking for?',
  placeholder: 'Model, place or budget',
  submit: 'Search',
  chips: {
    label: 'Often looked for',
    price: (taka: string, _lakhs: string) => `Under ${taka}`,
    cc: (cc: string) => `${cc} cc`,
    scooters: 'Scooters',
    dhaka: 'Dhaka',
    firstOwner: 'First owner',
  },
  newest: 'Newest bikes',
  seeAll: 'See all bikes',
  valuationLead: 'A price range in 10 seconds. No login.',
  promises: ['See the bike first. Pay when you are sure.', 'We keep the money until you have the bike.'],
}

export const firstScreenMessages = createNamespace('firstScreen', en)
