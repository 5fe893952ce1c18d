// Starts Swagger UI, signs the calls of a member who is logged in, and opens the call that the list names.
/* global SwaggerUIBundle */

// A token lives 300 seconds.
const tokenMs = 240_000
let token = { text: '', until: 0 }
let member = null

/** The access token of the member who is logged in; '' for visitors. */
const fetchToken = async () => {
  if (member === null || token.until > Date.now()) return token.text
  const answer = await fetch('/api/jwt', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: member.email }),
  })
  if (!answer.ok) return ''
  token = { text: (await answer.json()).token, until: Date.now() + tokenMs }
  return token.text
}

const greetMember = async () => {
  const answer = await fetch('/api/auth/get-session')
  member = answer.ok ? (await answer.json()).user : null
  if (member === null) return
  document.querySelector('#who').textContent =
    `You are logged in as ${member.displayName} (${member.email}). What you try here is done as you, for real.`
}

/** Opens a call of the reference and scrolls to it. */
const openCall = (id) => {
  const call = document.getElementById(id)
  if (!call) return
  const button = call.querySelector('.opblock-summary-control')
  if (button && !call.classList.contains('is-open')) button.click()
  call.scrollIntoView()
  button?.focus({ preventScroll: true })
}

/** Shows only the calls of the list whose method, path or summary has the words. */
const findCalls = (words) => {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  for (const section of document.querySelectorAll('nav section')) {
    const items = [...section.querySelectorAll('li')]
    for (const item of items) item.hidden = !wanted.every((word) => item.textContent.toLowerCase().includes(word))
    section.hidden = items.every((item) => item.hidden)
  }
}

const isNarrow = matchMedia('(max-width: 61.99rem)')
const list = document.querySelector('#calls')
list.open = !isNarrow.matches
isNarrow.addEventListener('change', () => (list.open = !isNarrow.matches))
document.querySelector('#find').addEventListener('input', ({ target }) => findCalls(target.value))
list.addEventListener('click', (event) => {
  const link = event.target.closest('[data-call]')
  if (!link) return
  event.preventDefault()
  history.replaceState(null, '', link.hash)
  if (isNarrow.matches) list.open = false
  openCall(link.dataset.call)
})

void greetMember()
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  onComplete: () =>
    location.hash.startsWith('#/') && openCall(`operations${location.hash.slice(1).replaceAll('/', '-')}`),
  requestSnippetsEnabled: true,
  requestSnippets: { languages: ['curl_bash'] },
  tryItOutEnabled: true,
  // The document names the public address; calls go to the address that this page has.
  requestInterceptor: async (request) => {
    const url = new URL(request.url, location.href)
    if (url.pathname === '/api/openapi.json') return request
    request.url = `${location.origin}${url.pathname}${url.search}`
    const text = request.headers.Authorization ? '' : await fetchToken()
    if (text !== '') request.headers.Authorization = `Bearer ${text}`
    return request
  },
  // No other server checks the document.
  validatorUrl: null,
})
