// The 3-D Secure page of the buyer's bank, shown in an iframe by the browser script.
import type { IncomingMessage } from 'node:http'
import { createPageRenderer } from '../page-style.ts'
import { recordOutcome } from './api.ts'
import type { SandboxContext } from './api.ts'
import { answerChallenge } from './resources/confirm.ts'
import { parseForm, readBody } from './form-body.ts'
import type { Form } from './form-body.ts'
import { getIntent } from './resources/intents.ts'
import { StripeApiError } from './errors.ts'
import type { Reply } from './reply.ts'
import type { Intent } from './schemas.ts'

/** Shows the page on GET; on POST completes or fails the authentication and shows the result. */
export async function handleChallengePage(
  ctx: SandboxContext,
  req: IncomingMessage,
  requestId: string,
): Promise<Reply> {
  const { search } = new URL(req.url ?? '/', 'http://sandbox')
  const form = parseForm(req.method === 'POST' ? await readBody(req) : search)
  ctx.requests.add('authenticate', { id: form.get('payment_intent') ?? '', idempotencyKey: null })
  try {
    const intent = getIntent({
      account: ctx.account,
      form,
      id: form.get('payment_intent') ?? '',
      key: 'publishable',
      faults: [],
    })
    return req.method === 'POST'
      ? await settleChallenge(ctx, { form, intent, requestId })
      : renderPage(200, renderQuestion(intent))
  } catch (error) {
    if (error instanceof StripeApiError) return renderPage(error.status, '<p>This payment is not waiting for you.</p>')
    throw error
  }
}

type ChallengeSubmission = { form: Form; intent: Intent; requestId: string }

async function settleChallenge(ctx: SandboxContext, { form, intent, requestId }: ChallengeSubmission): Promise<Reply> {
  const answer = form.get('outcome') === 'complete' ? 'complete' : 'fail'
  recordOutcome(ctx, answerChallenge(ctx.account, intent, answer), { requestId, storedResponse: null })
  await ctx.account.ledger.flush()
  return renderPage(200, '<p>Thank you. You are going back to Motohaat.</p>')
}

function renderQuestion(intent: Intent): string {
  return `<p>Are you paying</p>
<p class="sum">${formatPrice(intent)}</p>
<p>to Motohaat? This page replaces your bank; no money moves.</p>
<form method="post" action="/sandbox/challenge">
<input type="hidden" name="payment_intent" value="${intent.id}">
<input type="hidden" name="client_secret" value="${intent.client_secret}">
<button class="act" name="outcome" value="complete" id="test-source-authorize-3ds">Complete</button>
<button name="outcome" value="fail" id="test-source-fail-3ds">Fail</button>
</form>`
}

function formatPrice({ amount, currency }: Intent): string {
  return new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  }).format(amount / 100)
}

const page = createPageRenderer({
  name: 'Sandbox bank',
  styles: `
main{max-width:30rem;text-align:center}
h1{font-size:1.5625rem}
.sum{margin:0 0 1rem;color:var(--ink);font:700 2.25rem/1.1 'Anek Head','Anek Bangla',system-ui,sans-serif}
form{display:grid;grid-template-columns:1fr 1fr;gap:.75rem}`,
  policy: "form-action 'self'",
})

function renderPage(status: number, content: string): Reply {
  const body = page.renderPage('3D Secure 2 Test Page', `<h1>3D Secure 2 Test Page</h1>${content}`)
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': page.contentSecurityPolicy }
  return { status, headers, body }
}
