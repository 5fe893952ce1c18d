// Every endpoint of Stripe's API that the sandbox has: its path, its operation name for faults, and which key may call it.
import type { Call, Outcome } from './account.ts'
import { listBalanceTransactions, retrieveBalance, retrieveBalanceTransaction } from './resources/balance.ts'
import { cancelAuthentication, confirmIntent } from './resources/confirm.ts'
import { listDisputes } from './resources/disputes.ts'
import { listEvents } from './resources/events.ts'
import type { Operation } from './faults.ts'
import { cancelIntent, createIntent, listIntents, retrieveIntent } from './resources/intents.ts'
import { createPayout, listPayouts, retrievePayout } from './resources/payouts.ts'
import { createPaymentMethod, retrievePaymentMethod } from './resources/payment-methods.ts'
import { createRefund, listRefunds, retrieveCharge, retrieveRefund } from './resources/refunds.ts'

export type Route = {
  method: 'GET' | 'POST'
  path: RegExp
  operation: Operation
  access: 'secret' | 'either'
  run: (call: Call) => Outcome
}

function createRoute(
  address: `${Route['method']} /${string}`,
  operation: Operation,
  rest: Pick<Route, 'access' | 'run'>,
): Route {
  const method = address.startsWith('GET') ? 'GET' : 'POST'
  const pattern = address.slice(method.length + 1).replace(':id', '(?<id>[A-Za-z0-9_]+)')
  return { method, path: new RegExp(`^${pattern}$`), operation, ...rest }
}

export const routes: readonly Route[] = [
  createRoute('POST /v1/payment_methods', 'payment_method', { access: 'either', run: createPaymentMethod }),
  createRoute('GET /v1/payment_methods/:id', 'retrieve_payment_method', {
    access: 'secret',
    run: retrievePaymentMethod,
  }),
  createRoute('POST /v1/payment_intents', 'create', { access: 'secret', run: createIntent }),
  createRoute('GET /v1/payment_intents', 'list', { access: 'secret', run: listIntents }),
  createRoute('GET /v1/payment_intents/:id', 'retrieve', { access: 'either', run: retrieveIntent }),
  createRoute('POST /v1/payment_intents/:id/confirm', 'confirm', { access: 'either', run: confirmIntent }),
  createRoute('POST /v1/payment_intents/:id/cancel', 'cancel', { access: 'secret', run: cancelIntent }),
  createRoute('POST /v1/payment_intents/:id/source_cancel', 'authenticate', {
    access: 'either',
    run: cancelAuthentication,
  }),
  createRoute('POST /v1/refunds', 'refund', { access: 'secret', run: createRefund }),
  createRoute('GET /v1/refunds', 'list_refunds', { access: 'secret', run: listRefunds }),
  createRoute('GET /v1/refunds/:id', 'retrieve_refund', { access: 'secret', run: retrieveRefund }),
  createRoute('GET /v1/balance', 'balance', { access: 'secret', run: retrieveBalance }),
  createRoute('GET /v1/balance_transactions', 'balance', { access: 'secret', run: listBalanceTransactions }),
  createRoute('GET /v1/balance_transactions/:id', 'balance', { access: 'secret', run: retrieveBalanceTransaction }),
  createRoute('POST /v1/payouts', 'payout', { access: 'secret', run: createPayout }),
  createRoute('GET /v1/payouts', 'payout', { access: 'secret', run: listPayouts }),
  createRoute('GET /v1/payouts/:id', 'payout', { access: 'secret', run: retrievePayout }),
  createRoute('GET /v1/disputes', 'list_disputes', { access: 'secret', run: listDisputes }),
  createRoute('GET /v1/events', 'list_events', { access: 'secret', run: listEvents }),
  createRoute('GET /v1/charges/:id', 'retrieve_charge', { access: 'secret', run: retrieveCharge }),
]
