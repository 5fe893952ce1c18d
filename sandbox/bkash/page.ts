// The pages of bKash on which a buyer types number, code and PIN. HTML without scripts; any code and PIN do.
import { escapeHtml } from '#contract/text.ts'
import { createPageRenderer } from '../page-style.ts'
import { type Account, listedWallets, maxPinTries, type Payment } from './account.ts'

const { renderPage, contentSecurityPolicy } = createPageRenderer({
  name: 'bKash sandbox',
  styles: `
main{max-width:28rem}
form{display:grid;gap:1rem;margin:1.5rem 0}
label{display:grid;gap:.25rem;font-weight:600}
.sum{font:700 2.25rem/1.1 'Anek Head','Anek Bangla',system-ui,sans-serif;color:var(--ink)}
.wrong{color:var(--wrong);font-weight:600}
ul{padding-left:1.25rem;color:var(--quiet)}`,
  // The form ends with a redirect to the shop, which is another origin.
  policy: "frame-ancestors 'none'",
})
export { contentSecurityPolicy }

export type Step = 'number' | 'otp' | 'pin'

/** What a form of the page sent. */
export type Submission = { step: string; number: string; otp: string; pin: string }

/** Where the browser goes, or which page it sees. */
export type PageResult = { location: string } | { status: number; html: string }

const walletPattern = /^01[3-9]\d{8}$/

const formatTaka = (poisha: number): string =>
  `৳${new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 }).format(poisha / 100)}`

const fields: Record<Step, string> = {
  number: `<label>Your bKash account number <input name="number" inputmode="numeric" autocomplete="off" required maxlength="11" autofocus></label>`,
  otp: `<label>Verification code <input name="otp" inputmode="numeric" autocomplete="off" required maxlength="6" autofocus></label>`,
  pin: `<label>PIN <input name="pin" type="password" inputmode="numeric" autocomplete="off" required maxlength="5" autofocus></label>`,
}

const renderStep = (payment: Payment, step: Step, wrong: string | null): PageResult => ({
  status: 200,
  html: renderPage(
    'bKash sandbox',
    `<h1>Pay with bKash</h1>
<p class="sum">${formatTaka(payment.amountPoisha)}</p>
<p>to Motohaat, invoice ${escapeHtml(payment.invoice)}. This page replaces bKash; no money moves.</p>
${wrong === null ? '' : `<p class="wrong" role="alert">${escapeHtml(wrong)}</p>`}
<form method="post" action="/bkash/pay?paymentID=${encodeURIComponent(payment.paymentID)}">
<input type="hidden" name="step" value="${step}">
${fields[step]}
<button class="act">${step === 'pin' ? 'Confirm' : 'Proceed'}</button>
</form>
<form method="post" action="/bkash/pay?paymentID=${encodeURIComponent(payment.paymentID)}">
<input type="hidden" name="step" value="cancel"><button>Close</button></form>
${
  step === 'number'
    ? `<p>Any number pays, with any code and PIN, but these:</p>
<ul><li>${listedWallets.wrongPin}: wrong PIN</li><li>${listedWallets.otpExpired}: expired code</li><li>${listedWallets.noBalance}: not enough money</li><li>${listedWallets.dayLimit}: the limit of a day</li></ul>`
    : ''
}`,
  ),
})

const goBack = (payment: Payment, status: 'success' | 'failure' | 'cancel'): PageResult => {
  const url = new URL(payment.callbackURL)
  url.searchParams.set('paymentID', payment.paymentID)
  url.searchParams.set('status', status)
  return { location: url.href }
}

const checkNumber = (account: Account, payment: Payment, number: string): PageResult => {
  if (!walletPattern.test(number)) return renderStep(payment, 'number', 'This is no bKash account number.')
  return renderStep(account.change(payment, { wallet: number }), 'otp', null)
}

const checkOtp = (account: Account, payment: Payment, otp: string): PageResult => {
  if (!/^\d{6}$/.test(otp)) return renderStep(payment, 'otp', 'The code has six digits.')
  if (payment.wallet !== listedWallets.otpExpired) return renderStep(payment, 'pin', null)
  return goBack(account.change(payment, { status: 'Failed' }), 'failure')
}

const checkPin = (account: Account, payment: Payment, pin: string): PageResult => {
  if (!/^\d{4,5}$/.test(pin)) return renderStep(payment, 'pin', 'The PIN has five digits.')
  if (payment.wallet !== listedWallets.wrongPin) return goBack(account.change(payment, { isVerified: true }), 'success')
  const pinTries = payment.pinTries + 1
  if (pinTries < maxPinTries) return renderStep(account.change(payment, { pinTries }), 'pin', 'The PIN is wrong.')
  return goBack(account.change(payment, { pinTries, status: 'Failed' }), 'failure')
}

/** Shows the first page of a payment. */
export const showPaymentPage = (payment: Payment): PageResult => {
  if (payment.status === 'Completed' || payment.isVerified) return goBack(payment, 'success')
  if (payment.status !== 'Initiated') return goBack(payment, payment.status === 'Cancelled' ? 'cancel' : 'failure')
  return renderStep(payment, 'number', null)
}

/** Takes what the buyer typed; the last step authorizes the payment, and no money moves yet. */
export const submitPaymentPage = (account: Account, payment: Payment, sent: Submission): PageResult => {
  if (payment.status !== 'Initiated' || payment.isVerified) return showPaymentPage(payment)
  if (sent.step === 'cancel') return goBack(account.change(payment, { status: 'Cancelled' }), 'cancel')
  if (sent.step === 'pin' && payment.wallet !== null) return checkPin(account, payment, sent.pin)
  if (sent.step === 'otp' && payment.wallet !== null) return checkOtp(account, payment, sent.otp)
  return checkNumber(account, payment, sent.number)
}

export const notFoundPage: PageResult = {
  status: 404,
  html: renderPage('bKash sandbox', '<h1>This payment does not exist.</h1>'),
}
