import { boolean, customType, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { numberKinds } from '#contract/vehicle-numbers/normalize.ts'
import { bikes } from './bikes.ts'
import { members } from '#market/schema/people/members.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The numbers of a bike, encrypted with a key derived from SECRET. */
export const vehicleNumbers = pgTable('vehicle_numbers', {
  bikeId: uuid('bike_id')
    .primaryKey()
    .references(() => bikes.id),
  registrationEncrypted: text('registration_encrypted'),
  engineEncrypted: text('engine_encrypted'),
  chassisEncrypted: text('chassis_encrypted'),
  enteredAt: at('entered_at').notNull(),
  changedAt: at('changed_at').notNull(),
})

/** HMACs of the numbers. A unique index allows each once among the bikes that others see. */
export const vehicleFingerprints = pgTable(
  'vehicle_fingerprints',
  {
    bikeId: uuid('bike_id')
      .notNull()
      .references(() => vehicleNumbers.bikeId, { onDelete: 'cascade' }),
    kind: text('kind', { enum: numberKinds }).notNull(),
    hmac: bytea('hmac').notNull(),
    isLive: boolean('is_live').notNull(),
  },
  (fingerprint) => [primaryKey({ columns: [fingerprint.bikeId, fingerprint.kind] })],
)

/** Who read the numbers of a bike, and for what; a trigger copies each row to the audit log. */
export const vehicleNumberReads = pgTable('vehicle_number_reads', {
  id: uuid('id').primaryKey(),
  bikeId: uuid('bike_id')
    .notNull()
    .references(() => bikes.id),
  memberId: uuid('member_id')
    .notNull()
    .references(() => members.id),
  purpose: text('purpose', { enum: ['deal', 'transfer', 'case'] }).notNull(),
  readAt: at('read_at').notNull(),
})
