// The member's data export and account deletion.
import { z } from 'zod'
import { ReauthenticationBody } from './account.ts'
import type { Calls } from '#contract/call.ts'
import { Id } from '#contract/fields.ts'

const timestamp = z.iso.datetime()
const nullableTimestamp = timestamp.nullable()

const OwnBike = z.object({
  _id: Id,
  productName: z.string(),
  category: z.string(),
  salePrice: z.int(),
  originalPrice: z.int(),
  purchaseTime: z.int(),
  usedTime: z.int(),
  condition: z.string(),
  sellerName: z.string(),
  contactNumber: z.string(),
  location: z.string(),
  image: z.string(),
  moreImages: z.array(z.string()),
  brand: z.string().nullable(),
  model: z.string().nullable(),
  engineCc: z.int().nullable(),
  kilometres: z.int().nullable(),
  registrationDistrict: z.string().nullable(),
  registrationYear: z.int().nullable(),
  owners: z.int().nullable(),
  description: z.string().nullable(),
  createdAt: timestamp,
  editedAt: nullableTimestamp,
  advertisedAt: nullableTimestamp,
  soldAt: nullableTimestamp,
  withdrawnAt: nullableTimestamp,
})

const OwnBooking = z.object({
  _id: Id,
  producId: Id,
  productName: z.string(),
  salePrice: z.int(),
  contactNumber: z.string(),
  meetingLocation: z.string(),
  createdAt: timestamp,
  paidAt: nullableTimestamp,
  cancelledAt: nullableTimestamp,
})

const OwnWish = z.object({
  _id: Id,
  productId: Id,
  productName: z.string(),
  createdAt: timestamp,
  paidAt: nullableTimestamp,
})

const OwnSearch = z.object({
  _id: Id,
  name: z.string(),
  query: z.string(),
  language: z.enum(['en', 'bn']),
  createdAt: timestamp,
  pausedAt: nullableTimestamp,
})

const OwnPayment = z.object({
  _id: Id,
  productId: Id,
  price: z.int(),
  transactionId: z.string().nullable(),
  state: z.string(),
  createdAt: timestamp,
  settledAt: nullableTimestamp,
  refundedAt: nullableTimestamp,
})

const OwnMessage = z.object({
  _id: Id,
  name: z.string().nullable(),
  phone: z.string().nullable(),
  subject: z.string().nullable(),
  message: z.string().nullable(),
  createdAt: timestamp,
})

const OwnDeal = z.object({
  _id: Id,
  productId: Id,
  productName: z.string(),
  side: z.enum(['buyer', 'seller']),
  price: z.int(),
  /** The number that the member gave as the buyer; null for the seller. */
  contactNumber: z.string().nullable(),
  meetingLocation: z.string().nullable(),
  requestedAt: timestamp,
  acceptedAt: nullableTimestamp,
  meetAt: nullableTimestamp,
  paidAt: nullableTimestamp,
  cash: z.int().nullable(),
  handedOverAt: nullableTimestamp,
  closedAt: nullableTimestamp,
  closeReason: z.string().nullable(),
  receipt: z.object({ number: z.string(), issuedAt: timestamp }).nullable(),
  /** What happened; `note` is what the member wrote, null for what others wrote. */
  steps: z.array(
    z.object({
      kind: z.string(),
      actor: z.string(),
      taka: z.int().nullable(),
      note: z.string().nullable(),
      at: timestamp,
    }),
  ),
  /** What the member said and showed in a dispute. */
  evidence: z.array(z.object({ note: z.string().nullable(), picture: z.string().nullable(), addedAt: timestamp })),
})

const OwnPayout = z.object({
  _id: Id,
  dealId: Id,
  amount: z.int(),
  state: z.string(),
  /** Where it was paid, with the last four digits of the account. */
  destination: z.object({ kind: z.string(), last4: z.string() }).nullable(),
  reference: z.string().nullable(),
  createdAt: timestamp,
  sentAt: nullableTimestamp,
  confirmedAt: nullableTimestamp,
})

const OwnPayoutDestination = z.object({
  kind: z.enum(['bkash', 'bank']),
  last4: z.string(),
  holderName: z.string(),
  bankName: z.string().nullable(),
  routingNumber: z.string().nullable(),
  changedAt: timestamp,
})

const OwnNotification = z.object({
  _id: Id,
  kind: z.string(),
  dealId: Id.nullable(),
  createdAt: timestamp,
  seenAt: nullableTimestamp,
})

export const ownDataCalls = {
  'GET /auth/export': {
    summary: 'Everything stored about the signed-in person',
    access: 'session',
    response: z.object({
      madeAt: timestamp,
      profile: z.object({
        _id: Id,
        name: z.string(),
        email: z.string(),
        emailVerified: z.boolean(),
        photoURL: z.string().nullable(),
        role: z.string(),
        hasSecondFactor: z.boolean(),
        verifiedAt: nullableTimestamp,
        createdAt: timestamp,
      }),
      sessions: z.array(
        z.object({ device: z.string(), address: z.string(), signedInAt: timestamp, lastSeenAt: timestamp }),
      ),
      bikes: z.array(OwnBike),
      bookings: z.array(OwnBooking),
      wishes: z.array(OwnWish),
      savedSearches: z.array(OwnSearch),
      /** When the member turned off e-mails about lower prices; null while they are on. */
      priceLettersStoppedAt: nullableTimestamp,
      payments: z.array(OwnPayment),
      messages: z.array(OwnMessage),
      deals: z.array(OwnDeal),
      payouts: z.array(OwnPayout),
      payoutDestination: OwnPayoutDestination.nullable(),
      notifications: z.array(OwnNotification),
      /** The language of e-mails, and the kinds that the member switched off. */
      notificationSettings: z.object({ language: z.enum(['en', 'bn']), muted: z.array(z.string()) }),
      takesDeposits: z.boolean(),
    }),
  },
  'POST /auth/delete-user': {
    summary: 'Delete my account: sessions end at once, my bikes go off sale, payments stay on record',
    access: 'session',
    limit: 'proof',
    body: ReauthenticationBody,
    response: z.object({ acknowledged: z.literal(true) }),
    errors: ['wrong_password', 'log_in_again', 'admin_leaves', 'payment_open', 'live_deals', 'foreign_site'],
  },
} as const satisfies Calls
