// The objects of the sandbox have the fields of Stripe's own types, for the type checker and on the wire.
import { readFile } from 'node:fs/promises'
import type { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, expectTypeOf, test } from 'vitest'
import type { BalanceTransaction, Payout } from './balance-schemas.ts'
import { getChargeId, createHarness, getError, pay, callControl } from './test-harness.ts'
import type { Harness } from './test-harness.ts'
import type { Charge, Dispute, Intent, PaymentMethod, Refund } from './schemas.ts'
import { apiVersion } from './webhooks.ts'

let harness: Harness

beforeEach(async () => {
  harness = await createHarness()
})

afterEach(async () => {
  await harness.close()
})

test("what the sandbox stores is assignable to the types of Stripe's package", () => {
  expectTypeOf<Intent>().toExtend<Stripe.PaymentIntent>()
  expectTypeOf<PaymentMethod>().toExtend<Stripe.PaymentMethod>()
  expectTypeOf<Charge>().toExtend<Stripe.Charge>()
  expectTypeOf<Refund>().toExtend<Stripe.Refund>()
  expectTypeOf<Dispute>().toExtend<Stripe.Dispute>()
  expectTypeOf<BalanceTransaction>().toExtend<Stripe.BalanceTransaction>()
  expectTypeOf<Payout>().toExtend<Stripe.Payout>()
})

/** The fields of an interface that are not optional, from the declarations of Stripe's package. */
async function readRequiredFields(file: string, name: string): Promise<string[]> {
  const declarations = await readFile(`node_modules/stripe/esm/resources/${file}.d.ts`, 'utf8')
  const body = declarations.split(`export interface ${name} {\n`)[1]?.split('\n}')[0] ?? ''
  const fields = [...body.matchAll(/^ {4}(\w+): /gm)].map(([, field]) => field ?? '')
  expect(fields, `fields of ${name}`).toContain('id')
  return fields
}

async function getMissingFields(file: string, name: string, body: object): Promise<string[]> {
  const fields = await readRequiredFields(file, name)
  return fields.filter((field) => !(field in body)).map((field) => `${name}.${field}`)
}

test('every field that Stripe requires is in the response, for a payment, its refund and its dispute', async () => {
  const stripe = harness.stripe()
  const method = await stripe.paymentMethods.create({ type: 'card', card: createCard('4242424242424242') })
  const open = await stripe.paymentIntents.create({ amount: 500_000, currency: 'bdt' })
  const paid = await pay(harness, method.id)
  const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 100_000 })
  const payout = await stripe.payouts.create({ amount: 100_000, currency: 'bdt' })
  await callControl(harness, 'POST disputes', { payment_intent: paid.id })
  const charge = await stripe.charges.retrieve(getChargeId(paid))
  const disputes = await stripe.disputes.list({ payment_intent: paid.id })
  const balance = await stripe.balanceTransactions.list()
  expect(disputes.data).toHaveLength(1)

  const missing = await Promise.all([
    getMissingFields('PaymentMethods', 'PaymentMethod', method),
    getMissingFields('PaymentIntents', 'PaymentIntent', open),
    getMissingFields('PaymentIntents', 'PaymentIntent', paid),
    getMissingFields('Charges', 'Charge', charge),
    getMissingFields('Refunds', 'Refund', refund),
    getMissingFields('Payouts', 'Payout', payout),
    ...disputes.data.map((dispute) => getMissingFields('Disputes', 'Dispute', dispute)),
    ...balance.data.map((item) => getMissingFields('BalanceTransactions', 'BalanceTransaction', item)),
  ])
  expect(missing.flat()).toEqual([])
})

function createCard(number: string) {
  return { number, exp_month: 12, exp_year: 2040, cvc: '123' }
}

test('every answer names its API version, errors too', async () => {
  const paid = await pay(harness)
  expect(paid.lastResponse.headers['stripe-version']).toBe(apiVersion)
  const error = await getError(harness.stripe().paymentIntents.retrieve('pi_none'))
  expect(error.headers?.['stripe-version']).toBe(apiVersion)
})
