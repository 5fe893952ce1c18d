// The people of the demonstration: Rahim sells, Karim buys, Ayesha is the admin, Rokeya the cashier. More sellers are in
// listings/sellers.ts.
// Names, addresses and telephone numbers are invented; they belong to nobody.

import { moreSellers } from './listings/sellers.ts'

/** The password of every demonstration login. It is no secret: the app prints it at the start. */
export const demoPassword = 'motohaat-demo'

/** What follows the @ in the e-mail address of each of them. */
export const demoMailHost = 'motohaat.test'

type Person = {
  name: string
  email: string
  role: 'Buyer' | 'Seller' | 'Admin'
  verified: boolean
  telephone: string
  joinedDaysAgo: number
}

export const fixtures = {
  ayesha: {
    name: 'Ayesha Siddiqua',
    email: 'ayesha@motohaat.test',
    role: 'Admin',
    verified: false,
    telephone: '+8801700000100',
    joinedDaysAgo: 400,
  },

  rahim: {
    name: 'Rahim Uddin',
    email: 'rahim@motohaat.test',
    role: 'Seller',
    verified: true,
    telephone: '+8801700000101',
    joinedDaysAgo: 380,
  },
  farhana: {
    name: 'Farhana Akter',
    email: 'farhana@motohaat.test',
    role: 'Seller',
    verified: true,
    telephone: '+8801800000102',
    joinedDaysAgo: 341,
  },
  mizanur: {
    name: 'Mizanur Rahman',
    email: 'mizanur@motohaat.test',
    role: 'Seller',
    verified: false,
    telephone: '+8801900000103',
    joinedDaysAgo: 58,
  },
  tanvir: {
    name: 'Tanvir Hasan',
    email: 'tanvir@motohaat.test',
    role: 'Seller',
    verified: true,
    telephone: '+8801600000104',
    joinedDaysAgo: 290,
  },
  nusrat: {
    name: 'Nusrat Jahan',
    email: 'nusrat@motohaat.test',
    role: 'Seller',
    verified: true,
    telephone: '+8801500000105',
    joinedDaysAgo: 233,
  },
  kamrul: {
    name: 'Kamrul Islam',
    email: 'kamrul@motohaat.test',
    role: 'Seller',
    verified: true,
    telephone: '+8801300000106',
    joinedDaysAgo: 187,
  },
  shafiqul: {
    name: 'Shafiqul Islam',
    email: 'shafiqul@motohaat.test',
    role: 'Seller',
    verified: false,
    telephone: '+8801700000107',
    joinedDaysAgo: 71,
  },
  jahangir: {
    name: 'Jahangir Howlader',
    email: 'jahangir@motohaat.test',
    role: 'Seller',
    verified: false,
    telephone: '+8801400000108',
    joinedDaysAgo: 49,
  },
  ...moreSellers,

  karim: {
    name: 'Karim Sheikh',
    email: 'karim@motohaat.test',
    role: 'Buyer',
    verified: false,
    telephone: '+8801700000201',
    joinedDaysAgo: 96,
  },
  sadia: {
    name: 'Sadia Rahman',
    email: 'sadia@motohaat.test',
    role: 'Buyer',
    verified: false,
    telephone: '+8801800000202',
    joinedDaysAgo: 83,
  },
  // Imran also decides cases: he has the permission of a moderator.
  imran: {
    name: 'Imran Hossain',
    email: 'imran@motohaat.test',
    role: 'Buyer',
    verified: false,
    telephone: '+8801900000203',
    joinedDaysAgo: 64,
  },
  puja: {
    name: 'Puja Das',
    email: 'puja@motohaat.test',
    role: 'Buyer',
    verified: false,
    telephone: '+8801600000204',
    joinedDaysAgo: 52,
  },
  // Rokeya also pays the sellers out: she has the permission of a cashier.
  rokeya: {
    name: 'Rokeya Begum',
    email: 'rokeya@motohaat.test',
    role: 'Buyer',
    verified: false,
    telephone: '+8801500000206',
    joinedDaysAgo: 310,
  },
  // Arif is new: his orders and his wishlist are empty.
  arif: {
    name: 'Arif Chowdhury',
    email: 'arif@motohaat.test',
    role: 'Buyer',
    verified: false,
    telephone: '+8801300000205',
    joinedDaysAgo: 1,
  },
} as const satisfies Record<string, Person>

export type FixtureKey = keyof typeof fixtures
type KeyOfRole<R extends Person['role']> = {
  [Key in FixtureKey]: (typeof fixtures)[Key]['role'] extends R ? Key : never
}[FixtureKey]

export type SellerKey = KeyOfRole<'Seller'>
export type BuyerKey = KeyOfRole<'Buyer'>
