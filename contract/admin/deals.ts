// All bookings and deals, as the admin sees them.
import { z } from 'zod'
import { closeChoices } from '../deals/close-choices.ts'
import type { Calls } from '#contract/call.ts'
import { DealState } from '#contract/deals/deals.ts'
import { toReason } from '#contract/errors/reasons.ts'
import { Email, Id, Paging } from '#contract/fields.ts'
import { dealEvents, dealFilters } from './list-filters.ts'
import { isPeriodInOrder, periodFields, periodIssue } from './period.ts'

const Timestamp = z.iso.datetime()

/** One deal in the admin's list. */
export const AdminDealSummary = z
  .object({
    _id: Id,
    state: DealState,
    closeReason: z.string().nullable(),
    productId: Id,
    slug: z.string(),
    productName: z.string(),
    /** In Taka. */
    price: z.int(),
    /** What is held for it now, in whole Taka. */
    held: z.int(),
    buyerId: Id,
    buyerName: z.string(),
    sellerId: Id,
    sellerName: z.string(),
    requestedAt: Timestamp,
    /** The next time at which something happens by itself. */
    dueAt: Timestamp.nullable(),
  })
  .meta({ id: 'AdminDealSummary' })

/** A movement of money, with its lines in poisha: above zero is what the shop has, below zero what it owes. */
export const LedgerEntry = z
  .object({
    _id: Id,
    at: Timestamp,
    cause: z.string(),
    dealId: Id.nullable(),
    paymentId: Id.nullable(),
    lines: z.array(z.object({ account: z.string(), poisha: z.int() })),
  })
  .meta({ id: 'LedgerEntry' })

const AdminDeal = AdminDealSummary.extend({
  buyerEmail: z.string(),
  sellerEmail: z.string(),
  meetPlace: z.string().nullable(),
  meetAt: Timestamp.nullable(),
  closedAt: Timestamp.nullable(),
  /** Why it was declined or cancelled, as chosen and in own words. */
  closeChoice: z.enum(closeChoices).nullable(),
  closeNote: z.string().nullable(),
  /** Since when no handover code is tried any more, after 30 wrong ones. */
  codeClosedAt: Timestamp.nullable(),
  steps: z.array(
    z.object({
      kind: z.string(),
      actor: z.enum(['buyer', 'seller', 'admin', 'system', 'provider']),
      taka: z.int().nullable(),
      note: z.string().nullable(),
      at: Timestamp,
    }),
  ),
  payments: z.array(
    z.object({
      _id: Id,
      state: z.string(),
      purpose: z.string(),
      amount: z.int(),
      transactionId: z.string().nullable(),
      createdAt: Timestamp,
    }),
  ),
  entries: z.array(LedgerEntry),
}).meta({ id: 'AdminDeal' })

export const adminDealCalls = {
  'GET /alldeals': {
    summary: 'All bookings and deals, newest first',
    access: 'admin',
    query: Paging.extend({
      state: z
        .enum(dealFilters, { error: toReason('not_value', { name: 'state', value: dealFilters.join(', ') }) })
        .optional(),
      /** The address of its buyer or its seller. */
      email: Email.optional(),
      /** The id of its bike. */
      productId: Id.optional(),
      /** What happened to the deal, on the days from `from` to `to`; without it these are the days of the booking. */
      event: z
        .enum(dealEvents, { error: toReason('not_value', { name: 'event', value: dealEvents.join(', ') }) })
        .optional(),
      ...periodFields,
    }).refine(isPeriodInOrder, periodIssue),
    response: z.array(AdminDealSummary),
    list: true,
  },
  'GET /alldeals/:id': {
    summary: 'One deal with its steps, payments and ledger entries',
    access: 'admin',
    params: z.strictObject({ id: Id }),
    response: AdminDeal,
    errors: ['not_found'],
  },
} as const satisfies Calls
