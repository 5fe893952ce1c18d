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
  hidden: {
    state: 'Hidden',
    since: 'Hidden since',
    by: {
      reports: 'by reports',
      rules: 'by the rules for advertisements',
      moderator: 'by a moderator',
      suspension: 'because its seller is suspended',
    },
  },
  cases: 'Cases',
  noCases: 'Nobody has reported it, and no rule has stopped it.',
  mended: 'Ended: the seller changed the advertisement',
  prices: 'Prices, newest first',
  noDeals: 'Nobody has booked it.',
  noActs: 'Nothing is recorded.',
  allActs: 'All of its audit trail',
}

export const adminBikeMessages = createNamespace('adminBikes', en)
