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

/** Whether a text has a number that could be one of a national id, in Latin or Bangla digits. */
export const hasNationalId = (text: string): boolean =>
  [...text.matchAll(nationalId)].some(([digits]) => !(digits.length === 13 && otherNumber.test(digits)))

const Texts = z.array(z.object({ text: z.string() }))
const maxRows = 20_000

/** The columns that have one. */
export const findNationalIds = async (db: Queryable): Promise<string[]> => {
  const found: string[] = []
  for (const at of searchedColumns) {
    const [table = '', column = ''] = at.split('.')
    const { rows } = await db.query(
      `select "${column}"::text as text from "${table}" where "${column}"::text ~ '[0-9০-৯]{10}' limit ${maxRows}`,
    )
    if (Texts.parse(rows).some(({ text }) => hasNationalId(text))) found.push(at)
  }
  return found
}
