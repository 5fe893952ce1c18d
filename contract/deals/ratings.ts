// Ratings: what each side of a deal that ended in a sale says about the other.
import { ratingDays } from '#contract/deals/deadlines.ts'
import { z } from 'zod'
import type { Calls } from '../call.ts'
import { Id, multilineTextField, Paging } from '../fields.ts'

const DealId = z.strictObject({ id: Id })
const Timestamp = z.iso.datetime()

/** Four facts. About a buyer: the price stayed as agreed, on time, papers for the transfer ready, friendly. */
const facts = {
  asDescribed: z.boolean(),
  onTime: z.boolean(),
  papersReady: z.boolean(),
  friendly: z.boolean(),
}

const RatingWords = multilineTextField('message', 500)

/** How many ratings there are, and how many of them say yes to each fact. */
export const RatingCounts = z
  .object({
    /** At most 1,000 are counted, the newest. */
    ratings: z.int(),
    asDescribed: z.int(),
    onTime: z.int(),
    papersReady: z.int(),
    friendly: z.int(),
    /** Paid deals of the last year to whose meeting the member did not come. */
    noShows: z.int(),
  })
  .meta({ id: 'RatingCounts' })

/** A rating that everybody may read. Contact details in its words are masked. */
export const ShownRating = z
  .object({
    _id: Id,
    ...facts,
    words: z.string().nullable(),
    /** The first name of its author; null if the account was deleted. */
    by: z.string().nullable(),
    /** The day on which it was given, in Dhaka. */
    on: z.iso.date(),
    reply: z.string().nullable(),
  })
  .meta({ id: 'ShownRating' })

const OwnRating = z.object({
  ...facts,
  /** As they were typed, and as others read them. */
  words: z.string().nullable(),
  shownWords: z.string().nullable(),
  givenAt: Timestamp,
  /** Others read it. */
  isShown: z.boolean(),
  reply: z.string().nullable(),
})

export const DealRatings = z
  .object({
    /** I may rate the other side now. */
    mayRate: z.boolean(),
    /** Until when a rating may be given, and from when one alone is shown; null for a deal without a sale. */
    until: Timestamp.nullable(),
    mine: OwnRating.nullable(),
    /** What the other side says about me, once it is shown. */
    theirs: ShownRating.nullable(),
    mayReply: z.boolean(),
    /** What others said about the other side in the same role. */
    other: RatingCounts,
  })
  .meta({ id: 'DealRatings' })

export const ratingCalls = {
  'GET /deals/:id/ratings': {
    summary: 'The ratings of a deal of mine: my own, and the other side’s once it is shown',
    access: 'member',
    params: DealId,
    response: DealRatings,
    errors: ['not_found'],
  },
  'POST /deals/:id/ratings': {
    summary: `Rate the other side of a deal that ended in a sale, once, within ${ratingDays} days`,
    access: 'member',
    params: DealId,
    body: z.strictObject({ ...facts, words: RatingWords.optional() }),
    response: z.object({ modifiedCount: z.int(), isShown: z.boolean() }),
    errors: ['not_found', 'nothing_to_rate', 'rating_over', 'already_rated', 'suspended'],
  },
  'PUT /deals/:id/ratings': {
    summary: 'Answer what the other side says about me, once',
    access: 'member',
    params: DealId,
    body: z.strictObject({ reply: RatingWords }),
    response: z.object({ modifiedCount: z.int() }),
    errors: ['not_found', 'nothing_to_answer', 'already_answered', 'suspended'],
  },
  'GET /sellers/:sellerId/ratings': {
    summary: 'What buyers say about a seller, newest first; not found if the account was deleted',
    access: 'anyone',
    limit: 'browsing',
    params: z.strictObject({ sellerId: Id }),
    // The default page has 10 ratings.
    query: Paging,
    response: z.object({ counts: RatingCounts, ratings: z.array(ShownRating), next: z.string().nullable() }),
    errors: ['not_found'],
  },
} as const satisfies Calls
