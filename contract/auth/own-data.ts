// What the shop keeps of a person, handed to them; and leaving for good.
import { z } from 'zod'
import { Confirmation } from './account.ts'
import type { Calls } from '#contract/call.ts'
import { Id } from '#contract/fields.ts'

const when = z.iso.datetime()
const maybeWhen = when.nullable()

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
  createdAt: when,
  editedAt: maybeWhen,
  advertisedAt: maybeWhen,
  soldAt: maybeWhen,
  withdrawnAt: maybeWhen,
})

const OwnBooking = z.object({
  _id: Id,
  producId: Id,
  productName: z.string(),
  salePrice: z.int(),
  contactNumber: z.string(),
  meetingLocation: z.string(),
  createdAt: when,
  paidAt: maybeWhen,
  cancelledAt: maybeWhen,
})

const OwnWish = z.object({
  _id: Id,
  productId: Id,
  productName: z.string(),
  createdAt: when,
  paidAt: maybeWhen,
})

const OwnSearch = z.object({
  _id: Id,
  name: z.string(),
  query: z.string(),
  language: z.enum(['en', 'bn']),
  createdAt: when,
  pausedAt: maybeWhen,
})

const OwnPayment = z.object({
  _id: Id,
  productId: Id,
  price: z.int(),
  transactionId: z.string().nullable(),
  state: z.string(),
  createdAt: when,
  settledAt: maybeWhen,
  refundedAt: maybeWhen,
})

const OwnMessage = z.object({
  _id: Id,
  name: z.string().nullable(),
  phone: z.string().nullable(),
  subject: z.string().nullable(),
  message: z.string().nullable(),
  createdAt: when,
})

export const ownDataCalls = {
  'GET /auth/export': {
    summary: 'Everything stored about the signed-in person',
    access: 'session',
    answer: z.object({
      madeAt: when,
      profile: z.object({
        _id: Id,
        name: z.string(),
        email: z.string(),
        emailVerified: z.boolean(),
        photoURL: z.string().nullable(),
        role: z.string(),
        hasSecondFactor: z.boolean(),
        verifiedAt: maybeWhen,
        createdAt: when,
      }),
      sessions: z.array(z.object({ device: z.string(), address: z.string(), signedInAt: when, lastSeenAt: when })),
      bikes: z.array(OwnBike),
      bookings: z.array(OwnBooking),
      wishes: z.array(OwnWish),
      savedSearches: z.array(OwnSearch),
      /** From when on no letters about prices come any more; null while they come. */
      priceLettersStoppedAt: maybeWhen,
      payments: z.array(OwnPayment),
      messages: z.array(OwnMessage),
    }),
  },
  'POST /auth/delete-user': {
    summary: 'Delete my account: sessions end at once, my bikes go off sale, payments stay on record',
    access: 'session',
    limit: 'proof',
    body: Confirmation,
    answer: z.object({ acknowledged: z.literal(true) }),
    refusals: ['wrong_password', 'log_in_again', 'admin_leaves', 'payment_open', 'foreign_site'],
  },
} as const satisfies Calls
