// A buyer at the sandbox of SSLCommerz, its notifications and its journal.
import { z } from 'zod'
import type { Client } from '#contract/client.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import type { FaultInput } from '#sandbox/sslcommerz/faults.ts'
import { signFields } from '#sandbox/sslcommerz/notification.ts'
import type { TestApp } from '../test-app.ts'
import { goodWallet, type Hint, type Purchased, type Purpose, toPaymentBody } from './bkash.ts'

const Session = z.object({
  sessionkey: z.string(),
  tranId: z.string(),
  customerNumber: z.string(),
  amountPoisha: z.number(),
  paidPoisha: z.number(),
  status: z.string(),
  payments: z.number(),
})
const Journal = z.object({
  sessions: z.array(Session),
  refunds: z.array(z.object({ tranId: z.string(), amountPoisha: z.number(), status: z.string() })),
  /** How often each operation was called since the start. */
  calls: z.record(z.string(), z.number()),
})

const callControls = async (sandboxPort: number, method: string, path: string, body?: object): Promise<unknown> => {
  const headers = { authorization: `Bearer ${sandboxKeys.sslcommerz.storePassword}` }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const response = await fetch(`http://127.0.0.1:${sandboxPort}/sslcommerz/sandbox/${path}`, init)
  if (!response.ok) throw new Error(`The sandbox of SSLCommerz refused ${method} ${path}: ${await response.text()}`)
  return response.json()
}

/** Everything that happened at the sandbox of SSLCommerz. */
export const readSslcommerzJournal = async (sandboxPort: number) =>
  Journal.parse(await callControls(sandboxPort, 'GET', 'journal'))

/** Injects a fault, or with `null` clears all of them. */
export const setSslcommerzFault = async (sandboxPort: number, fault: FaultInput | null): Promise<void> =>
  void (await callControls(sandboxPort, fault ? 'POST' : 'DELETE', 'faults', fault ?? undefined))

/** Begins to pay with SSLCommerz; returns the reference of the transaction and the page. */
export const beginSslcommerz = async (
  buyer: Client,
  item: Purchased,
  purpose: Purpose = 'full',
): Promise<{ reference: string; pageUrl: string }> => {
  const body = { ...toPaymentBody(item, purpose), way: 'sslcommerz' as const }
  const { redirectUrl = '' } = await buyer('POST /create-payment-intent', { body })
  const { sessions } = await readSslcommerzJournal(Number(new URL(redirectUrl).port))
  const sessionkey = new URL(redirectUrl).searchParams.get('sessionkey')
  const reference = sessions.find((one) => one.sessionkey === sessionkey)?.tranId ?? ''
  return { reference, pageUrl: redirectUrl }
}

/** The form of a page of SSLCommerz that goes back to the shop: its address and its fields, which a notification has too. */
export type Returned = { url: string; body: string }

const readReturn = (html: string): Returned => {
  const decode = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"')
  const url = decode(/<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? '')
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  const body = new URLSearchParams(fields.map(([, name = '', value = '']) => [decode(name), decode(value)]))
  return { url, body: body.toString() }
}

const submit = async (pageUrl: string, fields: Record<string, string>): Promise<Returned> => {
  const response = await fetch(pageUrl, { method: 'POST', body: new URLSearchParams(fields) })
  return readReturn(await response.text())
}

/** Pays on the page of SSLCommerz; returns what the browser posts to the shop then. */
export const payAtSslcommerz = (pageUrl: string, number = goodWallet): Promise<Returned> =>
  submit(pageUrl, { step: 'pay', cardType: 'NAGAD-Nagad', number, otp: '123456', pin: '12345' })

/** Presses Cancel on the page of SSLCommerz. */
export const cancelAtSslcommerz = (pageUrl: string): Promise<Returned> => submit(pageUrl, { step: 'cancel' })

/** What the page asks to which SSLCommerz sends the buyer back. */
export const returnFromSslcommerz = (buyer: Client, reference: string, hint?: Hint) =>
  buyer('POST /payments/return', { body: { way: 'sslcommerz', reference, ...(hint && { hint }) } })

/** What SSLCommerz posts to the shop by itself, signed: the payment is said to have this status. */
export const createNotificationBody = (
  reference: string,
  status: 'VALID' | 'PENDING' | 'FAILED' | 'CANCELLED',
): string => {
  const fields = { tran_id: reference, status, val_id: 'of-notification', currency: 'BDT' }
  return new URLSearchParams(signFields(fields, sandboxKeys.sslcommerz.storePassword)).toString()
}

/** Posts a notification; returns the status of the answer. */
export const postNotification = async ({ fastify }: Pick<TestApp, 'fastify'>, body: string): Promise<number> => {
  const response = await fastify.inject({
    method: 'POST',
    url: '/api/payments/ipn/sslcommerz',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: body,
  })
  return response.statusCode
}
