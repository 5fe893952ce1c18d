// The pages of the outbox: HTML without scripts.
import { escapeHtml } from '#contract/text.ts'
import { createFontStyles, createPageRenderer } from '../page-style.ts'
import type { ReceivedEmail } from './email.ts'

const { renderPage, contentSecurityPolicy } = createPageRenderer({
  name: 'Outbox',
  styles: `
ul{list-style:none;margin:1.5rem 0 0;padding:0}
li{border-top:1px solid var(--line)}
li a{display:block;padding:.75rem 0;overflow-wrap:anywhere;text-decoration:none}
li a:hover{text-decoration:underline}
li small{display:block;color:var(--quiet);font-weight:400;font-size:.9375rem}
pre{margin:1.5rem 0 0;padding:1rem;border:1px solid var(--line);border-radius:.625rem;background:var(--surface);font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}`,
  policy: "form-action 'none'; frame-ancestors 'none'",
})
export { contentSecurityPolicy }

/** Allows what e-mail programs show: inline styles and pictures. No scripts, forms or access to this origin. */
export const emailSecurityPolicy = `default-src 'none'; style-src 'unsafe-inline'; img-src http: https:; font-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-top-navigation-by-user-activation`

/** Turns URLs in the text into links, as mail programs do. */
const linkUrls = (text: string): string =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}" rel="noreferrer">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')

/** The time in Dhaka: Mon, 23 Nov, 7:07 PM */
const momentFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Asia/Dhaka',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

const renderMoment = (at: Date): string => `<time datetime="${at.toISOString()}">${momentFormat.format(at)}</time>`

/** The HTML of an e-mail with our fonts, which a computer without Bangla fonts lacks. */
export const addFonts = (html: string, origin: string): string => {
  const style = `<style>${createFontStyles(origin)}</style>`
  return html.includes('</head>') ? html.replace('</head>', () => `${style}</head>`) : style + html
}

const renderRow = ({ id, subject, recipient, at }: ReceivedEmail): string =>
  `<li><a href="/mail/${escapeHtml(id)}">${escapeHtml(subject)}<small>to ${escapeHtml(recipient)}, ${renderMoment(at)}</small></a></li>`

/** Lists all e-mails, newest first. */
export const renderListPage = (emails: readonly ReceivedEmail[]): string =>
  renderPage(
    'Outbox sandbox',
    `<h1>Outbox sandbox</h1>
<p>Motohaat’s e-mails end here while it runs without a mail server. Nothing leaves this computer.</p>
${emails.length === 0 ? '<p>No e-mail has been sent yet.</p>' : `<ul>${emails.map(renderRow).join('\n')}</ul>`}`,
  )

/** Shows one e-mail as text, with a link to its HTML. */
export const renderEmailPage = ({ id, subject, from, recipient, at, text, html, calendar }: ReceivedEmail): string =>
  renderPage(
    subject,
    `<p><a href="/mail">All e-mails</a></p>
<h1>${escapeHtml(subject)}</h1>
<p>From ${escapeHtml(from)}<br>To ${escapeHtml(recipient)}<br>${renderMoment(at)}</p>
${html === undefined ? '' : `<p><a href="/mail/${escapeHtml(id)}/html">Show as HTML</a></p>`}
${calendar === undefined ? '' : `<p><a href="/mail/${escapeHtml(id)}/calendar">Calendar file</a></p>`}
<pre>${linkUrls(text)}</pre>`,
  )
