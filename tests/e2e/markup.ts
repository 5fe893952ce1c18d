// Checks of the HTML itself, in what the server sent and in what the browser made of it.
import type { Page } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'

/** Reads from a document, in the browser: it may use nothing outside itself. */
const collectMarkupErrors = (html: string | null): string[] => {
  const markup = html === null ? document : new DOMParser().parseFromString(html, 'text/html')
  const elements = [...markup.querySelectorAll('*')]
  // Without its content.
  const describeTag = ({ outerHTML, innerHTML }: Element) => outerHTML.replace(innerHTML, '').slice(0, 160)
  const ids = elements.filter((element) => element.hasAttribute('id')).map(({ id }) => id)
  const knownIds = new Set(ids)
  const idErrors = [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `the id "${id}" is there twice`),
    ...ids.filter((id) => id === '' || /\s/.test(id)).map((id) => `the id "${id}" is empty or has a space`),
  ]
  const references = ['for', 'list', 'headers', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns']
  const missing = elements.flatMap((element) =>
    references.flatMap((name) => {
      const named = element.getAttribute(name)?.split(/\s+/) ?? []
      // A closed panel need not be there yet.
      if (name === 'aria-controls' && element.getAttribute('aria-expanded') === 'false') return []
      return named
        .filter((id) => !knownIds.has(id))
        .map((id) => `${name} names "${id}", which is not there: ${describeTag(element)}`)
    }),
  )
  const orphans = elements.filter((element) => {
    const form = element.getAttribute('form')
    return form !== null && !markup.querySelector(`form[id="${CSS.escape(form)}"]`)
  })
  const disabledTwice = elements.filter((element) => element.matches('[disabled][aria-disabled]'))
  return [
    ...idErrors,
    ...missing,
    ...orphans.map((element) => `belongs to a form that is not there: ${describeTag(element)}`),
    ...disabledTwice.map((element) => `has both disabled and aria-disabled: ${describeTag(element)}`),
  ]
}

// A body that has arrived is read within milliseconds.
const longestReadMs = 20_000

/**
 * What is read of a response, or null: of a page that was left, or a request that was ended, it cannot be read, and the
 * browser does not always say so.
 */
export const readOrGiveUp = <Body>(body: Promise<Body>): Promise<Body | null> =>
  Promise.race([body.catch(() => null), pause(longestReadMs, null, { ref: false })])

/** Records the documents that the page loads; returns a function that gives their HTML as the server sent it. */
export const recordDocuments = (page: Page) => {
  const reads: Promise<string | null>[] = []
  page.on('response', (response) => {
    const isHtml = response.headers()['content-type']?.startsWith('text/html') ?? false
    if (response.request().resourceType() !== 'document' || !isHtml || response.status() >= 300) return
    reads.push(readOrGiveUp(response.text()))
  })
  return async (): Promise<string[]> => (await Promise.all(reads.splice(0))).filter((html) => html !== null)
}

/**
 * Finds ids that are there twice or have a space, references to ids and forms that are not there, and controls that are
 * disabled in two ways: in the page as it is now, and in these documents as the server sent them.
 */
export const findMarkupErrors = async (page: Page, servedDocuments: readonly string[] = []): Promise<string[]> => {
  const errors = [...(await page.evaluate(collectMarkupErrors, null))]
  for (const html of servedDocuments) {
    for (const error of await page.evaluate(collectMarkupErrors, html)) errors.push(`as served: ${error}`)
  }
  return errors
}
