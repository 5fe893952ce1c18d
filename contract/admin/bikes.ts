// One bike as the admin sees it: its owner, its state and what happened to it.
import { z } from 'zod'
import type { Calls } from '#contract/call.ts'
import { decisions } from '#contract/cases/report-reasons.ts'
import { BikeStatus } from '#contract/deals/bookings.ts'
import { Id, Paging } from '#contract/fields.ts'
import { AuditEntry } from './audit.ts'
import { AdminDealSummary } from './deals.ts'
import { isPeriodInOrder, periodFields, periodIssue } from './period.ts'

const Timestamp = z.iso.datetime()

const BikeHistory = z
  .object({
    _id: Id,
    slug: z.string(),
    productName: z.string(),
    status: BikeStatus,
    /** In Taka. */
    price: z.int(),
    sellerId: Id,
    sellerName: z.string(),
    sellerEmail: z.string(),
    isSellerVerified: z.boolean(),
    createdAt: Timestamp,
    editedAt: Timestamp.nullable(),
    advertisedAt: Timestamp.nullable(),
    reservedAt: Timestamp.nullable(),
    soldAt: Timestamp.nullable(),
    withdrawnAt: Timestamp.nullable(),
    /** Since when nobody but its seller sees it, and what hid it; null while it is not hidden. */
    hiddenAt: Timestamp.nullable(),
    hiddenBy: z.enum(['reports', 'rules', 'moderator', 'suspension']).nullable(),
    /** The newest cases about it. */
    cases: z.array(
      z.object({
        _id: Id,
        openedAt: Timestamp,
        /** Undecided, or with an appeal that nobody has answered. */
        isOpen: z.boolean(),
        /** Null before a decision, and where the seller changed the bike so that nothing was left to decide. */
        decision: z.enum(decisions).nullable(),
      }),
    ),
    /** Newest first. */
    prices: z.array(z.object({ price: z.int(), since: Timestamp })),
    /** The newest deals; the list of deals has all of them. */
    deals: z.array(AdminDealSummary),
    /** The newest entries of the audit log; the audit trail has all of them. */
    acts: z.array(AuditEntry),
  })
  .meta({ id: 'BikeHistory' })

/** A bike on the list of those that were added, whatever became of it. */
const NewBike = z
  .object({
    _id: Id,
    slug: z.string(),
    productName: z.string(),
    status: BikeStatus,
    /** In Taka. */
    price: z.int(),
    sellerId: Id,
    sellerName: z.string(),
    addedAt: Timestamp,
  })
  .meta({ id: 'NewBike' })

export const adminBikeCalls = {
  'GET /newbikes': {
    summary: 'The bikes that were added on some days, newest first, also those that are sold or off sale',
    access: 'admin',
    query: Paging.extend(periodFields).refine(isPeriodInOrder, periodIssue),
    response: z.array(NewBike),
    list: true,
  },
  'GET /bikes/:slug/history': {
    summary: 'One bike with its owner, state, cases, prices, deals and audit entries',
    access: 'admin',
    params: z.strictObject({ slug: z.string().max(200) }),
    response: BikeHistory,
    errors: ['not_found'],
  },
} as const satisfies Calls
