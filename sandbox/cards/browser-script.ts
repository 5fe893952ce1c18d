// Joins the modules in browser/ to the one script that pages load.
import { readFile } from 'node:fs/promises'

// In the order of their imports.
const scriptFiles = [
  'card-rules.js',
  'card-styles.js',
  'card-state.js',
  'card-element.js',
  'challenge-window.js',
  'stripe.js',
]

/** Returns a classic script, because loadStripe reads window.Stripe before any module has run. */
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
