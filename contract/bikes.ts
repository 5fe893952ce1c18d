// Bikes as the wire spells them: the specification's Product, and the lists that show it.
import { z } from 'zod'
import type { Calls } from './call.ts'
import { Id, Paging, Taka } from './fields.ts'

export const categoryNames = ['Yamaha', 'Suzuki', 'TVS'] as const
export const conditions = ['Excellent', 'Good', 'Fair'] as const

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
} as const satisfies Calls
