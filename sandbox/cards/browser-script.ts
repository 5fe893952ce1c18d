// Makes the one script that pages load out of the files in browser/, which are modules so that each stays small.
import { readFile } from 'node:fs/promises'

// In the order in which they need each other.
const scriptFiles = [
  'card-rules.js',
  'card-look.js',
  'card-state.js',
  'card-element.js',
  'challenge-window.js',
  'stripe.js',
]

/** The text of /stripe.js: a classic script, because loadStripe looks for window.Stripe before any module has run. */
export async function createBrowserScript(): Promise<string> {
  const texts = await Promise.all(
    scriptFiles.map((scriptFile) => readFile(new URL(`browser/${scriptFile}`, import.meta.url), 'utf8')),
  )
  const joined = texts
    .join('\n')
    .replaceAll(/^import [^']*'[^']*'$/gm, '')
    .replaceAll(/^export /gm, '')
  return `;(() => {\n'use strict'\n${joined}\n})()\n`
}
