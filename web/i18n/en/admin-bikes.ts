// English messages of one bike for the admin, and of the bikes that were added.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  title: 'Bike',
  added: 'New bikes',
  page: 'Its page',
  verified: 'verified',
  states: { available: 'On sale', reserved: 'Reserved', sold: 'Sold', withdrawn: 'Taken off sale' },
  times: {
    created: 'Listed on',
    edited: 'Changed on',
    advertised: 'Advertised since',
    reserved: 'Reserved on',
    sold: 'Sold on',
    withdrawn: 'Taken off sale on',
  },
  prices: 'Prices, newest first',
  noDeals: 'Nobody has booked it.',
  noActs: 'Nothing is recorded.',
  allActs: 'All of its audit trail',
}

export const adminBikeMessages = createNamespace('adminBikes', en)
