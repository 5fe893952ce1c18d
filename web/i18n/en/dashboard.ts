// English messages of the dashboard's frame.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  label: 'Dashboard',
  orders: 'My Orders',
  wishlist: 'My Wishlist',
  searches: 'Saved Searches',
  deals: 'Deals',
  money: 'Money',
  payouts: 'Payouts',
  disputes: 'Problems',
  products: 'My Products',
  addProduct: 'Add a Product',
  sellers: 'All Sellers',
  buyers: 'All Buyers',
  account: 'My Account',
  secondFactorReminder:
    'Only a password protects this admin account. Two-step login keeps others out even if they know the password.',
  setUp: 'Set it up',
  later: 'Later',
  messages: 'Messages',
  catalogue: 'Brands and models',
  suspicious: 'Suspicious prices',
  answerNow: (count: number) => `${count} wait for your answer`,
  roles: { buyer: 'Buyer', seller: 'Seller', admin: 'Admin' },
}

export const dashboardMessages = createNamespace('dashboard', en)
