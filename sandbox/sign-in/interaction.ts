// The step in which the person says who they are.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors, type Provider } from 'oidc-provider'
import { choicePage, pagePolicy, troublePage } from './page.ts'
import type { People } from './people.ts'

/** Below this path of the stand-in each sign-in has its own page. */
export const interactionPath = '/interaction/'

const formBytesMax = 8 * 1024

const show = (response: ServerResponse, status: number, html: string): void => {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': pagePolicy,
    'referrer-policy': 'no-referrer',
  })
  response.end(html)
}

/** The form that was sent, or null when it is longer than any of ours. */
const formOf = async (request: IncomingMessage): Promise<URLSearchParams | null> => {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of request) {
    bytes += piece.length
    if (bytes > formBytesMax) return null
    pieces.push(piece)
  }
  return new URLSearchParams(Buffer.concat(pieces).toString('utf8'))
}

type Desk = { provider: Provider; people: People }

const take = async ({ provider, people }: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const form = await formOf(request)
  if (!form) return show(response, 413, troublePage('That is too much text for this form.'))
  if (form.has('cancel')) {
    const cancelled = { error: 'access_denied', error_description: 'The person went back.' }
    return provider.interactionFinished(request, response, cancelled, { mergeWithLastSubmission: false })
  }
  const person = people.chosen(form)
  if ('wrong' in person) {
    const typed = { name: form.get('name') ?? '', email: form.get('email') ?? '' }
    return show(response, 400, choicePage({ people: people.listed, wrong: person.wrong, typed }))
  }
  const login = { accountId: person.sub, remember: false }
  return provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false })
}

/** Shows the page, or takes the choice made on it. */
export const answerInteraction = async (
  desk: Desk,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  try {
    await desk.provider.interactionDetails(request, response)
    if (request.method === 'POST') return await take(desk, request, response)
    return show(response, 200, choicePage({ people: desk.people.listed }))
  } catch (error) {
    const isOver = error instanceof errors.SessionNotFound
    const sentence = isOver
      ? 'It has expired. Go back to Motohaat and start again.'
      : 'Go back to Motohaat and try again.'
    return show(response, isOver ? 400 : 500, troublePage(sentence))
  }
}
