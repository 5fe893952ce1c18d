// Badges of verified sellers: what was checked, when, and until when.
import { z } from 'zod'
import type { Calls } from '#contract/call.ts'
import { Id } from '#contract/fields.ts'
import { badgeEndCauses, badgeWants, recordedEvidence } from './badge-evidence.ts'
import { Words } from './case-calls.ts'

const day = z.iso.date()

/** A badge that is shown. */
export const Badge = z
  .object({
    evidence: z.enum(recordedEvidence),
    /** Days in Dhaka. */
    givenOn: day,
    until: day,
  })
  .meta({ id: 'Badge' })

/** A seller's own newest badge. */
const OwnBadge = Badge.extend({
  /** Null while it is shown. */
  ended: z
    .object({
      on: day,
      cause: z.enum(badgeEndCauses),
      /** Why it was taken back. */
      reason: z.string().nullable(),
    })
    .nullable(),
}).meta({ id: 'OwnBadge' })

/** What Motohaat asks a seller for before giving a badge. */
const OwnQuestion = z.object({ wanted: z.enum(badgeWants), askedOn: day }).meta({ id: 'OwnBadgeQuestion' })

/** The same for admins: who was asked may have said that it is done. */
export const BadgeQuestion = OwnQuestion.extend({
  /** Null until the seller says so. */
  answeredOn: day.nullable(),
}).meta({ id: 'BadgeQuestion' })

/** A question in the copy of a seller's own data. */
export const ExportedBadgeQuestion = z.object({
  wanted: z.string(),
  askedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  endCause: z.string().nullable(),
})

/** A badge in the copy of a seller's own data. */
export const ExportedBadge = z.object({
  evidence: z.string(),
  givenAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  endCause: z.string().nullable(),
  reason: z.string().nullable(),
  /** What the admin saw who gave it. */
  note: z.string().nullable(),
})

export const badgeCalls = {
  'GET /badge': {
    summary:
      'My newest badge as a verified seller, also when it has ended, and what Motohaat asks for before giving one',
    access: 'member',
    response: z.object({ badge: OwnBadge.nullable(), question: OwnQuestion.nullable() }),
  },
  'PUT /badge/question': {
    summary: 'Say that I have done what Motohaat asked me for; another question stays open',
    access: 'member',
    body: z.strictObject({ wanted: z.enum(badgeWants) }),
    response: z.object({ modifiedCount: z.int() }),
  },
  'PUT /badges/:id': {
    summary: 'Take the badge of a verified seller back, with a reason that they read',
    access: 'admin',
    params: z.strictObject({ id: Id }),
    body: z.strictObject({ reason: Words }),
    response: z.object({ modifiedCount: z.int() }),
    errors: ['not_found'],
  },
  'PUT /badges/:id/question': {
    summary: 'Ask a seller without a badge for something that it waits for, in place of what was asked before',
    access: 'admin',
    params: z.strictObject({ id: Id }),
    body: z.strictObject({ wanted: z.enum(badgeWants) }),
    response: z.object({ modifiedCount: z.int() }),
    errors: ['not_found', 'only_sellers', 'seller_verified'],
  },
} as const satisfies Calls
