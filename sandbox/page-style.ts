// The look of the sandbox pages: the colours and fonts of Motohaat (web/styles/tokens.css), light and dark.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { escapeHtml } from '#contract/text.ts'

const fontPath = '/fonts/'
const latin = `'Anek Latin','Anek Bangla',system-ui,sans-serif`

const banglaRange = 'U+0964-0965,U+0980-09F2,U+09F4-09FE,U+200C-200D,U+25CC'
const fonts = [
  { family: 'Anek Latin', file: 'anek-latin-text-var.woff2', weight: '400 700' },
  { family: 'Anek Head', file: 'anek-latin-head-700.woff2', weight: '400 800' },
  // The Taka sign, in the same weights: one family takes a sign from another file of the same weights alone.
  { family: 'Anek Bangla', file: 'anek-taka-var.woff2', weight: '400 549', range: 'U+09F3' },
  { family: 'Anek Bangla', file: 'anek-taka-var.woff2', weight: '550 800', range: 'U+09F3' },
  { family: 'Anek Bangla', file: 'anek-bangla-400.woff2', weight: '400 549', range: banglaRange },
  { family: 'Anek Bangla', file: 'anek-bangla-700.woff2', weight: '550 800', range: banglaRange },
]

/** The fonts as CSS; `origin` is '' for pages of the sandbox. */
export const createFontStyles = (origin = ''): string =>
  fonts
    .map(
      ({ family, file, weight, range }) =>
        `@font-face{font-family:'${family}';src:url('${origin}${fontPath}${file}') format('woff2');font-weight:${weight};font-display:swap${range === undefined ? '' : `;unicode-range:${range}`}}`,
    )
    .join('\n')

export const isFontRequest = (url: string | undefined): boolean => url?.startsWith(fontPath) === true

const daySeconds = 86_400

/** Serves the fonts. An e-mail is shown without an origin of its own, so any origin may load them. */
export const handleFontRequest = (request: IncomingMessage, response: ServerResponse): void => {
  const known = fonts.find(({ file }) => request.url === `${fontPath}${file}`)
  if (!known || request.method !== 'GET') return void response.writeHead(404).end()
  const headers = {
    'content-type': 'font/woff2',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': `public, max-age=${daySeconds}`,
    'x-content-type-options': 'nosniff',
  }
  readFile(join(import.meta.dirname, '../web/assets/fonts', known.file)).then(
    (bytes) => response.writeHead(200, headers).end(bytes),
    () => response.writeHead(500).end(),
  )
}

const commonStyles = `${createFontStyles()}
:root{color-scheme:light dark;--paper:#fbf7ee;--surface:#fffdf8;--line:#e2d8c3;--edge:#857b67;--ink:#17211c;--quiet:#465049;--act:#0d4d3a;--on-act:#fdf9ef;--soft:#e1eee5;--wrong:#a92d14;--focus:#0a5bd0}
@media(prefers-color-scheme:dark){:root{--paper:#111613;--surface:#19201c;--line:#2f3933;--edge:#7b877f;--ink:#f3eee2;--quiet:#c6c7bb;--act:#4cb68a;--on-act:#06160f;--soft:#16352a;--wrong:#f79c86;--focus:#ffd166}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.5 ${latin};word-spacing:.04em}
header{display:flex;gap:.625rem;align-items:center;min-height:56px;padding:.5rem 1rem;background:#0d4d3a;color:#cfe0d3}
header b{color:#fdf9ef;font:700 1.5rem/1 'Anek Head',${latin}}
main{max-width:42rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{margin:0 0 .5rem;font:700 2rem/1.15 'Anek Head',${latin};overflow-wrap:anywhere}
p,dd{margin:0 0 1rem;color:var(--quiet)}
a{color:var(--ink);font-weight:600;text-underline-offset:4px}
button,input{font:inherit;min-height:2.75rem;padding:.5rem .75rem;border-radius:.375rem;border:1px solid var(--edge);background:var(--surface);color:inherit}
button{cursor:pointer;font-weight:600}
button:hover{background:var(--soft)}
.act{background:var(--act);border-color:var(--act);color:var(--on-act)}
.act:hover{background:var(--act);text-decoration:underline}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
`

/**
 * Creates the renderer of one sandbox's pages and their Content Security Policy, which allows the style, the fonts and the
 * icon that browsers ask for alone.
 * @param options.name what the pages are, beside the name of Motohaat
 * @param options.styles rules beside the common ones
 * @param options.policy more directives
 */
export const createPageRenderer = (options: { name: string; styles: string; policy: string }) => {
  const styles = commonStyles + options.styles
  const hash = createHash('sha256').update(styles).digest('base64')
  return {
    contentSecurityPolicy: `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; img-src 'self'; base-uri 'none'; ${options.policy}`,
    renderPage: (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${styles}</style>
</head>
<body>
<header><b>Motohaat</b> ${escapeHtml(options.name)}</header>
<main>
${content}
</main>
</body>
</html>
`,
  }
}
