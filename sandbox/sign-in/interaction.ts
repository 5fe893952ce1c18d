// The interaction in which the person chooses who to be.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors, type Provider } from 'oidc-provider'
import { renderChoicePage, contentSecurityPolicy, renderErrorPage } from './page.ts'
import type { People } from './people.ts'

/** Path prefix of the page of each sign-in, below `/sign-in`. */
export const interactionPath = '/interaction/'

const maxFormBytes = 8 * 1024

const sendHtml = (response: ServerResponse, status: number, html: string): void => {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy,
    'referrer-policy': 'no-referrer',
  })
  response.end(html)
}

/** Reads the form, or returns null when it is longer than 8 KiB. */
const readForm = async (request: IncomingMessage): Promise<URLSearchParams | null> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > maxFormBytes) return null
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}

type InteractionContext = { provider: Provider; people: People }

const handleSubmission = async (
  { provider, people }: InteractionContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const form = await readForm(request)
  if (!form) return sendHtml(response, 413, renderErrorPage('That is too much text for this form.'))
  if (form.has('cancel')) {
    const cancelled = { error: 'access_denied', error_description: 'The person went back.' }
    return provider.interactionFinished(request, response, cancelled, { mergeWithLastSubmission: false })
  }
  const person = people.parseSelection(form)
  if ('error' in person) {
    const typed = { name: form.get('name') ?? '', email: form.get('email') ?? '' }
    return sendHtml(response, 400, renderChoicePage({ people: people.listed, error: person.error, typed }))
  }
  const login = { accountId: person.sub, remember: false }
  return provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false })
}

/** Shows the page (GET) or handles its form (POST). */
export const handleInteraction = async (
  ctx: InteractionContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  try {
    await ctx.provider.interactionDetails(request, response)
    if (request.method === 'POST') return await handleSubmission(ctx, request, response)
    return sendHtml(response, 200, renderChoicePage({ people: ctx.people.listed }))
  } catch (error) {
    const isOver = error instanceof errors.SessionNotFound
    const sentence = isOver
      ? 'It has expired. Go back to Motohaat and start again.'
      : 'Go back to Motohaat and try again.'
    return sendHtml(response, isOver ? 400 : 500, renderErrorPage(sentence))
  }
}
