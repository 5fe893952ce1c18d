// The sentences of the admin's screens: fetched with them, since nearly no visit needs any.
import { chapter } from './namespaces.ts'

const en = {
  people: {
    columns: { number: 'NO.', name: 'Name', email: 'Email', verify: 'Verify', action: 'Action' },
    search: 'Name or e-mail',
    searchGo: 'Search',
    searchEnd: 'Show all',
    shown: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
    pages: 'Pages',
    firstPage: 'First page',
    nextPage: 'Next page',
    delete: 'Delete',
    deleteOf: (name: string) => `Delete ${name}`,
    deleteHeading: (name: string) => `Delete ${name}?`,
    deleting: 'Deleting',
    keep: 'Keep',
    nobodyFound: (search: string) => `Nobody’s name or e-mail has “${search}” in it`,
    nobodyFoundText: 'A part of the name or of the address is enough.',
  },
  sellers: {
    heading: (count: number) => `Sellers: ${count}`,
    title: 'All Sellers',
    caption: 'Sellers',
    verify: 'Verify',
    verifyOf: (name: string) => `Verify ${name}`,
    verified: 'Verified',
    verifySuccess: 'Verified successfully.',
    deleteText:
      'Their bikes leave the shop at once and they are signed out. What was sold stays with its buyers. This cannot be undone.',
    deleteSuccess: 'Seller Deleted successfully',
    emptyHeading: 'No sellers yet',
    emptyText: 'Whoever registers as a seller stands here.',
  },
  buyers: {
    heading: (count: number) => `Buyers: ${count}`,
    title: 'All Buyers',
    caption: 'Buyers',
    deleteText:
      'Their unpaid bookings are cancelled and they are signed out. What they have paid for stays. This cannot be undone.',
    deleteSuccess: 'Buyer Deleted successfully',
    emptyHeading: 'No buyers yet',
    emptyText: 'Whoever registers as a buyer stands here.',
  },
  messages: {
    heading: (count: number) => `Messages: ${count}`,
    title: 'Messages',
    noSubject: 'Message to the shop',
    noName: 'No name given',
    noText: 'Nothing was written.',
    handle: 'Mark as handled',
    handleOf: (from: string) => `Mark as handled: the message from ${from}`,
    handled: 'Handled',
    handleSuccess: 'Marked as handled.',
    emptyHeading: 'No messages',
    emptyText: 'What people write with the contact form of the home page stands here.',
  },
  suspicious: {
    title: 'Suspicious prices',
    heading: 'Suspicious prices',
    lead: 'These bikes ask far less than similar ones, and their pages warn buyers. The price can be honest: look at the bike, and write to its seller.',
    columns: {
      bike: 'Bike',
      price: 'Price',
      range: 'Similar bikes ask',
      seller: 'Seller',
      since: 'Offered',
    },
    below: (percent: string, bikes: string) => `${percent}% below, told from ${bikes} bikes`,
    emptyHeading: 'No suspicious prices',
    emptyText: 'A bike that asks far less than similar ones stands here.',
  },
  home: 'Go to Home',
}

/** For `useChapter`. */
export const desk = chapter('desk', en)
