// No number of a national id is stored (docs/decisions/0088-transfers-after-a-sale.md): 10, 13 or 17 digits that stand alone.
import { z } from 'zod'

type Queryable = { query(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> }

/** The texts about papers, transfers and inspections, what the two sides are told, and the audit log. */
export const searchedColumns = [
  'audit.details',
  'bike_papers.refused_for',
  'inspection_answers.note',
  'inspections.mechanic_name',
  'inspections.workshop',
  'mails.subject',
  'mails.text',
  'transfer_sides.address',
  'transfer_sides.name',
  'transfers.slip',
] as const

// A decimal fraction and a part of a longer word, path or id is none.
const nationalId =
  /(?<![\p{L}\p{N}_/=+-]|\p{N}[.,])(?:\p{Nd}{10}|\p{Nd}{13}|\p{Nd}{17})(?![\p{L}\p{N}_/=+-]|[.,]\p{N})/gu
// 13 digits too: a Bangladeshi number with its country, and a time in milliseconds between 2001 and 2065.
const otherNumber = /^(?:880|৮৮০)|^(?:1\d{12}|2\d{12})$/

/** Whether a text has a number that could be one of a national id, in Latin or Bangla digits. `known` numbers are none. */
export const hasNationalId = (text: string, known: ReadonlySet<string> = new Set()): boolean =>
  [...text.matchAll(nationalId)].some(
    ([digits]) => !known.has(digits) && !(digits.length === 13 && otherNumber.test(digits)),
  )

const Texts = z.array(z.object({ text: z.string() }))
const maxRows = 20_000

/** Ids of transactions that are plain numbers: what a bank or bKash gave to a payment, a payout or a refund. */
const listTransactionNumbers = async (db: Queryable): Promise<Set<string>> => {
  const { rows } = await db.query(
    `select provider_ref as text from payouts where provider_ref ~ '^[0-9]{10,17}$'
      union select provider_ref from refunds where provider_ref ~ '^[0-9]{10,17}$'
      union select reference from refunds where reference ~ '^[0-9]{10,17}$'
      union select transaction_id from payments where transaction_id ~ '^[0-9]{10,17}$'`,
  )
  return new Set(Texts.parse(rows).map(({ text }) => text))
}

/** The columns that have one. */
export const findNationalIds = async (db: Queryable): Promise<string[]> => {
  const found: string[] = []
  const known = await listTransactionNumbers(db)
  for (const at of searchedColumns) {
    const [table = '', column = ''] = at.split('.')
    const { rows } = await db.query(
      `select "${column}"::text as text from "${table}" where "${column}"::text ~ '[0-9০-৯]{10}' limit ${maxRows}`,
    )
    if (Texts.parse(rows).some(({ text }) => hasNationalId(text, known))) found.push(at)
  }
  return found
}
