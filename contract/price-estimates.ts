// Price estimates: a fair range computed from similar bikes, and a verdict on the price. docs/price.md explains how.
import { earliestYear, maxKilometres, minEngineCc, maxEngineCc } from '#contract/limits.ts'
import { z } from 'zod'
import type { FieldName } from './errors/field-names.ts'
import { toReason } from './errors/reasons.ts'
import type { Calls } from './call.ts'
import { Id, Paging, restrictedText, typed, idPattern } from './fields.ts'
import { districts } from './districts.ts'

/** Below the range, in its lower and its upper part, a little above, far above, and too few bikes to compare. */
export const verdicts = ['great', 'good', 'fair', 'high', 'above', 'unknown'] as const
export type Verdict = (typeof verdicts)[number]

/** The verdict on a price in lists: null where too few bikes are similar, `far_below` where buyers should be warned. */
export const PriceVerdict = z.enum(['great', 'good', 'fair', 'high', 'above', 'far_below']).nullable()

/** A bike in a comparison, without data of its seller. */
export const SimilarBike = z
  .object({
    _id: Id,
    slug: z.string(),
    productName: z.string(),
    image: z.string(),
    salePrice: z.int(),
    year: z.int(),
    kilometres: z.int().nullable(),
    engineCc: z.int(),
    district: z.enum(districts).nullable(),
    status: z.enum(['available', 'sold']),
    /** Its price adjusted to the year and the kilometres of the bike that it is compared with. */
    movedPrice: z.int(),
  })
  .meta({ id: 'SimilarBike' })

/** In whole Taka: the lower quartile, the median and the upper quartile of what similar bikes cost. */
export const FairRange = z.object({ low: z.int(), middle: z.int(), high: z.int() }).meta({ id: 'FairRange' })

/** What bikes of an age keep of their price when new, in per cent; half of them lie from `low` to `high`. */
export const RetainedValue = z
  .object({ ageYears: z.int(), low: z.int(), middle: z.int(), high: z.int(), bikes: z.int() })
  .meta({ id: 'RetainedValue' })

const estimateFields = {
  /** Null if too few bikes are similar. */
  range: FairRange.nullable(),
  /** Why there is no range: its model is not in the catalogue, or too few bikes are similar. */
  lacks: z.enum(['model', 'bikes']).nullable(),
  /** What stands in for a missing range: it gives no verdict. Null if there is a range, or too few bikes of its age. */
  retained: RetainedValue.nullable(),
  /** How many bikes were compared, how many of them were sold here, and how many sellers they have. */
  compared: z.int(),
  sold: z.int(),
  sellers: z.int(),
  /** The adjustments of every price: the loss per year, and for twice the kilometres, in per cent. */
  yearlyLossPercent: z.number(),
  doubleKilometresPercent: z.number(),
  /** Whether the stated kilometres were plausible; otherwise the average for its age was used. */
  kilometresKnown: z.boolean(),
  /** The adjusted prices of the compared bikes, ascending; at most 60. */
  prices: z.array(z.int()),
}

export const PriceEstimate = z
  .object({
    productId: Id,
    price: z.int(),
    verdict: z.enum(verdicts),
    /** The price is so far below the range that a buyer should look twice. */
    isFarBelow: z.boolean(),
    ...estimateFields,
    /** The names of its model, for the link to the price guide; null if the catalogue does not have it. */
    model: z.object({ brand: z.string(), model: z.string() }).nullable(),
    /** The most similar of the compared bikes. */
    similar: z.array(SimilarBike),
  })
  .meta({ id: 'Worth' })

export const SuggestedPrice = z.object(estimateFields).meta({ id: 'SuggestedPrice' })

export const ModelNames = z
  .object({ brand: z.string(), brandBn: z.string().nullable(), model: z.string(), modelBn: z.string().nullable() })
  .meta({ id: 'ModelNames' })

/** The answer to "What is my bike worth?". */
export const Valuation = z
  .object({
    /** The model that was named, or null. */
    model: ModelNames.nullable(),
    /** Models that may be meant, if none or several were named. */
    suggestions: z.array(ModelNames),
    /** Null without a model. */
    estimate: SuggestedPrice.nullable(),
  })
  .meta({ id: 'Valuation' })

export const PriceBadge = z
  .object({ productId: Id, verdict: z.enum(verdicts), isFarBelow: z.boolean(), compared: z.int() })
  .meta({ id: 'WorthBadge' })

/** The price of a model by year, and its loss of value. */
export const PriceGuide = z
  .object({
    brand: z.string(),
    brandBn: z.string().nullable(),
    model: z.string(),
    modelBn: z.string().nullable(),
    engineCc: z.int(),
    /** Bikes of this model on sale, and sold within a year. */
    onSale: z.int(),
    sold: z.int(),
    yearlyLossPercent: z.number(),
    doubleKilometresPercent: z.number(),
    /** The newest year first; `range` is that of a bike of this year with usual kilometres. */
    years: z.array(
      z.object({
        year: z.int(),
        kilometres: z.int(),
        count: z.int(),
        compared: z.int(),
        range: FairRange.nullable(),
      }),
    ),
    /** What remains of the price after this many more years, in per cent. */
    kept: z.array(z.object({ years: z.int(), percent: z.int() })),
    /** The newest bikes on sale. */
    bikes: z.array(SimilarBike.omit({ movedPrice: true })),
  })
  .meta({ id: 'Guide' })

/** For the admin: a bike whose price is far below that of similar bikes. */
export const SuspiciousBike = z
  .object({
    _id: Id,
    slug: z.string(),
    productName: z.string(),
    sellerId: Id,
    sellerName: z.string(),
    email: z.string(),
    price: z.int(),
    range: FairRange,
    compared: z.int(),
    since: z.string(),
  })
  .meta({ id: 'SuspiciousBike' })

/** A whole number as a query has it: digits only. */
const integerParam = (field: FieldName, min: number, max: number) =>
  typed('number', toReason('missing', { field }))
    .regex(/^\d{1,7}$/, toReason('not_whole', { field }))
    .refine((value) => Number(value) >= min && Number(value) <= max, toReason('out_of_range', { field, min, max }))

// PostgreSQL refuses NUL.
const nameParam = (field: FieldName, maxLength: number) =>
  restrictedText(field, maxLength, (text) => !text.includes('\0'))

export const maxBadges = 100
const idText = idPattern.source.slice(1, -1)
const idListPattern = new RegExp(`^${idText}(?:,${idText}){0,${maxBadges - 1}}$`, 'i')

export const priceEstimateCalls = {
  'GET /worth/:productId': {
    summary:
      'What a bike should cost, and why: the fair range, the bikes it was compared with, and the verdict on its price',
    access: 'anyone',
    limit: 'browsing',
    params: z.strictObject({ productId: Id }),
    response: PriceEstimate,
    errors: ['not_found'],
  },
  'GET /worthbadges': {
    summary: `The price verdicts of up to ${maxBadges} bikes on sale`,
    access: 'anyone',
    limit: 'browsing',
    query: z.strictObject({
      ids: z
        .string({ error: toReason('not_id_list') })
        .regex(idListPattern, toReason('invalid_id_list', { max: maxBadges })),
    }),
    response: z.array(PriceBadge),
  },
  'GET /valuation': {
    summary: 'What a bike costs that is described by its brand and model in one text, its year and its kilometres',
    access: 'anyone',
    limit: 'browsing',
    query: z.strictObject({
      bike: nameParam('model', 80),
      year: integerParam('year', earliestYear, 2200),
      kilometres: integerParam('kilometres', 0, maxKilometres).optional(),
    }),
    response: Valuation,
  },
  'GET /suggestedprice': {
    summary: 'What a bike that I am about to list should cost',
    access: 'seller',
    query: z.strictObject({
      brand: nameParam('brand', 40),
      model: nameParam('model', 60),
      year: integerParam('year', earliestYear, 2200),
      engineCc: integerParam('engine_cc', minEngineCc, maxEngineCc).optional(),
      kilometres: integerParam('kilometres', 0, maxKilometres).optional(),
    }),
    response: SuggestedPrice,
  },
  'GET /guide/:brand/:model': {
    summary: 'What a model costs used, year by year, and how its price falls',
    access: 'anyone',
    limit: 'browsing',
    params: z.strictObject({ brand: nameParam('brand', 40), model: nameParam('model', 60) }),
    response: PriceGuide,
    errors: ['not_found'],
  },
  'GET /suspicious': {
    summary: 'The bikes on sale whose price is far below what bikes like them cost, newest first',
    access: 'admin',
    query: Paging,
    response: z.array(SuspiciousBike),
    list: true,
  },
} as const satisfies Calls
