// Inspections: what somebody found at the points of a bike, and the links for mechanics.
import { maxKilometres } from '#contract/limits.ts'
import { z } from 'zod'
import type { Calls } from '../call.ts'
import { conditions } from '../bikes.ts'
import { Id, Telephone, textField } from '../fields.ts'
import { toReason } from '../errors/reasons.ts'
import { inspectionKinds, inspectionMarks, inspectionPoints } from './points.ts'

const InspectionId = z.strictObject({ id: Id })
const Slug = z.strictObject({ slug: z.string().max(200) })
const Timestamp = z.iso.datetime()

/** A secret of 256 bits in base64url. It comes in bodies alone, so that no log of addresses has it. */
const Token = z.string().regex(/^[\w-]{43}$/, toReason('invalid_id'))

const Answer = z.strictObject({
  point: z.enum(inspectionPoints),
  mark: z.enum(inspectionMarks),
  /** What is worn or bad, in a line. */
  note: textField('note', 200).nullable().optional(),
})
const Answers = z
  .array(Answer)
  .max(inspectionPoints.length)
  .refine((answers) => new Set(answers.map(({ point }) => point)).size === answers.length, toReason('invalid_id'))
const Kilometres = z.int().min(0).max(maxKilometres).nullable().optional()
const AnswersBody = { answers: Answers, kilometres: Kilometres }

const Counts = { good: z.int(), worn: z.int(), bad: z.int(), notLookedAt: z.int() }

/** An inspection in a list. */
export const InspectionSummary = z
  .object({
    _id: Id,
    kind: z.enum(inspectionKinds),
    state: z.enum(['draft', 'signed', 'superseded']),
    /** It is mine to fill in and to sign. */
    isMine: z.boolean(),
    /** Everybody reads it; otherwise both sides of the deal alone do. */
    isPublic: z.boolean(),
    /** The deal that it belongs to; null for one that everybody reads. */
    dealId: Id.nullable(),
    /** Who looked: the first name of the member, or what the mechanic signed with; null for a removed member. */
    by: z.string().nullable(),
    workshop: z.string().nullable(),
    /** Who invited the mechanic. */
    invitedBy: z.enum(['buyer', 'seller']).nullable(),
    signedAt: Timestamp.nullable(),
    ...Counts,
    /** 0 to 100 over the points that were looked at. */
    score: z.int().nullable(),
    /** How many of 100 points were looked at. */
    confidence: z.int(),
    /** What the answers mean on the defined scale. */
    condition: z.enum(conditions),
  })
  .meta({ id: 'InspectionSummary' })

const Bike = z.object({
  slug: z.string(),
  productName: z.string(),
  image: z.string(),
  location: z.string(),
  condition: z.enum(conditions),
})

/** My side: of the bike, or of a deal about it; null for everybody else. */
const Side = z.enum(['seller', 'buyer']).nullable()

export const Inspection = InspectionSummary.extend({
  bike: Bike,
  side: Side,
  kilometres: z.int().nullable(),
  createdAt: Timestamp,
  answers: z.array(
    z.object({ point: z.enum(inspectionPoints), mark: z.enum(inspectionMarks), note: z.string().nullable() }),
  ),
  /** SHA-256 over the canonical form of what was signed, as hexadecimal digits. */
  contentHash: z.string().nullable(),
  /** When the newer one that stands beside it was signed. */
  supersededAt: Timestamp.nullable(),
  supersededBy: Id.nullable(),
}).meta({ id: 'Inspection' })

const Invitation = z.object({
  _id: Id,
  createdAt: Timestamp,
  expiresAt: Timestamp,
  state: z.enum(['open', 'signed', 'expired', 'revoked']),
})

const readErrors = ['not_found'] as const
const changeErrors = ['not_found', 'inspection_signed'] as const
const signErrors = [...changeErrors, 'too_little_inspected'] as const
const Signed = z.object({ modifiedCount: z.int(), contentHash: z.string() })
const TokenBody = z.strictObject({ token: Token })

export const inspectionCalls = {
  'GET /bikes/:slug/inspections': {
    summary: 'The inspections of a bike that I may read, newest first, and the links for mechanics that I made',
    access: 'anyone',
    limit: 'browsing',
    params: Slug,
    response: z.object({
      productName: z.string(),
      condition: z.enum(conditions),
      /** I may make one of this kind now. */
      mayMake: z.enum(['seller', 'buyer']).nullable(),
      side: Side,
      inspections: z.array(InspectionSummary),
      invitations: z.array(Invitation),
    }),
    errors: readErrors,
  },
  'POST /bikes/:slug/inspections': {
    summary:
      'Begin an inspection of a bike: its seller with 15 quick points, a buyer with a deal with all 45; a draft that exists is returned',
    access: 'member',
    doesNotInvalidateCache: true,
    hasIdempotencyKey: true,
    params: Slug,
    response: z.object({ insertedId: Id }),
    errors: ['not_found', 'bike_sold', 'bike_withdrawn', 'suspended'],
  },
  'GET /inspections/:id': {
    summary: 'An inspection: one that everybody reads, my draft, or one of a deal of mine',
    access: 'anyone',
    limit: 'browsing',
    params: InspectionId,
    response: Inspection,
    errors: readErrors,
  },
  'PUT /inspections/:id/answers': {
    summary: 'Save answers of my draft; points that are not named stay as they are',
    access: 'member',
    doesNotInvalidateCache: true,
    params: InspectionId,
    body: z.strictObject(AnswersBody),
    response: z.object({ modifiedCount: z.int() }),
    errors: changeErrors,
  },
  'POST /inspections/:id/sign': {
    summary: 'Sign my draft: nobody can change it any more. The same again has no further effect',
    access: 'member',
    params: InspectionId,
    body: z.strictObject({}),
    response: Signed,
    errors: [...signErrors, 'suspended'],
  },
  'DELETE /inspections/:id': {
    summary: 'Delete my draft',
    access: 'member',
    doesNotInvalidateCache: true,
    params: InspectionId,
    response: z.object({ deletedCount: z.int() }),
    errors: changeErrors,
  },
  'POST /bikes/:slug/inspections/invitations': {
    summary: 'Make a secret link for a mechanic, as the seller of a bike or as a buyer with a deal; it is shown once',
    access: 'member',
    doesNotInvalidateCache: true,
    limit: 'invitation',
    params: Slug,
    response: z.object({ insertedId: Id, token: z.string(), expiresAt: Timestamp }),
    errors: ['not_found', 'bike_sold', 'bike_withdrawn', 'too_many_invitations', 'suspended'],
  },
  'DELETE /inspections/:id/invitation': {
    summary: 'Revoke a link for a mechanic that I made',
    access: 'member',
    doesNotInvalidateCache: true,
    params: InspectionId,
    response: z.object({ deletedCount: z.int() }),
    errors: changeErrors,
  },
  'POST /mechanic-inspections/open': {
    summary: 'The inspection of a mechanic’s link',
    access: 'anyone',
    doesNotInvalidateCache: true,
    body: TokenBody,
    response: Inspection,
    errors: readErrors,
  },
  'POST /mechanic-inspections/answers': {
    summary: 'Save answers of the inspection of a mechanic’s link',
    access: 'anyone',
    doesNotInvalidateCache: true,
    body: TokenBody.extend(AnswersBody),
    response: z.object({ modifiedCount: z.int() }),
    errors: changeErrors,
  },
  'POST /mechanic-inspections/sign': {
    summary:
      'Sign the inspection of a mechanic’s link with a name, a workshop and a mobile number, which is not stored',
    access: 'anyone',
    body: TokenBody.extend({
      name: textField('your_name', 60),
      workshop: textField('workshop', 80).nullable().optional(),
      contactNumber: Telephone,
    }),
    response: Signed,
    errors: signErrors,
  },
} as const satisfies Calls
