// The page that plays the buyer's bank: it stands in an iframe that the browser's script opens.
import type { IncomingMessage } from 'node:http'
import { writeDown } from './api.ts'
import type { Desk } from './api.ts'
import { answerChallenge } from './resources/confirm.ts'
import { decodeForm, readBody } from './form-body.ts'
import type { Form } from './form-body.ts'
import { intentOf } from './resources/intents.ts'
import { StripeRefusal } from './errors.ts'
import type { Reply } from './reply.ts'
import type { Intent } from './schemas.ts'

/** Shows the page on GET; on POST lets the payment go on or fail, and says so. */
export async function answerChallengePage(desk: Desk, req: IncomingMessage, requestId: string): Promise<Reply> {
  const { search } = new URL(req.url ?? '/', 'http://sandbox')
  const form = decodeForm(req.method === 'POST' ? await readBody(req) : search)
  desk.requests.note('authenticate', { id: form.get('payment_intent') ?? '', idempotencyKey: null })
  try {
    const intent = intentOf({ account: desk.account, form, id: form.get('payment_intent') ?? '', key: 'publishable' })
    return req.method === 'POST'
      ? await settleChallenge(desk, { form, intent, requestId })
      : page(200, question(intent))
  } catch (error) {
    if (error instanceof StripeRefusal) return page(error.status, '<p>This payment is not waiting for you.</p>')
    throw error
  }
}

type Answer = { form: Form; intent: Intent; requestId: string }

async function settleChallenge(desk: Desk, { form, intent, requestId }: Answer): Promise<Reply> {
  const answer = form.get('outcome') === 'complete' ? 'complete' : 'fail'
  writeDown(desk, answerChallenge(desk.account, intent, answer), { requestId, answer: null })
  await desk.account.ledger.durable()
  return page(200, '<p>Thank you. You are going back to Motohaat.</p>')
}

function question(intent: Intent): string {
  return `<p>Your bank asks whether you are paying ${price(intent)}. This page replaces the bank; no money moves.</p>
<form method="post" action="/sandbox/challenge">
<input type="hidden" name="payment_intent" value="${intent.id}">
<input type="hidden" name="client_secret" value="${intent.client_secret}">
<button name="outcome" value="complete" id="test-source-authorize-3ds">Complete</button>
<button name="outcome" value="fail" id="test-source-fail-3ds">Fail</button>
</form>`
}

function price({ amount, currency }: Intent): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(amount / 100)
}

function page(status: number, inside: string): Reply {
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>3D Secure 2 Test Page</title><style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; padding: 24px; text-align: center }
h1 { font-size: 21px }
form { display: flex; flex-wrap: wrap; gap: 12px; justify-content: center }
button { font: inherit; min-width: 128px; min-height: 44px; border: 1px solid; border-radius: 6px; cursor: pointer }
</style></head><body><main aria-label="The bank"><h1>3D Secure 2 Test Page</h1>${inside}</main></body></html>`
  const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'"
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }, body }
}
