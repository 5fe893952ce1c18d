// English messages of the dashboard's frame.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  label: 'Dashboard',
  allPages: 'All pages',
  orders: 'My Orders',
  wishlist: 'My Wishlist',
  searches: 'Saved Searches',
  deals: 'Deals',
  money: 'Money',
  payouts: 'Payouts',
  cases: 'Cases',
  disputes: 'Problems',
  products: 'My Products',
  addProduct: 'Add a Product',
  overview: 'Overview',
  audit: 'Audit trail',
  fees: 'Fees and deadlines',
  transfers: 'BRTA name transfer',
  payments: 'Payments',
  refunds: 'Refunds',
  ledger: 'Ledger',
  allDeals: 'Bookings and deals',
  sellers: 'All Sellers',
  buyers: 'All Buyers',
  account: 'My Account',
  secondFactorReminder:
    'Only a password protects this admin account. Two-step login keeps others out even if they know the password.',
  setUp: 'Set it up',
  later: 'Later',
  messages: 'Messages',
  chats: 'Messages',
  unreadChats: (count: number) => `${count} with new messages`,
  catalogue: 'Brands and models',
  suspicious: 'Suspicious prices',
  answerNow: (count: number) => `${count} wait for your answer`,
  roles: { buyer: 'Buyer', seller: 'Seller', both: 'Buyer and seller', admin: 'Admin' },
}

export const dashboardMessages = createNamespace('dashboard', en)
