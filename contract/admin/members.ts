// Endpoints of the admin about members: lists, verification, removal.
import { badgeMonths } from '#contract/time/lifetimes.ts'
import { z } from 'zod'
import { toReason } from '#contract/errors/reasons.ts'
import { BadgeQuestion } from '#contract/cases/badges.ts'
import { evidenceKinds, maxBadgeNote, recordedEvidence } from '#contract/cases/badge-evidence.ts'
import type { Calls } from '#contract/call.ts'
import { Email, Id, multilineTextField, Paging, searchText } from '#contract/fields.ts'
import { sellerGroups } from './seller-groups.ts'
import { isPeriodInOrder, periodFields, periodIssue } from './period.ts'

/** A member as the admin sees them; the specification's user record. */
export const MemberSummary = z
  .object({
    _id: Id,
    name: z.string(),
    email: z.string(),
    role: z.enum(['Buyer', 'Seller']),
    /** A verified seller. */
    status: z.boolean(),
    /** The last day of their badge in Dhaka; null for who has none. */
    badgeUntil: z.iso.date().nullable(),
    /** What was checked for it. */
    badgeEvidence: z.enum(recordedEvidence).nullable(),
    /** What the admin saw. */
    badgeNote: z.string().nullable(),
  })
  .meta({ id: 'Person' })

/** A seller with what an admin looks at before giving a badge. */
export const SellerSummary = MemberSummary.extend({
  photoURL: z.string().nullable(),
  /** The day in Dhaka. */
  registeredOn: z.iso.date(),
  /** Proven by a code, or else that of the newest advertisement; null without any. */
  phone: z.string().nullable(),
  isPhoneProven: z.boolean(),
  isEmailProven: z.boolean(),
  /** Where the newest bike is; null without any. */
  place: z.string().nullable(),
  bikesOnSale: z.int(),
  bikesSold: z.int(),
  /** Reports about the seller or their bikes, in cases of any outcome. */
  reports: z.int(),
  /** The newest thing that a seller without a badge was asked for; null for who has a badge, or was asked before the last one. */
  question: BadgeQuestion.nullable(),
}).meta({ id: 'Seller' })

/** A member on the list of those who joined, whatever became of them. */
const NewMember = z
  .object({
    _id: Id,
    name: z.string(),
    /** Null for an account that was deleted. */
    email: z.string().nullable(),
    role: z.enum(['Buyer', 'Seller']),
    joinedAt: z.iso.datetime(),
  })
  .meta({ id: 'NewMember' })

/** `search` is a part of a name or an e-mail address, in any case, or four digits and more of a telephone number. */
const MemberQuery = Paging.extend({ search: searchText(100).optional() })

/**
 * `verified` leaves those who have a badge out. Of the others, `asked` gives those who were asked for something and have not said
 * that it is done; of the rest `ready` gives those with a number or a bike, `empty` those with neither.
 */
const SellerQuery = MemberQuery.extend({ verified: z.enum(sellerGroups).optional() })

const byId = z.strictObject({ id: Id })
const memberListCall = { access: 'admin', query: MemberQuery, list: true, counted: true } as const

export const adminCalls = {
  'GET /sellers': {
    summary:
      'The sellers: those without a badge first, the longest waiting on top, then the others, newest first; with `verified` a group of the former',
    ...memberListCall,
    query: SellerQuery,
    response: z.array(SellerSummary),
  },
  'GET /buyers': { summary: 'The buyers, newest first', ...memberListCall, response: z.array(MemberSummary) },
  'GET /newmembers': {
    summary: 'The sellers and buyers who joined on some days, newest first, also those who were removed',
    access: 'admin',
    query: Paging.extend(periodFields).refine(isPeriodInOrder, periodIssue),
    response: z.array(NewMember),
    list: true,
  },
  'PUT /users/:id': {
    summary: `Verify a seller: a badge of ${badgeMonths} months that says what was checked`,
    access: 'admin',
    params: byId,
    body: z.strictObject({
      verify: z.literal(true, { error: toReason('not_value', { name: 'verify', value: 'true' }) }),
      /** What was checked; buyers read it. The admin's page always names it. */
      evidence: z.enum(evidenceKinds).optional(),
      /** What the admin saw, for other admins. */
      note: multilineTextField('message', maxBadgeNote).optional(),
      /** Give a verified seller a new badge of 12 months in place of the one that is shown. */
      again: z.literal(true).optional(),
    }),
    response: z.object({ modifiedCount: z.int() }),
    errors: ['not_found', 'only_sellers'],
  },
  'PUT /users/update': {
    summary: 'How many bikes on sale carry the badge of the seller with this address; it follows the seller by itself',
    access: 'admin',
    query: z.strictObject({ email: Email }),
    body: z.strictObject({ verify: z.literal(true).optional() }).optional(),
    response: z.object({ modifiedCount: z.int() }),
    errors: ['not_found'],
  },
  'DELETE /users/:id': {
    summary: 'Remove a seller or a buyer: their sessions end, their bikes go off sale, payments stay',
    access: 'admin',
    params: byId,
    response: z.object({ deletedCount: z.int() }),
    errors: ['not_found', 'admin_stays'],
  },
} as const satisfies Calls
