// Background job: tells the admins each morning who opened papers and read numbers of bikes on the day before.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { addDays, getDhakaDay, toDhakaMoment } from '#contract/time/dhaka.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { queueEmail } from '#market/mail/queue.ts'
import { getEmailTemplates } from '#market/mail/templates/languages.ts'
import { readingReports } from '#market/schema/people/audit.ts'
import { members } from '#market/schema/people/members.ts'

type ReportDeps = { db: Database; now: () => Date; createId: () => string; publicUrl: string }

/** In Dhaka. By then every entry of the day before is committed. */
const reportHour = 9
/** After an outage the days of a week are told. */
const maxDays = 7
const maxReaders = 200

/** Who opened papers and read numbers on a day, from the audit log, without buyers who read those of their own deals. */
const listReaders = async (tx: Transaction, day: string) => {
  const { rows } = await tx.execute<{ name: string; papers: number; bikes: number }>(sql`
    select coalesce(max(members.name), actor) as name, count(*) filter (where what = 'paper_opened')::int as papers,
      count(distinct audit.bike_id) filter (where what = 'vehicle_numbers_read')::int as bikes
    from audit left join members on members.id::text = actor
    where (what = 'paper_opened' or (what = 'vehicle_numbers_read' and details ->> 'purpose' = 'case'))
      and at >= ${toDhakaMoment(day, 0).toISOString()} and at < ${toDhakaMoment(addDays(day, 1), 0).toISOString()}
    group by actor order by papers desc, bikes desc, actor limit ${maxReaders}`)
  return rows
}

const reportDay = ({ db, now, createId, publicUrl }: ReportDeps, day: string): Promise<void> =>
  db.transaction(async (tx) => {
    const at = now()
    const isNew = await tx.insert(readingReports).values({ day, reportedAt: at }).onConflictDoNothing().returning()
    if (isNew.length === 0) return
    const readers = await listReaders(tx, day)
    if (readers.length === 0) return
    const admins = await tx
      .select({ email: members.email, language: members.language })
      .from(members)
      .where(and(eq(members.role, 'Admin'), isNull(members.removedAt)))
    for (const { email, language } of admins) {
      const report = getEmailTemplates(language).readingReport({ publicUrl, day, readers })
      await queueEmail({ db: tx, now: at, createId }, email, report)
    }
  })

/** Tells each past day once, whichever process runs it. */
export const reportReadings = async (deps: ReportDeps): Promise<void> => {
  const now = deps.now()
  const today = getDhakaDay(now)
  if (now < toDhakaMoment(today, reportHour)) return
  for (let days = maxDays; days >= 1; days -= 1) await reportDay(deps, addDays(today, -days))
}
