// The member's data export and account deletion.
import { ExportedBadge, ExportedBadgeQuestion } from '#contract/cases/badges.ts'
import { ExportedStolenReport } from '#contract/vehicle-numbers/stolen-calls.ts'
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

/** What the member wrote in a conversation. */
const OwnChatMessage = z.object({ chatId: Id, productName: z.string(), text: z.string(), at: timestamp })

/** A price that the member offered, or that was offered to the member. */
const OwnOffer = z.object({
  chatId: Id,
  productName: z.string(),
  isMine: z.boolean(),
  price: z.int(),
  madeAt: timestamp,
  closedAt: nullableTimestamp,
  outcome: z.string().nullable(),
})

/** What a seller chose about the offers of a bike. The lowest price itself is only on the page where it is set. */
const OwnOfferSettings = z.object({ productId: Id, isPriceFixed: z.boolean(), hasLowestPrice: z.boolean() })

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
  /** Why the member declined or cancelled, as chosen and in own words; null for what the other side said. */
  closeChoice: z.string().nullable(),
  closeNote: z.string().nullable(),
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

/** A rating that the member gave, or one about the member that is shown. */
const OwnRating = z.object({
  dealId: Id,
  isMine: z.boolean(),
  asDescribed: z.boolean(),
  onTime: z.boolean(),
  papersReady: z.boolean(),
  friendly: z.boolean(),
  words: z.string().nullable(),
  givenAt: timestamp,
  revealedAt: nullableTimestamp,
  reply: z.string().nullable(),
})

/** The transfer of a bike that the member bought or sold, with what the member entered for it. */
const OwnTransfer = z.object({
  dealId: Id,
  side: z.enum(['buyer', 'seller']),
  soldOn: z.iso.date(),
  noticeOn: z.iso.date().nullable(),
  appliedOn: z.iso.date().nullable(),
  slip: z.string().nullable(),
  doneAt: nullableTimestamp,
  ticks: z.array(z.string()),
  name: z.string().nullable(),
  address: z.string().nullable(),
  /** When the member opened the sale receipt. */
  receiptOpenedAt: z.array(timestamp),
})

/** An inspection that the member made or ordered, or one of an own bike. */
const OwnInspection = z.object({
  _id: Id,
  bikeId: Id,
  dealId: Id.nullable(),
  kind: z.string(),
  isMine: z.boolean(),
  mechanicName: z.string().nullable(),
  workshop: z.string().nullable(),
  kilometres: z.int().nullable(),
  createdAt: timestamp,
  signedAt: nullableTimestamp,
  score: z.int().nullable(),
  contentHash: z.string().nullable(),
  answers: z.array(z.object({ point: z.string(), mark: z.string(), note: z.string().nullable() })),
})

/** What the member said of a paper of a bike. `photo` is where the member reads it. */
const OwnPaper = z.object({
  productId: Id,
  kind: z.string(),
  said: z.string(),
  validUntil: z.string().nullable(),
  state: z.string(),
  photo: z.string().nullable(),
  saidAt: timestamp,
  checkedAt: nullableTimestamp,
  refusedFor: z.string().nullable(),
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

const OwnVehicleNumbers = z.object({
  productName: z.string(),
  registration: z.string().nullable(),
  engine: z.string().nullable(),
  chassis: z.string().nullable(),
  changedAt: timestamp,
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
        /** When the member added the other role; null with one role. */
        bothRolesSince: nullableTimestamp,
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
      chatMessages: z.array(OwnChatMessage),
      offers: z.array(OwnOffer),
      offerSettings: z.array(OwnOfferSettings),
      vehicleNumbers: z.array(OwnVehicleNumbers),
      stolenBikes: z.array(ExportedStolenReport),
      deals: z.array(OwnDeal),
      ratings: z.array(OwnRating),
      transfers: z.array(OwnTransfer),
      inspections: z.array(OwnInspection),
      papers: z.array(OwnPaper),
      payouts: z.array(OwnPayout),
      payoutDestination: OwnPayoutDestination.nullable(),
      notifications: z.array(OwnNotification),
      /** The language of e-mails, and the kinds that the member switched off. */
      notificationSettings: z.object({ language: z.enum(['en', 'bn']), muted: z.array(z.string()) }),
      takesDeposits: z.boolean(),
      reports: z.array(
        z.object({
          _id: Id,
          productId: Id.nullable(),
          sellerId: Id.nullable(),
          chatId: Id.nullable(),
          reason: z.string(),
          words: z.string().nullable(),
          createdAt: timestamp,
        }),
      ),
      /** What the member's advertisements said before they changed them. */
      earlierAdvertisements: z.array(
        z.object({
          productId: Id,
          until: timestamp,
          productName: z.string(),
          description: z.string().nullable(),
          location: z.string(),
          price: z.int(),
        }),
      ),
      /** What the rules of publishing found in the member's advertisements, as far as members are told. */
      warnings: z.array(
        z.object({ productId: Id, rule: z.string(), quote: z.string().nullable(), firedAt: timestamp }),
      ),
      /** What moderators decided about the member and their bikes. */
      decisions: z.array(
        z.object({
          _id: Id,
          productId: Id.nullable(),
          decision: z.string(),
          reason: z.string(),
          decidedAt: nullableTimestamp,
          suspendedUntil: nullableTimestamp,
          appeal: z.string().nullable(),
          appealAnswer: z.string().nullable(),
          appealReason: z.string().nullable(),
        }),
      ),
      badges: z.array(ExportedBadge),
      badgeQuestions: z.array(ExportedBadgeQuestion),
      /** The proven mobile number, and where the newest code was sent. */
      phoneProof: z.object({ number: z.string(), provenAt: timestamp }).nullable(),
      phoneCode: z.object({ number: z.string(), sentAt: timestamp, expiresAt: timestamp }).nullable(),
      /** The bikes whose number the member asked for. */
      numbersSeen: z.array(z.object({ productName: z.string(), shownAt: timestamp })),
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
