// P1: numbers of bikes. Constraints and triggers of migrations/schema/24-vehicle-numbers.sql hold it at every write;
// plain-numbers.ts has P4.
import type { Invariant } from './invariant.ts'

export const vehicleNumberInvariants: readonly Invariant[] = [
  {
    id: 'P1a',
    statement: 'No two advertisements that others see have one number.',
    sql: `select kind, encode(hmac, 'hex') as hmac, count(*) from vehicle_fingerprints join bikes on bikes.id = bike_id
      where sold_at is null and withdrawn_at is null and hidden_at is null group by kind, hmac having count(*) > 1`,
  },
  {
    id: 'P1b',
    statement: 'A fingerprint is live exactly while others see its bike, and each number has one.',
    sql: `select bike_id, kind from vehicle_fingerprints join bikes on bikes.id = bike_id
        where is_live <> (sold_at is null and withdrawn_at is null and hidden_at is null)
      union all select bike_id, kind from vehicle_numbers
        cross join lateral (values ('registration', registration_encrypted), ('engine', engine_encrypted),
          ('chassis', chassis_encrypted)) as numbers (kind, encrypted)
        where (encrypted is not null) <> exists (select from vehicle_fingerprints
          where vehicle_fingerprints.bike_id = vehicle_numbers.bike_id and vehicle_fingerprints.kind = numbers.kind)`,
  },
  {
    id: 'P1c',
    statement: 'Each reading of the numbers of a bike by somebody else than its seller is in the audit log.',
    sql: `select id, bike_id from vehicle_number_reads where not exists (
      select from audit where what = 'vehicle_numbers_read' and audit.member_id = vehicle_number_reads.member_id
        and audit.bike_id = vehicle_number_reads.bike_id and details ->> 'purpose' = purpose)`,
  },
]
