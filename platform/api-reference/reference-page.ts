// The page of the API reference: what to know first, a list of all calls, and the place for Swagger UI.
import type { Call, Calls } from '#contract/call.ts'
import { getOperationId, getTag } from '#contract/openapi.ts'
import { escapeHtml } from '#contract/text.ts'

const renderCall = ([name, { summary }]: [string, Call]): string => {
  const [method = '', path = ''] = name.split(' ')
  const id = getOperationId(name)
  return `<li><a id="${id}" href="#/${getTag(name)}/${id}" data-call="operations-${getTag(name)}-${id}" title="${escapeHtml(summary)}"><b class="${method.toLowerCase()}">${method}</b> <code>${escapeHtml(path)}</code><span>${escapeHtml(summary)}</span></a></li>`
}

const renderGroup = ([tag, calls]: [string, [string, Call][]]): string =>
  `<section><h3>${tag}</h3><ul>${calls.map(renderCall).join('')}</ul></section>`

/** Renders the page. Without scripts it still names every call and links the document. */
export const renderReferencePage = (calls: Calls): string => {
  const groups = Map.groupBy(Object.entries<Call>(calls), ([name]) => getTag(name))
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>The API of Motohaat</title><meta name="description" content="Every call of the API of Motohaat, with examples, errors and a way to try it.">
<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/api/docs/swagger-ui.css"><link rel="stylesheet" href="/api/docs/reference.css">
<script defer src="/api/docs/swagger-ui-bundle.js"></script><script defer src="/api/docs/reference.js"></script></head>
<body><a class="skip" href="#reference">Skip to the calls</a>
<header class="bar"><a href="/">Motohaat</a><span>API</span></header>
<div class="page"><nav aria-label="All calls"><details id="calls" open><summary>All calls</summary>
<label class="find" for="find">Find a call <input id="find" type="search" autocomplete="off"></label>
${[...groups].map(renderGroup).join('')}</details></nav>
<main><h1>The API of Motohaat</h1>
<p>JSON in and out, below <code>/api</code>. An error is <code>{ code, message, requestId }</code> with its status; the message
is a sentence for the person. Lists take <code>limit</code> (at most 100) and <code>cursor</code>, and name the next page in
the <code>Link</code> header. The same for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<p id="who" role="status">To try calls of members, <a href="/login?from=%2Fapi%2Fdocs">log in to Motohaat</a> in this browser.</p>
<div id="reference"><noscript><p>Trying a call needs JavaScript. The list of calls and the document work without it.</p></noscript></div>
</main></div></body></html>`
}
