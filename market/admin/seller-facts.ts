// What an admin looks at before giving a seller a badge.
import { inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { SellerSummary } from '#contract/admin/members.ts'
import type { BadgeQuestion } from '#contract/cases/badges.ts'
import { formatTelephone } from '#contract/text.ts'
import type { Database } from '#platform/database/database.ts'
import { onSale } from '#market/schema/bikes/bikes.ts'
import { members } from '#market/schema/people/members.ts'

const provenPhone = sql.raw('select number from phone_proofs where phone_proofs.member_id = members.id')
const bikesOfSeller = sql.raw('from bikes where bikes.seller_id = members.id')

type Question = z.output<typeof BadgeQuestion>

// A badge, which is given later, ends it; so that of who has one is null.
const newestQuestion = sql.raw(`select case when (end_cause is null or end_cause = 'answered')
    and not exists (select from badges where badges.member_id = members.id and given_at > asked_at)
    then json_build_object('wanted', wanted,
      'askedOn', to_char(asked_at at time zone 'Asia/Dhaka', 'YYYY-MM-DD'),
      'answeredOn', to_char(ended_at at time zone 'Asia/Dhaka', 'YYYY-MM-DD')) end
  from badge_questions where badge_questions.member_id = members.id order by asked_at desc, id desc limit 1`)

// Members stand alone in the query, so columns of other tables are named in words.
const sellerFacts = {
  _id: members.id,
  photoURL: members.image,
  registeredOn: sql<string>`to_char(${members.createdAt} at time zone 'Asia/Dhaka', 'YYYY-MM-DD')`,
  phone: sql<
    string | null
  >`coalesce((${provenPhone}), (select contact_number ${bikesOfSeller} order by bikes.id desc limit 1))`,
  isPhoneProven: sql<boolean>`exists (${provenPhone})`,
  isEmailProven: members.emailVerified,
  place: sql<string | null>`(select location ${bikesOfSeller} order by bikes.id desc limit 1)`,
  bikesOnSale: sql<number>`(select count(*)::int ${bikesOfSeller} and ${onSale})`,
  bikesSold: sql<number>`(select count(*)::int ${bikesOfSeller} and bikes.sold_at is not null)`,
  reports: sql<number>`(select count(*)::int from reports join cases on cases.id = reports.case_id
    where cases.member_id = members.id)`,
  question: sql<Question | null>`(${newestQuestion})`,
}

type Summary = z.output<typeof SellerSummary>
type Facts = Omit<Summary, 'name' | 'email' | 'role' | 'status' | 'badgeUntil' | 'badgeEvidence' | 'badgeNote'>

/** Adds to each seller of a page what an admin looks at; the order stays. */
export const addSellerFacts = async <Seller extends { _id: string }>(
  db: Database,
  sellers: readonly Seller[],
): Promise<(Seller & Facts)[]> => {
  const ids = sellers.map(({ _id }) => _id)
  const rows = ids.length === 0 ? [] : await db.select(sellerFacts).from(members).where(inArray(members.id, ids))
  const factsById = new Map(rows.map((row) => [row._id, row]))
  return sellers.flatMap((seller) => {
    const facts = factsById.get(seller._id)
    return facts ? [{ ...seller, ...facts, phone: facts.phone && formatTelephone(facts.phone) }] : []
  })
}
