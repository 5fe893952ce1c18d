// A buyer at the sandbox of bKash, and its journal.
import { z } from 'zod'
import type { Client } from '#contract/client.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import type { FaultInput } from '#sandbox/bkash/faults.ts'

/** An order or a wishlist item, at the price that its buyer sees. */
export type Purchased = { price: number; bookingId?: string; wishlistId?: string }
export type Purpose = 'full' | 'deposit' | 'rest'

/** What every way to pay asks for first; an item of both is paid as a wishlist item. */
export const toPaymentBody = ({ price, bookingId, wishlistId }: Purchased, purpose: Purpose) => ({
  price,
  purpose,
  ...(wishlistId === undefined ? { bookingId } : { wishlistId }),
})

/** A wallet that pays; the sandbox lists those that do not. */
export const goodWallet = '01712345678'

/** Begins to pay with bKash; returns bKash's reference and its page. */
export const beginBkash = async (
  buyer: Client,
  item: Purchased,
  purpose: Purpose = 'full',
): Promise<{ reference: string; pageUrl: string }> => {
  const body = { ...toPaymentBody(item, purpose), way: 'bkash' as const }
  const { redirectUrl = '' } = await buyer('POST /create-payment-intent', { body })
  return { reference: new URL(redirectUrl).searchParams.get('paymentID') ?? '', pageUrl: redirectUrl }
}

const submit = async (pageUrl: string, fields: Record<string, string>): Promise<string | null> => {
  const response = await fetch(pageUrl, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  await response.body?.cancel()
  return response.headers.get('location')
}

/** Types number, code and PIN on the page of bKash; returns where the browser goes then, or null. */
export const authorizeBkash = async (pageUrl: string, wallet = goodWallet): Promise<string | null> => {
  await submit(pageUrl, { step: 'number', number: wallet })
  await submit(pageUrl, { step: 'otp', otp: '123456' })
  return submit(pageUrl, { step: 'pin', pin: '12345' })
}

/** Presses Close on the page of bKash. */
export const cancelBkash = (pageUrl: string): Promise<string | null> => submit(pageUrl, { step: 'cancel' })

export type Hint = 'success' | 'failure' | 'cancel'

/** What the page asks to which bKash sends the buyer back. */
export const returnFromBkash = (buyer: Client, reference: string, hint?: Hint) =>
  buyer('POST /payments/return', { body: { way: 'bkash', reference, ...(hint && { hint }) } })

const Journal = z.object({
  payments: z.array(
    z.object({
      paymentID: z.string(),
      invoice: z.string(),
      amountPoisha: z.number(),
      status: z.string(),
      executions: z.number(),
      executedAt: z.number().nullable(),
      chargePoisha: z.number(),
    }),
  ),
  refunds: z.array(z.object({ paymentID: z.string(), amountPoisha: z.number() })),
  payouts: z.array(
    z.object({ invoice: z.string(), receiver: z.string(), amountPoisha: z.number(), trxID: z.string() }),
  ),
  tokenRequests: z.array(z.object({ kind: z.string(), at: z.number() })),
  /** How often each operation was called since the start. */
  calls: z.record(z.string(), z.number()),
})

const callControls = async (sandboxPort: number, method: string, path: string, body?: object): Promise<unknown> => {
  const headers = { authorization: `Bearer ${sandboxKeys.bkash.appSecret}` }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const response = await fetch(`http://127.0.0.1:${sandboxPort}/bkash/sandbox/${path}`, init)
  if (!response.ok) throw new Error(`The sandbox of bKash refused ${method} ${path}: ${await response.text()}`)
  return response.json()
}

/** Everything that happened at the sandbox of bKash. */
export const readBkashJournal = async (sandboxPort: number) =>
  Journal.parse(await callControls(sandboxPort, 'GET', 'journal'))

/** Injects a fault, or with `null` clears all of them. */
export const setBkashFault = async (sandboxPort: number, fault: FaultInput | null): Promise<void> =>
  void (await callControls(sandboxPort, fault ? 'POST' : 'DELETE', 'faults', fault ?? undefined))
