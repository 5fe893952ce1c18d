// What the shop said yes to: written down as it was said, and looked for afterwards.
import type pg from 'pg'
import { z } from 'zod'
import type { Ask } from '#benchmarks/measurement/http-client.ts'

export type Acknowledged = { bookings: string[]; payments: string[] }

const Made = z.object({ insertedId: z.string() })
const Paid = z.object({ transactionId: z.string() })

/** The same way to ask, with every acknowledged booking and payment written down. */
export const acknowledgedBy = (asks: Ask): { ask: Ask; acknowledged: Acknowledged } => {
  const acknowledged: Acknowledged = { bookings: [], payments: [] }
  const ask: Ask = async (...asked) => {
    const answer = await asks(...asked)
    const [path, how] = asked
    if (answer.status !== 200 || how?.method !== 'POST') return answer
    if (path === '/api/bookings') acknowledged.bookings.push(Made.parse(JSON.parse(answer.text)).insertedId)
    if (path === '/api/payments') acknowledged.payments.push(Paid.parse(JSON.parse(how.body ?? '')).transactionId)
    return answer
  }
  return { ask, acknowledged }
}

const Counted = z.tuple([z.object({ lost: z.coerce.number() })])

/** How many of them these books do not have. */
export const lostOf = async (db: pg.Client, { bookings, payments }: Acknowledged): Promise<number> => {
  const { rows } = await db.query(
    `select (select count(*) from unnest($1::uuid[]) as told (id) where not exists (select from bookings where id = told.id))
       + (select count(*) from unnest($2::text[]) as told (id)
          where not exists (select from payments where intent_id = told.id and state = 'succeeded')) as lost`,
    [bookings, payments],
  )
  return Counted.parse(rows)[0].lost
}
