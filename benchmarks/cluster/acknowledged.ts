// What the shop said yes to: written down as it was said, and looked for afterwards.
import type pg from 'pg'
import { z } from 'zod'
import type { SendRequest } from '#benchmarks/measurement/http-client.ts'

export type Acknowledged = { bookings: string[]; payments: string[] }

const InsertResponse = z.object({ insertedId: z.string() })
const PaymentRequest = z.object({ transactionId: z.string() })

/** The same way to ask, with every acknowledged booking and payment written down. */
export const recordAcknowledged = (innerSend: SendRequest): { send: SendRequest; acknowledged: Acknowledged } => {
  const acknowledged: Acknowledged = { bookings: [], payments: [] }
  const send: SendRequest = async (...args) => {
    const response = await innerSend(...args)
    const [path, options] = args
    if (response.status !== 200 || options?.method !== 'POST') return response
    if (path === '/api/bookings') acknowledged.bookings.push(InsertResponse.parse(JSON.parse(response.text)).insertedId)
    if (path === '/api/payments')
      acknowledged.payments.push(PaymentRequest.parse(JSON.parse(options.body ?? '')).transactionId)
    return response
  }
  return { send, acknowledged }
}

const LostCount = z.tuple([z.object({ lost: z.coerce.number() })])

/** How many of them these books do not have. */
export const countLost = async (db: pg.Client, { bookings, payments }: Acknowledged): Promise<number> => {
  const { rows } = await db.query(
    `select (select count(*) from unnest($1::uuid[]) as told (id) where not exists (select from bookings where id = told.id))
       + (select count(*) from unnest($2::text[]) as told (id)
          where not exists (select from payments where intent_id = told.id and state = 'succeeded')) as lost`,
    [bookings, payments],
  )
  return LostCount.parse(rows)[0].lost
}
