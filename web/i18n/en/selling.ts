// English messages of the seller's own bikes. Loaded with them, because most visits need none.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  mine: {
    heading: (count: string) => `You Added ${count} Products`,
    title: 'My Products',
    add: 'Add a Product',
    caption: 'My products',
    columns: {
      number: 'NO.',
      name: 'Products Name',
      price: 'Price',
      status: 'Product Status',
      advertisement: 'Advertisement',
      action: 'Action',
    },
    /** Before the button, where the table has no heads; empty where the button says it. */
    advertisementOnPhones: 'Ad is off',
    filters: { label: 'Bikes to show', all: 'All', available: 'Not booked', booked: 'Booked', sold: 'Sold' },
    statuses: {
      available: 'Available',
      reserved: 'Reserved',
      sold: 'Sold',
      withdrawn: 'Withdrawn',
      hidden: 'Hidden',
      waiting: 'Waits',
    },
    whyHidden: 'Read why',
    whyHiddenLabel: (bike: string) => `Read why: ${bike}`,
    moreActs: (bike: string) => `More for ${bike}`,
    numbers: 'Add chassis number',
    papers: 'Papers',
    inspect: 'Inspection',
    inspectLabel: (bike: string) => `Inspection: ${bike}`,
    papersText: 'Your bike is here. Buyers ask about its papers first.',
    papersLink: 'Say something about the papers',
    bookings: 'See bookings',
    soldDeal: 'See deal',
    soldDealLabel: (bike: string) => `See deal: ${bike}`,
    bookingsLabel: (bike: string) => `See bookings: ${bike}`,
    numbersLabel: (bike: string) => `Add chassis number: ${bike}`,
    papersLabel: (bike: string) => `Papers: ${bike}`,
    saleUndone: 'The money went back to the buyer. Add the bike again to sell it.',
    advertisedHint: 'Advertising is free. Advertised bikes are on the home page, with your number.',
    on: 'On',
    advertise: (bike: string) => `On: advertise ${bike}`,
    advertised: 'Advertised',
    off: 'Stop advertising',
    offLabel: (bike: string) => `Stop advertising ${bike}`,
    offHeading: (bike: string) => `Stop advertising ${bike}?`,
    offText: 'It stays for sale. You can advertise it again.',
    offConfirm: 'Switch off',
    offBusy: 'Switching off',
    offCancel: 'Keep it on',
    offSuccess: 'The advertisement is off.',
    notAvailable: 'N/A',
    advertiseSuccess: 'Advertise successfully.',
    soldNote: 'Sold bikes stay here, as a record of the payment.',
    deleteText: 'It goes off sale at once, and buyers who booked it see that.',
    cancel: 'Keep it',
    delete: 'Delete',
    deleteLabel: (bike: string) => `Delete ${bike}`,
    /** The same act, in the words of whoever sold the bike to somebody outside of the shop. */
    soldElsewhere: 'I sold it elsewhere',
    deleteHeading: (bike: string) => `Take ${bike} off sale?`,
    deleteConfirm: 'Take it off sale',
    deleting: 'Taking it off',
    deleteSuccess: 'Product Deleted successfully',
    emptyHeading: 'No bikes added yet',
    emptyText: 'Add your bike with one good photo and an honest price. It is usually on sale at once.',
    numberRequests: (people: number, count: string) =>
      people === 1 ? '1 person has seen your number' : `${count} people have seen your number`,
    /** Beside "Available". */
    liveDeals: (deals: number, count: string) => (deals === 1 ? '1 booking' : `${count} bookings`),
    saves: (people: number, count: string) =>
      people === 1 ? '1 person has saved it' : `${count} people have saved it`,
    since: (days: number, count: string) =>
      days === 0 ? 'For sale since today' : days === 1 ? 'For sale for 1 day' : `For sale for ${count} days`,
    similar: (since: string, low: string, high: string, isOne: boolean) =>
      `${since}. Similar bikes cost ${isOne ? low : `${low}–\u2060${high}`}.`,
    /** After what similar bikes cost. */
    less: ' Yours is less.',
    more: ' Yours is more.',
    /** What may help a bike that is for sale for weeks; the first two are links to its form. */
    advice: {
      photos: 'More photos help buyers decide: add photos',
      price: 'Look at your price again',
      advertise: 'Advertise it: it is free.',
    },
    verified: 'Buyers see “Verified” beside your name.',
    onlyNewest: (count: number) => `Only the newest ${count} are shown.`,
  },
}

export const sellingMessages = createNamespace('selling', en)
