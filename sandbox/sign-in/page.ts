// The pages of the sign-in sandbox: HTML without scripts.
import { createHash } from 'node:crypto'
import { escapeHtml } from '#contract/text.ts'
import type { SandboxPerson } from './people.ts'

const styles = `
:root{color-scheme:light dark;--paper:#fbf7ee;--surface:#fffdf8;--line:#e2d8c3;--edge:#857b67;--ink:#17211c;--quiet:#465049;--act:#0d4d3a;--on-act:#fdf9ef;--soft:#e1eee5;--wrong:#a92d14;--focus:#0a5bd0}
@media(prefers-color-scheme:dark){:root{--paper:#111613;--surface:#19201c;--line:#2f3933;--edge:#7b877f;--ink:#f3eee2;--quiet:#c6c7bb;--act:#4cb68a;--on-act:#06160f;--soft:#16352a;--wrong:#f79c86;--focus:#ffd166}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:28rem;margin:0 auto;padding:2rem 1rem 3rem}
h1{margin:0 0 .5rem;font-size:1.75rem;line-height:1.15}
h2{margin:2rem 0 .75rem;font-size:1.125rem}
p{margin:0 0 1rem;color:var(--quiet)}
ul{list-style:none;margin:0;padding:0;display:grid;gap:.5rem}
button,input{font:inherit;width:100%;min-height:2.75rem;padding:.5rem .75rem;border-radius:.375rem;border:1px solid var(--edge);background:var(--surface);color:inherit}
button{cursor:pointer}
button:hover{background:var(--soft)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.person{display:flex;align-items:center;gap:.75rem;text-align:left}
.face{flex:none;width:2.25rem;height:2.25rem;border-radius:50%;background:var(--soft);display:grid;place-items:center;font-weight:600}
.who{min-width:0;overflow-wrap:anywhere}
.who small{display:block;color:var(--quiet);font-size:.875rem}
label{display:block;margin-bottom:.75rem}
.act{background:var(--act);border-color:var(--act);color:var(--on-act);font-weight:600}
.act:hover{background:var(--act);text-decoration:underline}
.wrong{color:var(--wrong);font-weight:600}
hr{border:0;border-top:1px solid var(--line);margin:2rem 0}`

/** Allows only the inline style. There is no form-action: the form's response redirects to the app. */
export const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`

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

const renderPersonButton = ({ sub, name, email }: SandboxPerson): string => `<li>
<button class="person" name="person" value="${escapeHtml(sub)}">
<span class="face" aria-hidden="true">${escapeHtml(name.slice(0, 1).toUpperCase())}</span>
<span class="who">${escapeHtml(name)}<small>${escapeHtml(email)}</small></span>
</button>
</li>`

type ChoicePageOptions = { people: readonly SandboxPerson[]; error?: string; typed?: { name: string; email: string } }

const renderPersonList = (people: readonly SandboxPerson[]): string =>
  people.length === 0
    ? ''
    : `<h2>Sign in as</h2>
<form method="post"><ul>${people.map(renderPersonButton).join('\n')}</ul></form>`

/** The page where a person chooses who to be. */
export const renderChoicePage = ({ people, error, typed = { name: '', email: '' } }: ChoicePageOptions): string =>
  renderPage(
    'Sign-in sandbox',
    `<h1>Sign-in sandbox</h1>
<p>This page replaces Google while Motohaat runs without a real sign-in service. No password is needed, and nothing leaves this computer.</p>
${renderPersonList(people)}
<h2>${people.length === 0 ? 'Sign in' : 'Or as somebody else'}</h2>
${error ? `<p class="wrong" role="alert">${escapeHtml(error)}</p>` : ''}
<form method="post">
<label>Name <input name="name" required maxlength="80" autocomplete="name" value="${escapeHtml(typed.name)}"></label>
<label>E-mail <input name="email" type="email" required maxlength="254" autocomplete="email" value="${escapeHtml(typed.email)}"></label>
<label><input name="unverified" type="checkbox" value="yes"> The provider has not verified this address</label>
<button class="act">Sign in</button>
</form>
<hr>
<form method="post"><button name="cancel" value="yes">Cancel and go back to Motohaat</button></form>`,
  )

/** The page of a sign-in that failed. */
export const renderErrorPage = (sentence: string): string =>
  renderPage('Sign-in sandbox', `<h1>This sign-in cannot go on</h1>\n<p>${escapeHtml(sentence)}</p>`)
