// English messages of the admin screens. Loaded with them, because few visits need any.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  people: {
    columns: { number: 'NO.', name: 'Name', email: 'Email', verify: 'Verify', action: 'Action' },
    search: 'Name or e-mail',
    searchSubmit: 'Search',
    searchReset: 'Show all',
    shown: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
    pages: 'Pages',
    firstPage: 'First page',
    nextPage: 'Next page',
    delete: 'Delete',
    deleteLabel: (name: string) => `Delete ${name}`,
    deleteHeading: (name: string) => `Delete ${name}?`,
    deleting: 'Deleting',
    cancel: 'Keep',
    nobodyFound: (search: string) => `No name or e-mail contains “${search}”`,
    nobodyFoundText: 'Part of the name or address is enough.',
  },
  sellers: {
    heading: (count: number) => `Sellers: ${count}`,
    title: 'All Sellers',
    caption: 'Sellers',
    verify: 'Verify',
    verifyLabel: (name: string) => `Verify ${name}`,
    verified: 'Verified',
    verifySuccess: 'Verified successfully.',
    deleteText:
      'Their bikes go off sale at once and they are logged out. Sold bikes stay with their buyers. This cannot be undone.',
    deleteSuccess: 'Seller Deleted successfully',
    emptyHeading: 'No sellers yet',
    emptyText: 'New sellers will appear here.',
  },
  buyers: {
    heading: (count: number) => `Buyers: ${count}`,
    title: 'All Buyers',
    caption: 'Buyers',
    deleteText:
      'Their unpaid bookings are cancelled and they are logged out. What they have paid for stays. This cannot be undone.',
    deleteSuccess: 'Buyer Deleted successfully',
    emptyHeading: 'No buyers yet',
    emptyText: 'New buyers will appear here.',
  },
  messages: {
    heading: (count: number) => `Messages: ${count}`,
    title: 'Messages',
    noSubject: 'Message to Motohaat',
    noName: 'No name given',
    noText: 'They wrote no message.',
    handle: 'Mark as handled',
    handleLabel: (from: string) => `Mark as handled: the message from ${from}`,
    handled: 'Handled',
    handleSuccess: 'Marked as handled.',
    emptyHeading: 'No messages',
    emptyText: 'Messages from the contact form will appear here.',
  },
  suspicious: {
    title: 'Suspicious prices',
    heading: 'Suspicious prices',
    lead: 'These bikes cost far less than similar ones, and their pages warn buyers. The price can be honest: check the bike and contact its seller.',
    columns: {
      bike: 'Bike',
      price: 'Price',
      range: 'Similar bikes cost',
      seller: 'Seller',
      since: 'Listed',
    },
    below: (percent: string, bikes: string) => `${percent}% below, from ${bikes} bikes`,
    emptyHeading: 'No suspicious prices',
    emptyText: 'Bikes priced far below similar ones will appear here.',
  },
  home: 'Go to Home',
}

export const adminMessages = createNamespace('admin', en)
