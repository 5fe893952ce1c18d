// Bikes as the wire spells them: the specification's Product, and the lists that show it.
import { z } from 'zod'
import type { Calls } from './call.ts'
import { claim, Email, Id, Paging, Taka, Telephone, text } from './fields.ts'

export const categoryNames = ['Yamaha', 'Suzuki', 'TVS'] as const
export const conditions = ['Excellent', 'Good', 'Fair'] as const

/** The price when new; a bike may cost more today than it did then, so it need not be above the resale price. */
const OriginalPrice = z
  .int({ error: 'Enter the original price in whole Taka.' })
  .min(1_000, 'The lowest original price is 1,000 Taka.')
  .max(9_999_999, 'The highest original price is 9,999,999 Taka.')

/** The last year that may be named is this one, which the room knows. */
const PurchaseYear = z
  .int({ error: 'Enter the year of purchase, such as 2021.' })
  .min(1950, 'Enter a year of purchase from 1950 on.')
  .max(2200, 'The year of purchase is still to come.')

const YearsOfUse = z
  .int({ error: 'Enter the years of use as a whole number.' })
  .min(0, 'The years of use cannot be less than 0.')
  .max(100, 'The years of use cannot be more than 100.')

/** A bike as a seller offers it. The claims are what the shop knows better: it compares or ignores them. */
const NewProduct = z.strictObject({
  productName: text('a product name', 120),
  email: Email.optional(),
  salePrice: Taka,
  originalPrice: OriginalPrice,
  purchaseTime: PurchaseYear,
  usedTime: YearsOfUse,
  condition: z.enum(conditions, { error: 'Choose Excellent, Good or Fair.' }),
  sellerName: text('a seller name', 80),
  contactNumber: Telephone,
  location: text('a location', 120),
  name: z.enum(categoryNames, { error: 'Choose Yamaha, Suzuki or TVS.' }),
  date: claim,
  time: claim,
  status: claim,
  /** What `POST /images` answered. */
  image: z
    .string({ error: 'Choose a picture first.' })
    .min(1, 'Choose a picture first.')
    .max(500, 'Choose a picture first.'),
})

const byId = z.strictObject({ id: Id })

export const Product = z
  .object({
    _id: Id,
    productName: z.string(),
    /** The seller's; told to signed-in people only. */
    email: z.string().optional(),
    salePrice: Taka,
    originalPrice: z.int(),
    /** Year of purchase. */
    purchaseTime: z.int(),
    /** Years of use. */
    usedTime: z.int(),
    condition: z.enum(conditions),
    sellerName: z.string(),
    /** In full where the bike is advertised or the reader is signed in, otherwise masked. */
    contactNumber: z.string(),
    location: z.string(),
    /** The category. */
    name: z.enum(categoryNames),
    /** Day/month/year of creation, in Dhaka. */
    date: z.string(),
    /** Time of creation, in Dhaka. */
    time: z.string(),
    status: z.enum(['available', 'sold', 'withdrawn']),
    image: z.string(),
    /** The seller is verified. */
    verification: z.boolean(),
    advertise: z.enum(['on', 'off']),
    paid: z.boolean(),
  })
  .meta({ id: 'Product' })

export const bikeCalls = {
  'GET /allbikes': {
    summary: 'The bikes on sale: advertised first, newest first',
    access: 'anyone',
    query: Paging.extend({ advertise: z.literal('on').optional() }),
    answer: z.array(Product),
    list: true,
    shared: true,
  },
  'GET /categoryDetails/:name': {
    summary: 'The bikes on sale in one category',
    access: 'member',
    params: z.strictObject({ name: z.string().max(100) }),
    query: Paging,
    answer: z.array(Product),
    refusals: ['not_found'],
    list: true,
  },
  'POST /allbikes': {
    summary: 'Offer a bike for sale',
    access: 'seller',
    body: NewProduct,
    answer: z.object({ acknowledged: z.literal(true), insertedId: Id }),
    refusals: ['not_your_email', 'picture_not_uploaded'],
  },
  'GET /allbikes/myproduct': {
    summary: 'The bikes that I offer and that I have sold, newest first',
    access: 'seller',
    query: Paging.extend({ email: Email.optional() }),
    answer: z.array(Product),
    refusals: ['not_your_email'],
    list: true,
  },
  'PUT /allbikes/:id': {
    summary: 'Advertise a bike of mine',
    access: 'seller',
    params: byId,
    body: z.strictObject({ advertise: z.literal('on', { error: 'A bike can only be advertised: on.' }) }),
    answer: z.object({ modifiedCount: z.int() }),
    refusals: ['not_found', 'bike_sold', 'bike_withdrawn'],
  },
  'DELETE /allbikes/:id': {
    summary: 'Take a bike of mine off the shop',
    access: 'seller',
    params: byId,
    answer: z.object({ deletedCount: z.int() }),
    refusals: ['not_found', 'bike_sold'],
  },
} as const satisfies Calls
