// Badges of verified sellers: what was checked, when, and until when.
import { z } from 'zod'
import type { Calls } from '#contract/call.ts'
import { Id } from '#contract/fields.ts'
import { badgeEndCauses, recordedEvidence } from './badge-evidence.ts'
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
    summary: 'My newest badge as a verified seller, also when it has ended',
    access: 'member',
    response: z.object({ badge: OwnBadge.nullable() }),
  },
  'PUT /badges/:id': {
    summary: 'Take the badge of a verified seller back, with a reason that they read',
    access: 'admin',
    params: z.strictObject({ id: Id }),
    body: z.strictObject({ reason: Words }),
    response: z.object({ modifiedCount: z.int() }),
    errors: ['not_found'],
  },
} as const satisfies Calls
