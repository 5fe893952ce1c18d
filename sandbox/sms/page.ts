// The page that shows text messages: HTML without scripts.
import { escapeHtml } from '#contract/text.ts'
import { createPageRenderer } from '../page-style.ts'
import type { ReceivedMessage } from './message.ts'

const { renderPage, contentSecurityPolicy } = createPageRenderer({
  name: 'SMS sandbox',
  styles: `
ul{list-style:none;margin:1.5rem 0 0;padding:0}
li{border-top:1px solid var(--line);padding:.75rem 0;overflow-wrap:anywhere}
li small{display:block;color:var(--quiet);font-size:.9375rem}`,
  policy: "form-action 'none'; frame-ancestors 'none'",
})
export { contentSecurityPolicy }

/** The time in Dhaka: Mon, 23 Nov, 7:07 PM */
const momentFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Asia/Dhaka',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

const renderRow = ({ number, text, at }: ReceivedMessage): string =>
  `<li>${escapeHtml(text)}<small>to ${escapeHtml(number)}, <time datetime="${at.toISOString()}">${momentFormat.format(at)}</time></small></li>`

/** Lists all messages, newest first. */
export const renderMessages = (messages: readonly ReceivedMessage[]): string =>
  renderPage(
    'SMS sandbox',
    `<h1>SMS sandbox</h1>
<p>Motohaat’s text messages end here while it runs without an SMS service. Nothing leaves this computer.</p>
${messages.length === 0 ? '<p>No message has been sent yet.</p>' : `<ul>${messages.map(renderRow).join('\n')}</ul>`}`,
  )
