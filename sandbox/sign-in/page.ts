// The pages of the sign-in sandbox: HTML without scripts.
import { escapeHtml } from '#contract/text.ts'
import { createPageRenderer } from '../page-style.ts'
import type { SandboxPerson } from './people.ts'

// There is no form-action: the form's response redirects to the app.
const { renderPage, contentSecurityPolicy } = createPageRenderer({
  name: 'Sign-in sandbox',
  styles: `
main{max-width:30rem}
h2{margin:2rem 0 .75rem;font-size:1.1875rem}
ul{list-style:none;margin:0;padding:0;display:grid;gap:.5rem}
form>button,.person,label>input:not([type=checkbox]){width:100%}
.person{display:flex;align-items:center;gap:.75rem;text-align:left}
.face{flex:none;width:2.25rem;height:2.25rem;border-radius:50%;background:var(--soft);display:grid;place-items:center}
.who{min-width:0;overflow-wrap:anywhere}
.who small{display:block;color:var(--quiet);font-weight:400;font-size:.9375rem}
label{display:block;margin-bottom:.75rem}
.check{display:flex;gap:.625rem;align-items:center;min-height:44px}
.check input{min-height:0;width:20px;height:20px;flex:none}
.wrong{color:var(--wrong);font-weight:600}
hr{border:0;border-top:1px solid var(--line);margin:2rem 0}`,
  policy: "frame-ancestors 'none'",
})
export { contentSecurityPolicy }

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
<label class="check"><input name="unverified" type="checkbox" value="yes"> The provider has not verified this address</label>
<button class="act">Sign in</button>
</form>
<hr>
<form method="post"><button name="cancel" value="yes">Cancel and go back to Motohaat</button></form>`,
  )

/** The page of a sign-in that failed. */
export const renderErrorPage = (sentence: string): string =>
  renderPage('Sign-in sandbox', `<h1>This sign-in cannot go on</h1>\n<p>${escapeHtml(sentence)}</p>`)
