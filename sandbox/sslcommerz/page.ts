// The pages of SSLCommerz on which a buyer chooses a wallet or a bank and pays. HTML without scripts; the real page sends
// the browser back by itself, this one has a button for it.
import { escapeHtml } from '#contract/text.ts'
import { createPageRenderer } from '../page-style.ts'
import { listedNumbers, type Session } from './account.ts'

const { renderPage, contentSecurityPolicy } = createPageRenderer({
  name: 'SSLCommerz sandbox',
  styles: `
main{max-width:28rem}
form{display:grid;gap:1rem;margin:1.5rem 0}
label{display:grid;gap:.25rem;font-weight:600}
.sum{font:700 2.25rem/1.1 'Anek Head','Anek Bangla',system-ui,sans-serif;color:var(--ink)}
.wrong{color:var(--wrong);font-weight:600}
ul{padding-left:1.25rem;color:var(--quiet)}`,
  // The last form goes back to the shop, which is another origin.
  policy: "frame-ancestors 'none'",
})
export { contentSecurityPolicy }

const numberPattern = /^01[3-9]\d{8}$/
export const cardTypes = ['NAGAD-Nagad', 'DBBLMOBILEB-Dbbl Mobile Banking', 'UPAY-Upay', 'VISA-Dutch Bangla'] as const

const formatTaka = (poisha: number): string =>
  `৳${new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 }).format(poisha / 100)}`

const toLabel = (cardType: string): string => cardType.slice(cardType.indexOf('-') + 1)

/** Why what the buyer typed is refused, or null. */
export const findProblem = (sent: { number: string; otp: string; pin: string }): string | null => {
  if (!numberPattern.test(sent.number)) return 'This is no account number.'
  if (!/^\d{6}$/.test(sent.otp)) return 'The code has six digits.'
  return /^\d{4,5}$/.test(sent.pin) ? null : 'The PIN has four or five digits.'
}

/** The page on which the buyer pays. */
export const renderPayment = (session: Session, wrong: string | null = null): string => {
  const action = `/sslcommerz/pay?sessionkey=${encodeURIComponent(session.sessionkey)}`
  const options = cardTypes.map((type) => `<option value="${type}">${toLabel(type)}</option>`).join('')
  return renderPage(
    'SSLCommerz sandbox',
    `<h1>Pay with SSLCommerz</h1>
<p class="sum">${formatTaka(session.amountPoisha)}</p>
<p>to Motohaat, transaction ${escapeHtml(session.tranId)}. This page replaces SSLCommerz; no money moves.</p>
${wrong === null ? '' : `<p class="wrong" role="alert">${escapeHtml(wrong)}</p>`}
<form method="post" action="${action}">
<label>Wallet or bank <select name="cardType">${options}</select></label>
<label>Account number <input name="number" inputmode="numeric" autocomplete="off" required maxlength="11"></label>
<label>Verification code <input name="otp" inputmode="numeric" autocomplete="off" required maxlength="6"></label>
<label>PIN <input name="pin" type="password" inputmode="numeric" autocomplete="off" required maxlength="5"></label>
<button class="act" name="step" value="pay">Pay</button>
</form>
<form method="post" action="${action}"><button name="step" value="cancel">Cancel</button></form>
<p>Any number pays, with any code and PIN, but these:</p>
<ul><li>${listedNumbers.wrongPin}: wrong PIN</li><li>${listedNumbers.otpExpired}: expired code</li>
<li>${listedNumbers.noBalance}: not enough money</li><li>${listedNumbers.pending}: the bank is slow</li>
<li>${listedNumbers.risky}: paid, with risk level 1</li></ul>`,
  )
}

/** The form that takes the browser back to the shop, with everything that a notification has. */
export const renderReturn = (url: string, fields: Record<string, string>): string => {
  const inputs = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')
  return renderPage(
    'SSLCommerz sandbox',
    `<h1>SSLCommerz has answered</h1><p>Status: ${escapeHtml(fields['status'] ?? '')}</p>
<form method="post" action="${escapeHtml(url)}">${inputs}<button class="act">Back to the shop</button></form>`,
  )
}

export const notFoundPage = renderPage('SSLCommerz sandbox', '<h1>This session does not exist.</h1>')
