// Bookings, sales and wishes of the demonstration.
import type { BikeKey } from './bikes.ts'
import type { BuyerKey } from './fixtures.ts'
import type { RelativeTime } from './relative-time.ts'

type DemoBooking = { bike: BikeKey; buyer: BuyerKey; meetAt: string; booked: RelativeTime }
type DemoWish = { bike: BikeKey; buyer: BuyerKey; wished: RelativeTime }

/**
 * The bikes that are sold at the first start, each with its buyer. A bike is sold when a payment has succeeded, so seeding
 * writes the bookings only, and the app pays for them at the card sandbox (unpaid-demo-sales.ts).
 */
export const soldBikes: readonly DemoBooking[] = [
  {
    bike: 'apache150-khilgaon',
    buyer: 'karim',
    meetAt: 'Khilgaon flyover, beside the Taltola market',
    booked: { daysAgo: 17, at: '18:25' },
  },
  {
    bike: 'hayate-keraniganj',
    buyer: 'sadia',
    meetAt: 'Babubazar bridge, Keraniganj side',
    booked: { daysAgo: 20, at: '11:05' },
  },
  {
    bike: 'gixxer-halishahar',
    buyer: 'imran',
    meetAt: 'Boropol circle, Halishahar',
    booked: { daysAgo: 12, at: '20:40' },
  },
  {
    bike: 'rayzr-zindabazar',
    buyer: 'puja',
    meetAt: 'Blue Water Shopping City, Zindabazar',
    booked: { daysAgo: 19, at: '16:30' },
  },
  {
    bike: 'fazer-mohammadpur',
    buyer: 'imran',
    meetAt: 'Mohammadpur bus stand',
    booked: { daysAgo: 9, at: '17:15' },
  },
]

/** Unpaid bookings. Two of them are for bikes that another buyer paid for. */
export const openBookings: readonly DemoBooking[] = [
  {
    bike: 'gixxer-mirpur',
    buyer: 'karim',
    meetAt: 'Mirpur 10 circle, under the metro station',
    booked: { daysAgo: 2, at: '19:10' },
  },
  {
    bike: 'fzs-uttara',
    buyer: 'karim',
    meetAt: 'Rajlakshmi Complex, Uttara',
    booked: { daysAgo: 1, at: '10:35' },
  },
  {
    bike: 'gixxer-halishahar',
    buyer: 'karim',
    meetAt: 'Halishahar A Block, at the police box',
    booked: { daysAgo: 13, at: '09:20' },
  },
  {
    bike: 'rayzr-banasree',
    buyer: 'sadia',
    meetAt: 'Banasree C Block, in front of Ideal School',
    booked: { daysAgo: 2, at: '17:00' },
  },
  {
    bike: 'burgman-kalabagan',
    buyer: 'sadia',
    meetAt: 'Kalabagan club field',
    booked: { daysAgo: 1, at: '21:05' },
  },
  { bike: 'gixxer-mirpur', buyer: 'imran', meetAt: 'Mirpur 10, Shah Ali Plaza', booked: { daysAgo: 1, at: '12:45' } },
  {
    bike: 'apache4v-agrabad',
    buyer: 'imran',
    meetAt: 'Badamtoli crossing, Agrabad',
    booked: { daysAgo: 3, at: '18:50' },
  },
  {
    bike: 'r15-khulshi',
    buyer: 'imran',
    meetAt: 'Khulshi Town Centre, main gate',
    booked: { daysAgo: 8, at: '20:00' },
  },
  {
    bike: 'ntorq-zindabazar',
    buyer: 'puja',
    meetAt: 'Zindabazar point, in front of the sweet shop',
    booked: { daysAgo: 2, at: '13:40' },
  },
  {
    bike: 'hayate-keraniganj',
    buyer: 'puja',
    meetAt: 'Kadamtali circle, Keraniganj',
    booked: { daysAgo: 18, at: '08:45' },
  },
  { bike: 'fzs-mirpur', buyer: 'sadia', meetAt: 'Mirpur 12 bus stand', booked: { daysAgo: 4, at: '16:20' } },
]

export const wishes: readonly DemoWish[] = [
  { bike: 'apache150-khilgaon', buyer: 'karim', wished: { daysAgo: 18, at: '22:10' } },
  { bike: 'r15-dhanmondi', buyer: 'karim', wished: { daysAgo: 1, at: '20:55' } },
  { bike: 'gixxer-mirpur', buyer: 'karim', wished: { daysAgo: 3, at: '13:30' } },
  { bike: 'mt15-dhanmondi', buyer: 'karim', wished: { daysAgo: 5, at: '23:05' } },
  { bike: 'gixxer-sf-uttara', buyer: 'karim', wished: { daysAgo: 4, at: '09:45' } },
  { bike: 'rayzr-banasree', buyer: 'sadia', wished: { daysAgo: 3, at: '10:50' } },
  { bike: 'ntorq-malibagh', buyer: 'sadia', wished: { daysAgo: 1, at: '14:15' } },
  { bike: 'rayzr-zindabazar', buyer: 'sadia', wished: { daysAgo: 24, at: '12:00' } },
  { bike: 'gixxer-sf-khulshi', buyer: 'imran', wished: { daysAgo: 1, at: '08:20' } },
  { bike: 'apache4v-jatrabari', buyer: 'imran', wished: { daysAgo: 5, at: '19:40' } },
  { bike: 'r15-dhanmondi', buyer: 'imran', wished: { daysAgo: 1, at: '16:10' } },
  { bike: 'gsxr-lalmatia', buyer: 'imran', wished: { daysAgo: 2, at: '22:30' } },
  { bike: 'fzs-ambarkhana', buyer: 'puja', wished: { daysAgo: 1, at: '21:20' } },
  { bike: 'access-moulvibazar', buyer: 'puja', wished: { daysAgo: 8, at: '17:50' } },
  { bike: 'gixxer-subidbazar', buyer: 'puja', wished: { daysAgo: 4, at: '11:25' } },
]
