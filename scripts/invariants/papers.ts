// P2, P3 and P5: papers of bikes. Constraints and triggers of migrations/schema/23-papers.sql hold them at every write, and
// those of migrations/0110_search_by_papers.sql what the search has of them.
import type { Invariant } from './invariant.ts'

export const paperInvariants: readonly Invariant[] = [
  {
    id: 'P2a',
    statement: 'A checked paper has a photo, a person who opened it and does not sell the bike, and a time.',
    sql: `select bike_papers.id, state, file_id, checked_by, checked_at from bike_papers join bikes on bikes.id = bike_id
      where state = 'checked' and (checked_at is null or checked_by is null or checked_by = seller_id
        or not exists (select from paper_files where paper_files.id = file_id and erased_at is null)
        or not exists (select from paper_openings where paper_id = bike_papers.id and paper_openings.file_id = bike_papers.file_id
          and opened_by = checked_by and opened_at <= checked_at))`,
  },
  {
    id: 'P2b',
    statement: 'No tax token is checked an hour after its last day in Dhaka.',
    sql: `select id, state, valid_until from bike_papers
      where state <> 'expired' and (valid_until + 1)::timestamp at time zone 'Asia/Dhaka' < now() - interval '1 hour'`,
    needsJobs: true,
  },
  {
    id: 'P2c',
    statement: 'The photo of a paper belongs to who sells the bike.',
    sql: `select bike_papers.id, owner_id, seller_id from bike_papers join bikes on bikes.id = bike_id
      join paper_files on paper_files.id = file_id where owner_id <> seller_id`,
  },
  {
    id: 'P3a',
    statement: 'The audit log has every reading of the photo of a paper.',
    sql: `select id, reads, readings from paper_files left join (
        select details ->> 'fileId' as file, count(*) as readings from audit where what = 'paper_file_read' group by 1) as audited
      on file = id::text where reads <> coalesce(readings, 0)`,
  },
  {
    id: 'P3b',
    statement: 'The audit log has every opening and every check of a paper that is there.',
    sql: `select paper_openings.id, opened_by from paper_openings where not exists (select from audit
        where what = 'paper_opened' and details ->> 'fileId' = file_id::text and (actor = opened_by::text or actor = 'system'))
      union all select id, checked_by from bike_papers where state = 'checked' and not exists (select from audit
        where what = 'paper_checked' and bike_id = bike_papers.bike_id and details ->> 'paperId' = bike_papers.id::text)`,
  },
  {
    id: 'P5a',
    statement: 'The level of papers that cards and search show is that of the papers.',
    sql: `select id, papers_level from bikes where papers_level <> get_papers_level(id)`,
  },
  {
    id: 'P5b',
    statement:
      'The search finds and counts exactly the bikes on sale whose papers are complete, and those with an inspection.',
    // The two bits are those of search_facets.
    sql: `select id, papers_level, inspected_at, has_complete_papers, is_inspected from bike_search join bikes on id = bike_id
      where (papers_level = 'complete', papers_level = 'complete', inspected_at is not null, inspected_at is not null)
        <> (has_complete_papers, get_byte(facets, 14) & 64 <> 0, is_inspected, get_byte(facets, 15) & 128 <> 0)`,
  },
]
