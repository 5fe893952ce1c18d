// The pages of the outbox: HTML without scripts.
import { createHash } from 'node:crypto'
import { escapeHtml } from '#contract/text.ts'
import type { ReceivedEmail } from './email.ts'

const styles = `
:root{color-scheme:light dark;--paper:#fbf7ee;--surface:#fffdf8;--line:#e2d8c3;--ink:#17211c;--quiet:#465049;--act:#0d4d3a;--focus:#0a5bd0}
@media(prefers-color-scheme:dark){:root{--paper:#111613;--surface:#19201c;--line:#2f3933;--ink:#f3eee2;--quiet:#c6c7bb;--act:#7dd3ad;--focus:#ffd166}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:42rem;margin:0 auto;padding:2rem 1rem 3rem}
h1{margin:0 0 .5rem;font-size:1.75rem;line-height:1.15;overflow-wrap:anywhere}
p,dd{margin:0 0 1rem;color:var(--quiet)}
a{color:var(--act);font-weight:600;text-underline-offset:4px}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
ul{list-style:none;margin:1.5rem 0 0;padding:0}
li{border-top:1px solid var(--line)}
li a{display:block;padding:.75rem 0;overflow-wrap:anywhere}
li small{display:block;color:var(--quiet);font-weight:400;font-size:.875rem}
pre{margin:1.5rem 0 0;padding:1rem;border:1px solid var(--line);border-radius:.375rem;background:var(--surface);font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}`

/** Allows only the inline style. */
export const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Allows what e-mail programs show: inline styles and pictures. No scripts, forms or access to this origin. */
export const emailSecurityPolicy = `default-src 'none'; style-src 'unsafe-inline'; img-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-top-navigation-by-user-activation`

/** Turns URLs in the text into links, as mail programs do. */
const linkUrls = (text: string): string =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}" rel="noreferrer">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')

const renderPage = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${styles}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`

const renderRow = ({ id, subject, recipient, at }: ReceivedEmail): string =>
  `<li><a href="/mail/${escapeHtml(id)}">${escapeHtml(subject)}<small>to ${escapeHtml(recipient)}, ${at.toISOString()}</small></a></li>`

/** Lists all e-mails, newest first. */
export const renderListPage = (emails: readonly ReceivedEmail[]): string =>
  renderPage(
    'Outbox sandbox',
    `<h1>Outbox sandbox</h1>
<p>Motohaat’s e-mails end here while it runs without a mail server. Nothing leaves this computer.</p>
${emails.length === 0 ? '<p>No e-mail has been sent yet.</p>' : `<ul>${emails.map(renderRow).join('\n')}</ul>`}`,
  )

/** Shows one e-mail as text, with a link to its HTML. */
export const renderEmailPage = ({ id, subject, from, recipient, at, text, html }: ReceivedEmail): string =>
  renderPage(
    subject,
    `<p><a href="/mail">All e-mails</a></p>
<h1>${escapeHtml(subject)}</h1>
<p>From ${escapeHtml(from)}<br>To ${escapeHtml(recipient)}<br>${at.toISOString()}</p>
${html === undefined ? '' : `<p><a href="/mail/${escapeHtml(id)}/html">Show as HTML</a></p>`}
<pre>${linkUrls(text)}</pre>`,
  )
