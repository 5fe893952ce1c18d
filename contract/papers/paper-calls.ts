// The papers of a bike: what its seller says and shows, and what moderators check.
import { paperOpeningMinutes } from '#contract/time/lifetimes.ts'
import { z } from 'zod'
import type { Calls } from '#contract/call.ts'
import { toReason } from '#contract/errors/reasons.ts'
import { Id, Paging } from '#contract/fields.ts'
import { pictureErrors } from '#contract/pictures.ts'
import { numberKinds } from '../vehicle-numbers/normalize.ts'
import { allPaperAnswers, isAnswerOf, paperKinds, papersLevels, paperStates, paperFaults } from './paper-kinds.ts'

const Timestamp = z.iso.datetime()
const byId = z.strictObject({ id: Id })
/** A day in Dhaka. */
const Day = z.iso.date()

/** A paper of which the seller has said something, as everybody sees it. */
export const Paper = z
  .object({
    kind: z.enum(paperKinds),
    said: z.enum(allPaperAnswers),
    state: z.enum(paperStates),
    /** The last day of a tax token. */
    validUntil: Day.nullable(),
    /** The day from which it has been in its state. */
    since: Day,
  })
  .meta({ id: 'Paper' })

/** The papers of a bike; one of which nothing was said is left out. */
export const Papers = z.object({ level: z.enum(papersLevels), papers: z.array(Paper) }).meta({ id: 'Papers' })

const OwnPaper = Paper.extend({
  /** Its photo is at `/api/papers/files/` with this id, for the seller; null without one. */
  fileId: Id.nullable(),
  /** Why a moderator did not accept the photo. */
  refusedFor: z.enum(paperFaults).nullable(),
}).meta({ id: 'OwnPaper' })

const OwnPapers = z
  .object({ productName: z.string(), level: z.enum(papersLevels), papers: z.array(OwnPaper) })
  .meta({ id: 'OwnPapers' })

const isPlausibleDay = (day: string): boolean => /^20\d\d-/.test(day)

/** What a seller says of one paper. */
const SaidPaper = z
  .strictObject({
    kind: z.enum(paperKinds, { error: toReason('choose_paper') }),
    said: z.enum(allPaperAnswers, { error: toReason('choose_paper_answer') }),
    /** The last day of a tax token that is valid. */
    validUntil: z.iso
      .date({ error: toReason('invalid_token_day') })
      .refine(isPlausibleDay, toReason('invalid_token_day'))
      .optional(),
    /** What `POST /papers/files` returned; null takes the photo away, and without it the photo stays. */
    fileId: Id.nullable().optional(),
  })
  .refine(({ kind, said }) => isAnswerOf(kind, said), { path: ['said'], error: toReason('choose_paper_answer') })
  .refine(({ said, validUntil }) => (said === 'valid') === (validUntil !== undefined), {
    path: ['validUntil'],
    error: toReason('invalid_token_day'),
  })

const WaitingPaper = z
  .object({
    _id: Id,
    kind: z.enum(paperKinds),
    productName: z.string(),
    sellerName: z.string(),
    shownAt: Timestamp,
    /** Who reads it now; null if nobody does. */
    openedBy: z.string().nullable(),
    openUntil: Timestamp.nullable(),
  })
  .meta({ id: 'WaitingPaper' })

/** What a moderator compares with the photo. */
const OpenPaper = z
  .object({
    _id: Id,
    kind: z.enum(paperKinds),
    said: z.enum(allPaperAnswers),
    validUntil: Day.nullable(),
    /** Its photo is at `/api/papers/files/` with this id until `openUntil`, with the reader's name and the time on it. */
    fileId: Id,
    shownAt: Timestamp,
    openUntil: Timestamp,
    productId: Id,
    productName: z.string(),
    slug: z.string(),
    brand: z.string().nullable(),
    model: z.string().nullable(),
    engineCc: z.int().nullable(),
    registrationYear: z.int().nullable(),
    registrationDistrict: z.string().nullable(),
    sellerId: Id,
    /** The name of the account, and the one in the advertisement. */
    accountName: z.string(),
    sellerName: z.string(),
    /** What the seller typed of the numbers that stand on this paper; null for one that was not typed. */
    numbers: z.array(z.object({ kind: z.enum(numberKinds), number: z.string().nullable() })),
    /** Another member has sent the very same photo. */
    isPhotoOfOther: z.boolean(),
  })
  .meta({ id: 'OpenPaper' })

export const paperCalls = {
  'GET /allbikes/myproduct/:id/papers': {
    summary: 'The papers of my bike: what I said, what I showed, and what was checked',
    access: 'seller',
    params: byId,
    response: OwnPapers,
    errors: ['not_found'],
  },
  'PUT /allbikes/myproduct/:id/papers': {
    summary: 'Say what one paper of my bike is, with or without a photo; a change has to be checked again',
    access: 'seller',
    params: byId,
    body: SaidPaper,
    response: OwnPapers,
    errors: ['not_found', 'paper_file_missing'],
  },
  'POST /papers/files': {
    summary: 'Upload the photo of a paper; it is encrypted, and buyers never see it',
    access: 'seller',
    limit: 'upload',
    upload: 'image',
    response: z.object({
      /** The photo is deleted after a day unless a paper has it. */
      fileId: Id,
    }),
    errors: [...pictureErrors],
    doesNotInvalidateCache: true,
  },
  'GET /papers/files/:id': {
    summary:
      'The photo of a paper, for its owner, and for a moderator who has opened it: with the name and the time on it',
    access: 'member',
    params: byId,
    response: z.never(),
    mediaType: 'image/webp',
    errors: ['not_found'],
  },
  'GET /papers/queue': {
    summary: 'Papers whose photo nobody has checked, the one that waits longest first',
    access: 'moderator',
    query: Paging,
    response: z.array(WaitingPaper),
    list: true,
  },
  'POST /papers/:id/openings': {
    summary: `Open the photo of a paper for ${paperOpeningMinutes} minutes; the audit log says who did`,
    access: 'moderator',
    params: byId,
    response: OpenPaper,
    errors: ['not_found'],
    doesNotInvalidateCache: true,
  },
  'PUT /papers/:id': {
    summary: 'Check a paper, or do not accept its photo, with a reason that the seller reads',
    access: 'moderator',
    params: byId,
    body: z.strictObject({
      /** The photo that was looked at: a newer one has to be looked at first. */
      fileId: Id,
      decision: z.enum(['checked', ...paperFaults], { error: toReason('choose_decision') }),
    }),
    response: z.object({ modifiedCount: z.int() }),
    errors: ['not_found', 'paper_changed', 'paper_not_open'],
  },
} as const satisfies Calls
