// P4: the numbers of bikes stand nowhere but as ciphertext. SECRET decrypts them, then every text is searched for them.
import { z } from 'zod'
import { normalizeNumber, numberKinds } from '#contract/vehicle-numbers/normalize.ts'
import { decryptNumber } from '#market/vehicle-numbers/encryption.ts'
import type { Invariant } from './invariant.ts'

type Queryable = { query(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> }

export const plainNumberInvariant: Invariant = {
  id: 'P4',
  statement: 'No registration, engine or chassis number stands in any text but as ciphertext.',
}

// What people write is theirs: a seller may write the number of a bike in an advertisement or a message, and a copy of that text
// for moderators has it too.
export const writtenByPeople = new Set([
  'bikes.name',
  'bikes.description',
  'bikes.location',
  'bookings.meeting_location',
  'cases.appeal',
  'cases.reason',
  'chat_messages.body',
  'chat_messages.shown_body',
  'contact_messages.subject',
  'contact_messages.message',
  'dispute_evidence.note',
  'disputes.note',
  'earlier_advertisements.name',
  'earlier_advertisements.description',
  'earlier_advertisements.location',
  'empty_searches.words',
  'fired_rules.quote',
  'inspection_answers.note',
  'ratings.reply',
  'ratings.words',
  'ratings.shown_words',
  'reports.words',
  'saved_searches.name',
  'saved_searches.query',
  'stolen_bikes.police_station',
])

const Columns = z.array(z.object({ table: z.string(), column: z.string() }))
const Encrypted = z.array(z.object({ owner_id: z.string(), encrypted: z.string() }))
const Texts = z.array(z.object({ text: z.string() }))
const pageRows = 5_000

/** One spelling for all kinds, in which no number is missed for an O that is a 0. */
const fold = (text: string): string => normalizeNumber('chassis', text)

/** Finds numbers in texts, however they are spelled there. */
export const createNumberFinder = (numbers: readonly string[]) => {
  const folded = new Set(numbers.map(fold))
  const lengths = [...new Set([...folded].map(({ length }) => length))]
  return (text: string): boolean => {
    const searched = fold(text)
    return lengths.some((length) => {
      for (let from = 0; from + length <= searched.length; from += 1)
        if (folded.has(searched.slice(from, from + length))) return true
      return false
    })
  }
}

/** All stored numbers of bikes and of reports of stolen ones, decrypted. A GD number is too short to be searched for. */
export const listStoredNumbers = async (db: Queryable, secret: string): Promise<string[]> => {
  const numbers: string[] = []
  for (const kind of numberKinds) {
    const { rows } = await db.query(
      `select bike_id as owner_id, ${kind}_encrypted as encrypted from vehicle_numbers where ${kind}_encrypted is not null
        union all select id, ${kind}_encrypted from stolen_bikes where ${kind}_encrypted is not null`,
    )
    for (const { owner_id: ownerId, encrypted } of Encrypted.parse(rows))
      numbers.push(decryptNumber(secret, { kind, ownerId, encrypted }))
  }
  return numbers
}

const listTextColumns = async (db: Queryable) => {
  const { rows } = await db.query(`select columns.table_name as "table", column_name as "column"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY') order by 1, 2`)
  return Columns.parse(rows).filter(({ table, column }) => !writtenByPeople.has(`${table}.${column}`))
}

/**
 * The columns that have a number of a bike in plain text. It only reads, a page at a time, and not at all without numbers.
 */
export const findPlainNumbers = async (db: Queryable, secret: string): Promise<{ table: string; column: string }[]> => {
  const numbers = await listStoredNumbers(db, secret)
  if (numbers.length === 0) return []
  const hasNumber = createNumberFinder(numbers)
  const found: { table: string; column: string }[] = []
  for (const { table, column } of await listTextColumns(db))
    for (let offset = 0; ; offset += pageRows) {
      // Numbers have four digits at least, in either script; shorter texts have none.
      const { rows } = await db.query(
        `select "${column}"::text as text from "${table}" where "${column}"::text ~ '[0-9০-৯].*[0-9০-৯].*[0-9০-৯].*[0-9০-৯]'
          order by ctid limit ${pageRows} offset ${offset}`,
      )
      const texts = Texts.parse(rows)
      if (texts.some(({ text }) => hasNumber(text))) {
        found.push({ table, column })
        break
      }
      if (texts.length < pageRows) break
    }
  return found
}
