// The register of stolen bikes: what members report, and what moderators decide.
import { z } from 'zod'
import type { Calls } from '#contract/call.ts'
import { toReason } from '#contract/errors/reasons.ts'
import { Id, Paging, restrictedText, textField } from '#contract/fields.ts'
import { pictureErrors } from '#contract/pictures.ts'
import { paperOpeningMinutes } from '#contract/time/lifetimes.ts'
import { isVisibleText } from '#contract/text.ts'
import { stolenHoldHours, stolenReasons, stolenStates } from './stolen-reports.ts'
import { Chassis, Engine, Registration } from './vehicle-number-calls.ts'

const Timestamp = z.iso.datetime()
const byId = z.strictObject({ id: Id })
const modified = z.object({ modifiedCount: z.int() })

const GdNumber = restrictedText('gd_number', 30, (text) => isVisibleText(text), 'number')
  .regex(/\p{Nd}/u, toReason('missing', { field: 'gd_number' }))
  .meta({ examples: ['1234'] })
const PoliceStation = textField('police_station', 80).meta({ examples: ['Mirpur Model Thana'] })
/** A day in Dhaka that is not in the future, which the server judges by its clock. */
const GdDay = z.iso
  .date({ error: toReason('invalid_day') })
  .refine((day) => /^20\d\d-/.test(day), toReason('invalid_day'))

const numbers = { registration: Registration.nullable(), engine: Engine.nullable(), chassis: Chassis.nullable() }

const StolenReport = z
  .strictObject({
    ...numbers,
    gdNumber: GdNumber,
    policeStation: PoliceStation,
    gdOn: GdDay,
    /** What `POST /stolen/files` returned. */
    fileId: Id,
  })
  .refine(({ engine, chassis }) => engine !== null || chassis !== null, {
    path: ['chassis'],
    error: toReason('missing', { field: 'chassis_number' }),
  })

/** What a report says; null once it is erased. */
const said = {
  registration: z.string().nullable(),
  engine: z.string().nullable(),
  chassis: z.string().nullable(),
  gdNumber: z.string().nullable(),
  policeStation: z.string().nullable(),
  gdOn: z.iso.date(),
}

const OwnStolenReport = z
  .object({
    _id: Id,
    ...said,
    state: z.enum(stolenStates),
    /** Why it is in the register, or not. */
    reason: z.enum(stolenReasons).nullable(),
    reportedAt: Timestamp,
    /** Its photo is at `/api/papers/files/` with this id. */
    fileId: Id.nullable(),
  })
  .meta({ id: 'OwnStolenReport' })

/** The same in the data export of the member. `photo` is where the member reads that of the GD. */
export const ExportedStolenReport = z.object({
  ...OwnStolenReport.omit({ fileId: true }).shape,
  photo: z.string().nullable(),
})

const WaitingStolenReport = z
  .object({
    _id: Id,
    reporterName: z.string(),
    reportedAt: Timestamp,
    /** How many advertisements have one of its numbers. */
    advertisements: z.int(),
    /** Who reads it now; null if nobody does. */
    openedBy: z.string().nullable(),
  })
  .meta({ id: 'WaitingStolenReport' })

/** What a moderator compares with the photo. */
const OpenStolenReport = z
  .object({
    _id: Id,
    ...said,
    fileId: Id,
    openUntil: Timestamp,
    reportedAt: Timestamp,
    reporterName: z.string(),
    /** Reports of this person that were made against somebody. */
    falseReports: z.int(),
    /** Another member has sent the very same photo. */
    isPhotoOfOther: z.boolean(),
    /** What has one of its numbers: on sale, or sold since the day of the GD. */
    advertisements: z.array(z.object({ slug: z.string(), productName: z.string(), sellerName: z.string() })),
  })
  .meta({ id: 'OpenStolenReport' })

export const stolenCalls = {
  'POST /stolen': {
    summary: `Report a stolen bike with the GD of the police; an advertisement with its number waits, ${stolenHoldHours} hours at most until a moderator decides`,
    access: 'member',
    limit: 'stolenReport',
    hasIdempotencyKey: true,
    body: StolenReport,
    response: z.object({ insertedId: Id }),
    errors: [
      'address_not_proven',
      'phone_needed',
      'paper_file_missing',
      'day_in_future',
      'number_in_own_advertisement',
      'already_reported_stolen',
    ],
  },
  'POST /stolen/files': {
    summary: 'Upload the photo of the GD; it is encrypted, and moderators alone open it',
    access: 'member',
    limit: 'upload',
    upload: 'image',
    response: z.object({
      /** The photo is deleted after a day unless a report has it. */
      fileId: Id,
    }),
    errors: [...pictureErrors],
    doesNotInvalidateCache: true,
  },
  'GET /stolen': {
    summary: 'The stolen bikes that I reported, the newest first',
    access: 'member',
    query: Paging,
    response: z.array(OwnStolenReport),
    list: true,
  },
  'POST /stolen/:id/withdrawal': {
    summary: 'Take a report back: I have the bike again, or it was a mistake',
    access: 'member',
    params: byId,
    response: modified,
    errors: ['not_found'],
  },
  'GET /stolen/queue': {
    summary: 'Reports of stolen bikes that nobody has decided, the one that waits longest first',
    access: 'moderator',
    query: Paging,
    response: z.array(WaitingStolenReport),
    list: true,
  },
  'POST /stolen/:id/openings': {
    summary: `Open a report and its photo for ${paperOpeningMinutes} minutes; the audit log says who did`,
    access: 'moderator',
    params: byId,
    response: OpenStolenReport,
    errors: ['not_found'],
    doesNotInvalidateCache: true,
  },
  'PUT /stolen/:id': {
    summary: 'Put a reported bike into the register, or refuse the report, with a reason that the reporter reads',
    access: 'moderator',
    params: byId,
    body: z.strictObject({ decision: z.enum(stolenReasons, { error: toReason('choose_decision') }) }),
    response: modified,
    errors: ['not_found', 'stolen_report_decided', 'paper_not_open', 'own_case', 'case_open'],
  },
} as const satisfies Calls
