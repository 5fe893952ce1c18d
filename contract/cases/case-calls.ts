// Reports of members, the cases that moderators decide, and what a member learns of them.
import { appealDays, caseLockMinutes } from '#contract/time/lifetimes.ts'
import { z } from 'zod'
import { toReason } from '#contract/errors/reasons.ts'
import type { Calls } from '#contract/call.ts'
import { Id, multilineTextField, Paging, Taka } from '#contract/fields.ts'
import { publishingRules, shownReasons } from './publishing-rules.ts'
import { appealAnswers, chatReportReasons, decisions, reportReasons, storedReportReasons } from './report-reasons.ts'

const Reason = z.enum([...reportReasons, ...chatReportReasons], { error: toReason('choose_report_reason') })
const StoredReason = z.enum(storedReportReasons)
const Decision = z.enum(decisions, { error: toReason('choose_decision') })
const Rule = z.enum(publishingRules)
/** A reason or an explanation, at most 1,000 characters. */
export const Words = multilineTextField('reason', 1000)
const byId = z.strictObject({ id: Id })
const Moment = z.iso.datetime()
const Done = z.object({ modifiedCount: z.int() })

/** A decision about a member or a bike of theirs, as they read it. */
const OwnCase = z
  .object({
    _id: Id,
    /** Null where it is about the member. */
    productName: z.string().nullable(),
    decision: Decision,
    reason: z.string(),
    decidedAt: Moment,
    suspendedUntil: Moment.nullable(),
    /** The decision hides the bike until a moderator shows it again, also when the suspension has ended. */
    isBikeHidden: z.boolean(),
    /** Until when they may appeal; null where they may not, or have. */
    appealUntil: Moment.nullable(),
    appeal: z
      .object({
        words: z.string(),
        at: Moment,
        answer: z.enum(appealAnswers).nullable(),
        reason: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'OwnCase' })

/** A report, as its reporter reads it. */
const OwnReport = z
  .object({
    _id: Id,
    /** The bike, or the name of the seller; of a conversation the other member, by the name that it shows. */
    about: z.string(),
    reason: StoredReason,
    createdAt: Moment,
    /** Null until the case is decided: whether something was done. */
    isUpheld: z.boolean().nullable(),
  })
  .meta({ id: 'OwnReport' })

export const CaseSummary = z
  .object({
    _id: Id,
    /** Tenths: the weights of its reporters, and the points of the rules of publishing and of repeated texts. */
    score: z.int(),
    rulePoints: z.int(),
    productName: z.string().nullable(),
    slug: z.string().nullable(),
    memberName: z.string(),
    /** The reasons of its reports, each once. */
    reasons: z.array(StoredReason),
    reporters: z.int(),
    /** The rules of publishing that the bike breaks. */
    rules: z.array(Rule),
    /** To how many sellers the member sent the same text on one day, as a buyer; 0 where that did not open the case. */
    sellersOfSameText: z.int(),
    openedAt: Moment,
    isHidden: z.boolean(),
    /** Who works on it now; null where nobody does. */
    takenBy: z.string().nullable(),
    takenUntil: Moment.nullable(),
    isMine: z.boolean(),
    decision: Decision.nullable(),
    isAppeal: z.boolean(),
    /** Somebody proposed to remove the member; another person decides. */
    isRemovalProposed: z.boolean(),
  })
  .meta({ id: 'CaseSummary' })

const ChatSide = z.enum(['buyer', 'seller'])

/** A conversation that was reported, or has a text that went to many sellers, as moderators read it. */
const ReportedChat = z
  .object({
    _id: Id,
    productName: z.string(),
    buyerName: z.string(),
    sellerName: z.string(),
    /** The side that the case is about. */
    reportedSide: ChatSide,
    /** The newest messages as they were written, the oldest of them first. An offer has a price in place of words. */
    messages: z.array(
      z.object({ number: z.int(), side: ChatSide, text: z.string(), price: Taka.nullable(), at: Moment }),
    ),
  })
  .meta({ id: 'ReportedChat' })

const CaseDetail = CaseSummary.extend({
  memberId: Id,
  productId: Id.nullable(),
  price: Taka.nullable(),
  image: z.string().nullable(),
  /** All pictures of the bike, the first one first. */
  pictures: z.array(z.string()),
  location: z.string().nullable(),
  description: z.string().nullable(),
  /** What the advertisement said before its last changes, the newest first. */
  earlierAdvertisements: z.array(
    z.object({
      until: Moment,
      productName: z.string(),
      description: z.string().nullable(),
      location: z.string(),
      price: Taka,
    }),
  ),
  /** The picture that a bike of another member has too, beside that one; null where the rule about it did not fire. */
  samePicture: z
    .object({ own: z.string(), other: z.string(), productName: z.string(), sellerId: Id, sellerName: z.string() })
    .nullable(),
  memberSince: Moment,
  isSuspended: z.boolean(),
  reports: z.array(
    z.object({ reason: StoredReason, words: z.string().nullable(), weight: z.int(), createdAt: Moment }),
  ),
  /** What the member sent to many sellers on one day, as it was first written, and when it went to the last one. */
  repeatedTexts: z.array(z.object({ text: z.string(), sellers: z.int(), at: Moment })),
  /** Conversations that were reported or have such a text, without those of the reader; the audit log says who read them. */
  chats: z.array(ReportedChat),
  firedRules: z.array(
    z.object({
      rule: Rule,
      points: z.int(),
      quote: z.string().nullable(),
      /** A moderator has looked at it before. */
      isCleared: z.boolean(),
    }),
  ),
  /** Earlier decisions about the same member. */
  earlier: z.array(
    z.object({
      _id: Id,
      decision: Decision,
      reason: z.string(),
      decidedAt: Moment,
      productName: z.string().nullable(),
    }),
  ),
  /** Who proposes to remove the member, when and why; null where nobody does. `mayConfirm`: the reader may do it. */
  proposedRemoval: z
    .object({ by: z.string(), at: Moment, reason: z.string(), isMine: z.boolean(), mayConfirm: z.boolean() })
    .nullable(),
  reason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
  appeal: z.string().nullable(),
  appealAnswer: z.enum(appealAnswers).nullable(),
  /** The reader decided it, so another person answers the appeal. */
  isDecidedByMe: z.boolean(),
}).meta({ id: 'CaseDetail' })

/** An advertisement that waits for a moderator, as its seller reads it. */
const WaitingBike = z
  .object({
    _id: Id,
    productName: z.string(),
    price: Taka,
    image: z.string(),
    /** It waits because of the rules of publishing, or because people have reported it. */
    because: z.enum(['rules', 'reports']),
    waitsSince: Moment,
    /** Until when a moderator looks at it. */
    lookBy: Moment,
    /** Which rules it breaks: what the seller is told of, and can change. None of a reported one: they would name its reporters. */
    reasons: z.array(z.object({ rule: z.enum(shownReasons), quote: z.string().nullable() })),
  })
  .meta({ id: 'WaitingBike' })

const NewReport = z
  .strictObject({
    productId: Id.optional(),
    sellerId: Id.optional(),
    chatId: Id.optional(),
    reason: Reason,
    words: Words.optional(),
  })
  .refine(
    ({ productId, sellerId, chatId }) => [productId, sellerId, chatId].filter((id) => id !== undefined).length === 1,
    { path: ['productId'], error: toReason('report_one_thing') },
  )
  .refine(
    ({ chatId, reason }) =>
      (chatId === undefined ? reportReasons : chatReportReasons).some((one: string) => one === reason),
    { path: ['reason'], error: toReason('choose_report_reason') },
  )

export const caseCalls = {
  'GET /waiting/:id': {
    summary: 'Why a bike of mine waits, and until when somebody looks at it; not found if it does not wait',
    access: 'seller',
    params: byId,
    response: WaitingBike,
    errors: ['not_found'],
  },
  'POST /reports': {
    summary: 'Report a bike, a seller, or a conversation of mine and so its other member: once for each reason',
    access: 'member',
    limit: 'report',
    body: NewReport,
    response: z.object({ insertedId: Id }),
    errors: ['not_found', 'own_bike', 'already_reported'],
  },
  'GET /reports': {
    summary: 'My reports and what became of them, newest first',
    access: 'member',
    query: Paging,
    response: z.array(OwnReport),
    list: true,
  },
  'GET /standing': {
    summary: 'What was decided about me and my bikes, newest first',
    access: 'member',
    query: Paging,
    response: z.array(OwnCase),
    list: true,
  },
  'POST /appeals': {
    summary: `Ask for a second look at a decision about me: once, within ${appealDays} days`,
    access: 'member',
    limit: 'report',
    body: z.strictObject({ caseId: Id, words: Words }),
    response: Done,
    errors: ['not_found', 'appeal_closed', 'case_open'],
  },
  'GET /cases': {
    summary: 'The cases to decide, the greatest score first, or the decided ones, newest first',
    access: 'moderator',
    query: Paging.extend({ state: z.enum(['open', 'decided']).optional() }),
    response: z.array(CaseSummary),
    list: true,
  },
  'GET /cases/count': {
    summary: 'How many cases are to decide',
    access: 'moderator',
    response: z.object({ open: z.int() }),
  },
  'GET /cases/:id': {
    summary:
      'One case with its reports and earlier decisions about the member, and its conversations, whose readers the audit log has',
    access: 'moderator',
    params: byId,
    response: CaseDetail,
    errors: ['not_found'],
  },
  'POST /cases/:id/take': {
    summary: `Work on a case for ${caseLockMinutes} minutes; nobody else can decide it meanwhile`,
    access: 'moderator',
    params: byId,
    response: z.object({ takenUntil: Moment }),
    errors: ['not_found', 'case_taken', 'case_decided'],
  },
  'PUT /cases/:id': {
    summary:
      'Decide a case that I have taken. To remove the member is a proposal until another person decides the same; one of the two is an admin',
    access: 'moderator',
    params: byId,
    body: z.strictObject({
      decision: Decision,
      reason: Words,
      /** The member is removed only by somebody who has read who proposes it and why. */
      confirmsRemoval: z.boolean().optional(),
    }),
    response: Done,
    errors: [
      'not_found',
      'case_taken',
      'case_decided',
      'own_case',
      'nothing_to_hide',
      'admin_stays',
      'approve_by_another',
      'removal_proposed',
      'number_on_sale',
      'number_stolen',
    ],
  },
  'PUT /cases/:id/appeal': {
    summary: 'Answer an appeal, as another person than the one who decided',
    access: 'moderator',
    params: byId,
    body: z.strictObject({
      answer: z.enum(appealAnswers, { error: toReason('choose_decision') }),
      reason: Words,
    }),
    response: Done,
    errors: ['not_found', 'approve_by_another', 'case_decided', 'own_case', 'number_on_sale', 'number_stolen'],
  },
  'PUT /hidden/:id': {
    summary: 'Hide a bike, or show one again that was hidden, with a reason',
    access: 'moderator',
    params: byId,
    body: z.strictObject({ hidden: z.boolean({ error: toReason('not_boolean', { name: 'hidden' }) }), reason: Words }),
    response: Done,
    errors: ['not_found', 'case_taken', 'own_case', 'bike_suspended', 'number_on_sale', 'number_stolen'],
  },
} as const satisfies Calls
