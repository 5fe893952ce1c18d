// The page of one bike: its public data and similar bikes.
import { maxNumbersPerDay, maxNumbersPerDayUnproven } from '#contract/limits.ts'
import { z } from 'zod'
import { bikeMarks, BikeYear, conditions, Product } from './bikes.ts'
import { Badge } from './cases/badges.ts'
import type { Calls } from './call.ts'
import { Id, Paging, Taka } from './fields.ts'
import { Papers } from './papers/paper-calls.ts'
import { PriceVerdict } from './price-estimates.ts'
import { districts } from './districts.ts'

/** The most similar bikes on the page. */
export const maxSimilarBikes = 4

/** A bike on a small card. */
export const BikeSummary = z
  .object({
    _id: Id,
    slug: z.string(),
    productName: z.string(),
    salePrice: Taka,
    year: BikeYear,
    kilometres: z.int().nullable(),
    condition: z.enum(conditions),
    location: z.string(),
    image: z.string(),
    /** The seller is verified. */
    verification: z.boolean(),
    advertise: z.enum(['on', 'off']),
    ...bikeMarks,
  })
  .meta({ id: 'BikeInBrief' })

/** Does not contain the seller's e-mail address. */
export const BikePage = Product.omit({ email: true, contactNumber: true })
  .extend({
    /** In full if the bike is advertised or the reader's own, and for an admin; otherwise masked; null once the bike is sold. */
    contactNumber: z.string().nullable(),
    /** When it was sold, or null while it is on sale. */
    soldAt: z.iso.datetime().nullable(),
    brand: z.string().nullable(),
    model: z.string().nullable(),
    engineCc: z.int().nullable(),
    kilometres: z.int().nullable(),
    /** The district of its location, if the location names one. */
    district: z.enum(districts).nullable(),
    registrationDistrict: z.enum(districts).nullable(),
    registrationYear: z.int().nullable(),
    owners: z.int().nullable(),
    /** Telephone numbers in it are masked as the contact number is. */
    description: z.string().nullable(),
    moreImages: z.array(z.string()),
    seller: z.object({
      /** Names the seller's page; null if the account was deleted. */
      _id: Id.nullable(),
      /** Year and month, in Dhaka, such as 2025-03. */
      memberSince: z.string(),
      /** What was checked of a verified seller. */
      badge: Badge.nullable(),
      /** How many bikes they have sold on Motohaat. */
      sold: z.int(),
      /** Of at most 20 requests of the last 180 days, those that they answered; null for fewer than five. */
      answers: z
        .object({
          answered: z.int(),
          of: z.int(),
          /** The median until the answer, in hours rounded up; null when none was answered. */
          medianHours: z.int().nullable(),
        })
        .nullable(),
    }),
    /** A buyer comes first: the seller has said yes to one, or it is the turn of one. Another booking stands in line. */
    isPromised: z.boolean(),
    /** The seller takes no offers. */
    isPriceFixed: z.boolean(),
    /** The rules of publishing found something in it, and no moderator has looked at it yet. */
    isUnchecked: z.boolean(),
    /** What the seller says and shows of its papers, and what Motohaat checked. */
    papers: Papers,
    /** Somebody signed an inspection that everybody reads. */
    isInspected: z.boolean(),
    /** Whole days since it was listed, in Dhaka. */
    daysOnSale: z.int(),
    /** Its prices so far with the time from which each was asked, newest first; at most 20. */
    prices: z.array(z.object({ price: Taka, since: z.iso.datetime() })),
    similar: z.array(BikeSummary),
  })
  .meta({ id: 'BikePage' })

/** The bikes of a seller's page: the default page of the list. */
export const sellerPageLength = 24

/** A seller with their bikes on sale. Contains neither an e-mail address nor a number. */
export const SellerPage = z
  .object({
    _id: Id,
    /** The name on their newest bike. */
    sellerName: z.string(),
    /** The seller is verified. */
    verification: z.boolean(),
    /** What was checked of a verified seller. */
    badge: Badge.nullable(),
    /** Year and month, in Dhaka, such as 2025-03. */
    memberSince: z.string(),
    /** How many bikes they have on sale, and how many they have sold on Motohaat; at most 1,000 are counted. */
    onSale: z.int(),
    sold: z.int(),
    /** Advertised bikes are not before others: the newest comes first. */
    bikes: z.array(BikeSummary.extend({ priceVerdict: PriceVerdict })),
    /** The `cursor` of the next page; null on the last page. */
    next: z.string().nullable(),
  })
  .meta({ id: 'SellerPage' })

export const bikePageCalls = {
  'GET /bikes/:slug': {
    summary: 'One bike, on sale or sold, with its seller and the bikes like it',
    access: 'anyone',
    limit: 'browsing',
    params: z.strictObject({ slug: z.string().max(100) }),
    response: BikePage,
    errors: ['not_found'],
  },
  'GET /sellers/:sellerId': {
    summary:
      'A seller with their bikes on sale; not found if the account was deleted, or if no bike of theirs was shown',
    access: 'anyone',
    limit: 'browsing',
    params: z.strictObject({ sellerId: Id }),
    // The default page has 24 bikes.
    query: Paging,
    response: SellerPage,
    errors: ['not_found'],
  },
} as const satisfies Calls

export const numberCalls = {
  'GET /bikes/:slug/number': {
    summary: `The number of the seller in full: ${maxNumbersPerDay} bikes a day, ${maxNumbersPerDayUnproven} until the e-mail address is confirmed`,
    access: 'member',
    params: z.strictObject({ slug: z.string().max(100) }),
    response: z.object({ contactNumber: z.string() }),
    errors: ['not_found', 'bike_sold', 'number_hidden', 'too_many_numbers'],
  },
} as const satisfies Calls
