// P7: the register of stolen bikes. Constraints and triggers of migrations/0111_stolen_bikes.sql hold it at every write.
import type { Invariant } from './invariant.ts'

export const stolenBikeInvariants: readonly Invariant[] = [
  {
    id: 'P7a',
    statement: 'No advertisement that others see has a number of a bike in the register of stolen bikes.',
    sql: `select bikes.id, stolen_bikes.id as report_id from stolen_bikes
      join stolen_fingerprints as mine on mine.report_id = stolen_bikes.id
      join vehicle_fingerprints as theirs on theirs.kind = mine.kind and theirs.hmac = mine.hmac
      join bikes on bikes.id = theirs.bike_id
      where state = 'active' and sold_at is null and bikes.withdrawn_at is null and hidden_at is null`,
  },
  {
    id: 'P7b',
    statement: 'A decided report was opened and decided by somebody else than its reporter; the audit log has both.',
    sql: `select id, state, decided_by from stolen_bikes
      where (state in ('active', 'refused') and (decided_by is null or reason is null))
        or (decided_by is not null and (decided_by = reporter_id
          or not exists (select from stolen_openings where report_id = stolen_bikes.id and opened_by = decided_by
            and opened_at <= decided_at)
          or not exists (select from audit where what = 'stolen_opened' and details ->> 'reportId' = stolen_bikes.id::text)
          or not exists (select from audit where what = 'stolen_decided' and details ->> 'reportId' = stolen_bikes.id::text
            and details ->> 'decidedBy' = decided_by::text)))`,
  },
  {
    id: 'P7c',
    statement:
      'Each number of a report has its fingerprint, open while the report is, and its photo is of the reporter.',
    sql: `select report_id, kind from stolen_fingerprints join stolen_bikes on stolen_bikes.id = report_id
        where is_open <> (state in ('waiting', 'active')) or stolen_fingerprints.reporter_id <> stolen_bikes.reporter_id
      union all select stolen_bikes.id, kind from stolen_bikes
        cross join lateral (values ('registration', registration_encrypted), ('engine', engine_encrypted),
          ('chassis', chassis_encrypted)) as numbers (kind, encrypted)
        where (encrypted is not null) <> exists (select from stolen_fingerprints
          where report_id = stolen_bikes.id and stolen_fingerprints.kind = numbers.kind)
      union all select stolen_bikes.id, 'photo' from stolen_bikes join paper_files on paper_files.id = file_id
        where owner_id <> reporter_id`,
  },
  {
    id: 'P7d',
    statement: 'Nothing waits for an undecided report an hour after its day is over.',
    sql: `select id, holds_until from stolen_bikes where state = 'waiting' and released_at is null
      and holds_until < now() - interval '1 hour'`,
    needsJobs: true,
  },
]
