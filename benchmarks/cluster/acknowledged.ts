// Records acknowledged bookings and payments and looks them up in the database afterwards.
import type pg from 'pg'
import { z } from 'zod'
import type { SendRequest } from '#benchmarks/measurement/http-client.ts'

export type Acknowledged = { bookings: string[]; payments: string[] }

const InsertResponse = z.object({ insertedId: z.string() })
const PaymentRequest = z.object({ transactionId: z.string() })

/** Wraps `send` and records every acknowledged booking and payment. */
export const recordAcknowledged = (innerSend: SendRequest): { send: SendRequest; acknowledged: Acknowledged } => {
  const acknowledged: Acknowledged = { bookings: [], payments: [] }
  const send: SendRequest = async (...args) => {
    const response = await innerSend(...args)
    const [path, options] = args
    if (response.status !== 200 || options?.method !== 'POST') return response
    if (path === '/api/bookings') acknowledged.bookings.push(InsertResponse.parse(JSON.parse(response.text)).insertedId)
    if (path === '/api/payments')
      acknowledged.payments.push(PaymentRequest.parse(JSON.parse(String(options.body))).transactionId)
    return response
  }
  return { send, acknowledged }
}

const LostCount = z.tuple([z.object({ lost: z.coerce.number() })])

/** Counts acknowledged bookings and payments that the database does not contain. */
export const countLost = async (db: pg.Client, { bookings, payments }: Acknowledged): Promise<number> => {
  const { rows } = await db.query(
    `select (select count(*) from unnest($1::uuid[]) as acknowledged (id) where not exists (select from bookings where id = acknowledged.id))
       + (select count(*) from unnest($2::text[]) as acknowledged (id)
          where not exists (select from payments where intent_id = acknowledged.id and state = 'succeeded')) as lost`,
    [bookings, payments],
  )
  return LostCount.parse(rows)[0].lost
}
