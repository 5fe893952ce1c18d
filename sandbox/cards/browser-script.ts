// Makes the one script that pages load out of the files in browser/, which are modules so that each stays small.
import { readFile } from 'node:fs/promises'

// In the order in which they need each other.
const parts = ['card-rules.js', 'card-look.js', 'card-state.js', 'card-element.js', 'challenge-window.js', 'stripe.js']

/** The text of /stripe.js: a classic script, because loadStripe looks for window.Stripe before any module has run. */
export async function browserScript(): Promise<string> {
  const texts = await Promise.all(parts.map((part) => readFile(new URL(`browser/${part}`, import.meta.url), 'utf8')))
  const joined = texts
    .join('\n')
    .replaceAll(/^import [^']*'[^']*'$/gm, '')
    .replaceAll(/^export /gm, '')
  return `;(() => {\n'use strict'\n${joined}\n})()\n`
}
