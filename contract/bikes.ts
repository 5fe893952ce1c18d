// Bikes: the specification's Product, and its lists.
import {
  earliestYear,
  maxKilometres,
  maxOwners,
  maxPictures,
  maxPriceTaka,
  maxYearsOfUse,
  minPriceTaka,
} from '#contract/limits.ts'
import { PriceVerdict } from './price-estimates.ts'
import { z } from 'zod'
import { toReason } from './errors/reasons.ts'
import type { Calls } from './call.ts'
import { EngineCc } from './catalogue.ts'
import { claim, Email, Id, multilineTextField, Paging, Taka, Telephone, textField } from './fields.ts'
import { personName } from './names/person-name.ts'
import { papersLevels } from './papers/paper-kinds.ts'
import { isVisibleText } from './text.ts'
import { districts } from './districts.ts'

/** The categories of the specification: the cards of the home page and the radios of the listing form. */
export const categoryNames = ['Yamaha', 'Suzuki', 'TVS'] as const
/** The category of a bike whose brand was typed, because the catalogue does not know it. */
export const otherCategory = 'Other'
export const conditions = ['Excellent', 'Good', 'Fair'] as const

/** The price when new, in Taka. A used bike may cost more today, so it need not be above the sale price. */
const OriginalPrice = z
  .int({ error: toReason('not_whole_taka', { field: 'original_price' }) })
  .min(minPriceTaka, toReason('original_price_too_low'))
  .max(maxPriceTaka, toReason('original_price_too_high'))

/** The handler also refuses years after the current one. */
const PurchaseYear = z
  .int({ error: toReason('invalid_purchase_year') })
  .min(earliestYear, toReason('purchase_year_too_early'))
  .max(2200, toReason('purchase_year_in_future'))

const YearsOfUse = z
  .int({ error: toReason('not_whole', { field: 'years_of_use' }) })
  .min(0, toReason('years_of_use_too_low'))
  .max(maxYearsOfUse, toReason('years_of_use_too_high'))

/** The URL that `POST /images` returned. */
const Image = z
  .string({ error: toReason('missing_picture') })
  .min(1, toReason('missing_picture'))
  .max(500, toReason('missing_picture'))

const hasDistinctPictures = ({
  image,
  moreImages = [],
}: {
  image: string
  moreImages?: string[] | undefined
}): boolean => new Set([image, ...moreImages]).size === moreImages.length + 1
const duplicatePictureIssue = { path: ['moreImages'], error: toReason('duplicate_picture') }

/** One of the three, a brand of the catalogue by its exact name, or "Other" with a typed `brand`. The handler knows the brands. */
const CategoryName = z
  .string({ error: toReason('invalid_category') })
  .min(1, toReason('invalid_category'))
  .max(40, toReason('invalid_category'))
  .refine((name) => isVisibleText(name), toReason('invalid_category'))

// What a seller enters. The server compares or ignores the fields of type `claim`.
const requiredFields = {
  productName: textField('product_name', 120),
  email: Email.optional(),
  salePrice: Taka,
  originalPrice: OriginalPrice,
  purchaseTime: PurchaseYear,
  usedTime: YearsOfUse,
  condition: z.enum(conditions, { error: toReason('invalid_condition') }),
  sellerName: personName('seller_name', 80),
  contactNumber: Telephone,
  location: textField('location', 120),
  name: CategoryName,
  date: claim,
  time: claim,
  status: claim,
  image: Image,
}

// Optional details beyond the specification.
const optionalFields = {
  /** In any spelling; a brand of the catalogue is stored by its id. */
  brand: textField('brand', 40).optional(),
  model: textField('model', 60).optional(),
  engineCc: EngineCc.optional(),
  kilometres: z
    .int({ error: toReason('not_whole', { field: 'kilometres' }) })
    .min(0, toReason('kilometres_too_low'))
    .max(maxKilometres, toReason('kilometres_too_high'))
    .optional(),
  registrationDistrict: z.enum(districts, { error: toReason('invalid_district') }).optional(),
  registrationYear: z
    .int({ error: toReason('invalid_registration_year') })
    .min(earliestYear, toReason('registration_year_too_early'))
    .max(2200, toReason('registration_year_in_future'))
    .optional(),
  owners: z
    .int({ error: toReason('invalid_owners') })
    .min(1, toReason('too_few_owners'))
    .max(maxOwners, toReason('too_many_owners'))
    .optional(),
  description: multilineTextField('description', 4000).optional(),
  moreImages: z
    .array(Image, { error: toReason('missing_more_pictures') })
    .max(maxPictures - 1, toReason('too_many_pictures', { max: maxPictures }))
    .optional(),
}

/** A bike that a seller lists. */
const NewProduct = z
  .strictObject({
    ...requiredFields,
    ...optionalFields,
    /** Created by the form. A retry after a lost response has the same id, so the bike is not listed twice. */
    draftId: Id.optional(),
  })
  .refine(hasDistinctPictures, duplicatePictureIssue)

/** All fields of an edited bike; an optional field that is left out is cleared. */
const ChangedProduct = z
  .strictObject({
    ...requiredFields,
    ...optionalFields,
    version: z
      .int({ error: toReason('missing_version') })
      .min(1)
      .max(2_147_483_647),
  })
  .refine(hasDistinctPictures, duplicatePictureIssue)

const byId = z.strictObject({ id: Id })

export const Product = z
  .object({
    _id: Id,
    /** The last part of the URL of its page; it never changes. */
    slug: z.string(),
    productName: z.string(),
    /** The seller's; only the seller and an admin see it. */
    email: z.string().optional(),
    salePrice: Taka,
    originalPrice: z.int(),
    /** Year of purchase. */
    purchaseTime: z.int(),
    /** Years of use. */
    usedTime: z.int(),
    condition: z.enum(conditions),
    sellerName: z.string(),
    /** In full if the bike is advertised or the reader's own, and for an admin; otherwise masked. */
    contactNumber: z.string(),
    location: z.string(),
    /** The category: one of the three, another brand of the catalogue, or "Other". */
    name: z.string(),
    /** Day/month/year of creation, in Dhaka. */
    date: z.string(),
    /** Time of creation, in Dhaka. */
    time: z.string(),
    status: z.enum(['available', 'reserved', 'sold', 'withdrawn']),
    image: z.string(),
    /** The seller is verified. */
    verification: z.boolean(),
    advertise: z.enum(['on', 'off']),
    paid: z.boolean(),
  })
  .meta({ id: 'Product' })

/** The one year of a bike, as cards, filters and comparisons have it: of registration, or of purchase where that is not known. */
export const BikeYear = z.int()

/** What a card says of the papers and of inspections. */
export const bikeMarks = {
  /** `complete`: Motohaat has checked all that a transfer at BRTA needs. */
  papersLevel: z.enum(papersLevels),
  /** Somebody signed an inspection that everybody reads. */
  isInspected: z.boolean(),
}

/** A bike in the lists of bikes on sale. */
export const ListedProduct = Product.extend({
  /** Null where the seller has not said it. */
  kilometres: z.int().nullable(),
  ...bikeMarks,
  priceVerdict: PriceVerdict,
}).meta({ id: 'ListedProduct' })

/** `waiting` until a moderator has looked at it, because of the rules of publishing or of reports; `hidden` for another reason. */
const OwnStatus = z.enum(['available', 'reserved', 'sold', 'withdrawn', 'hidden', 'waiting'])

/** A bike in the list of its own seller. */
export const ListedOwnProduct = Product.extend({
  status: OwnStatus,
  /** How many members have asked for the number. */
  numberRequests: z.int(),
  /** Deals of this bike that go on: requests, the line, and the one that it is reserved for. */
  liveDeals: z.int(),
  /** How many members have it in their wishlist. */
  saves: z.int(),
  /** How many photos it has, with the main one. */
  photos: z.int(),
  /** What similar bikes usually cost; null where too few are known, and for a bike that is not for sale any more. */
  similarPrices: z.object({ low: Taka, high: Taka }).nullable(),
}).meta({ id: 'ListedOwnProduct' })

/** A bike as its own seller sees it, with all editable fields. */
export const OwnProduct = Product.extend({
  status: OwnStatus,
  /** Sent back with an edit, so that two windows do not overwrite each other. */
  version: z.int(),
  brand: z.string().nullable(),
  model: z.string().nullable(),
  engineCc: z.int().nullable(),
  kilometres: z.int().nullable(),
  registrationDistrict: z.enum(districts).nullable(),
  registrationYear: z.int().nullable(),
  owners: z.int().nullable(),
  description: z.string().nullable(),
  moreImages: z.array(z.string()),
  /** Its prices so far, newest first. */
  prices: z.array(z.object({ price: Taka, since: z.iso.datetime() })),
}).meta({ id: 'OwnProduct' })

export const bikeCalls = {
  'GET /allbikes': {
    summary: 'The bikes on sale: advertised first, newest first',
    access: 'anyone',
    query: Paging.extend({ advertise: z.literal('on').optional() }),
    response: z.array(ListedProduct),
    list: true,
    isCacheable: true,
  },
  'GET /categoryDetails/:name': {
    summary: 'The bikes on sale in one category: one of the three, another brand of the catalogue, or Other',
    access: 'member',
    params: z.strictObject({ name: z.string().max(100) }),
    query: Paging,
    response: z.array(ListedProduct),
    errors: ['not_found'],
    list: true,
  },
  'POST /allbikes': {
    summary: 'Offer a bike for sale',
    access: 'seller',
    limit: 'offering',
    hasIdempotencyKey: true,
    body: NewProduct,
    response: z.object({ acknowledged: z.literal(true), insertedId: Id }),
    errors: ['draft_used', 'not_your_email', 'picture_not_uploaded', 'suspended'],
  },
  'GET /allbikes/myproduct': {
    summary: 'My bikes on sale and sold, newest first',
    access: 'seller',
    query: Paging.extend({ email: Email.optional() }),
    response: z.array(ListedOwnProduct),
    errors: ['not_your_email'],
    list: true,
  },
  'GET /allbikes/myproduct/:id': {
    summary: 'A bike of mine with all that can be changed, and what it has cost',
    access: 'seller',
    params: byId,
    response: OwnProduct,
    errors: ['not_found'],
  },
  'PUT /allbikes/myproduct/:id': {
    summary: 'Change a bike of mine; buyers who have booked it pay the price they booked at',
    access: 'seller',
    params: byId,
    body: ChangedProduct,
    response: z.object({ modifiedCount: z.int(), version: z.int() }),
    errors: [
      'bike_reserved',
      'not_found',
      'not_your_email',
      'picture_not_uploaded',
      'bike_sold',
      'bike_withdrawn',
      'bike_being_paid',
      'edited_elsewhere',
      'case_open',
    ],
  },
  'PUT /allbikes/:id': {
    summary: 'Advertise a bike of mine, or take the advertisement back',
    access: 'seller',
    params: byId,
    body: z.strictObject({
      advertise: z.enum(['on', 'off'], { error: toReason('on_or_off', { name: 'advertise' }) }),
    }),
    response: z.object({ modifiedCount: z.int() }),
    errors: ['not_found', 'bike_sold', 'bike_withdrawn', 'bike_reserved', 'bike_waits'],
  },
  'DELETE /allbikes/:id': {
    summary: 'Withdraw a bike of mine from sale',
    access: 'seller',
    params: byId,
    response: z.object({ deletedCount: z.int() }),
    errors: ['not_found', 'bike_sold', 'bike_reserved', 'bike_being_paid'],
  },
} as const satisfies Calls
