// Registration, engine and chassis number of a bike: what its seller enters and reads.
import { z } from 'zod'
import type { Calls } from '#contract/call.ts'
import { Id, restrictedText } from '#contract/fields.ts'
import { toReason } from '#contract/errors/reasons.ts'
import { isVisibleText } from '#contract/text.ts'
import { isWholeNumber, numberAnswers, type NumberKind } from './normalize.ts'

const maxTyped = 60
const fieldNames = { registration: 'registration_number', engine: 'engine_number', chassis: 'chassis_number' } as const

/** A whole number of this kind as somebody typed it. */
export const VehicleNumber = (kind: NumberKind) =>
  restrictedText(fieldNames[kind], maxTyped, (text) => isVisibleText(text), 'number').refine(
    (text) => isWholeNumber(kind, text),
    toReason('not_whole_vehicle_number', { field: fieldNames[kind] }),
  )

export const Registration = VehicleNumber('registration').meta({ examples: ['Dhaka Metro-La 12-3456'] })
export const Engine = VehicleNumber('engine').meta({ examples: ['G3E5E0412345'] })
export const Chassis = VehicleNumber('chassis').meta({ examples: ['ME1RG4420L0123456'] })

const byId = z.strictObject({ id: Id })

export const vehicleNumberCalls = {
  'GET /allbikes/myproduct/:id/numbers': {
    summary: 'The registration, engine and chassis number of a bike of mine',
    access: 'seller',
    params: byId,
    response: z.object({
      productName: z.string(),
      registration: z.string().nullable(),
      engine: z.string().nullable(),
      chassis: z.string().nullable(),
      changedAt: z.iso.datetime().nullable(),
      /** While somebody checks its papers, or a buyer has paid, the numbers stay as they are. */
      mayChange: z.boolean(),
    }),
    errors: ['not_found'],
  },
  'PUT /allbikes/myproduct/:id/numbers': {
    summary:
      'Enter or change them; null deletes one. A bike whose number another seller advertises waits, as that one does',
    access: 'seller',
    limit: 'vehicleNumbers',
    params: byId,
    body: z.strictObject({
      registration: Registration.nullable(),
      engine: Engine.nullable(),
      chassis: Chassis.nullable(),
    }),
    response: z.object({ modifiedCount: z.int() }),
    errors: [
      'not_found',
      'bike_sold',
      'bike_reserved',
      'bike_withdrawn',
      'papers_being_checked',
      'number_in_own_advertisement',
      'case_open',
    ],
  },
  'POST /check-number': {
    summary:
      'What is known of a chassis number, which is needed in full; whoever has advertised it reads that it is checked',
    access: 'member',
    doesNotInvalidateCache: true,
    body: z.strictObject({ chassis: Chassis }),
    response: z.object({ answer: z.enum(numberAnswers) }),
    errors: ['address_not_proven'],
  },
  'GET /deals/:id/numbers': {
    summary:
      'The numbers that the buyer of a held deal compares with the bike: the registration, the last four of the others',
    access: 'member',
    params: byId,
    response: z.object({
      registration: z.string().nullable(),
      engineLastFour: z.string().nullable(),
      chassisLastFour: z.string().nullable(),
    }),
    errors: ['not_found', 'nothing_paid_yet', 'deal_over'],
  },
} as const satisfies Calls
