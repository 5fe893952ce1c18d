// Renders a page of the web with the data that its loader gives, without a server.
import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import type { Client } from '#contract/client.ts'
import { type AppContext, AppReactContext } from '#web/context/app-context.ts'
import type { Language } from '#web/i18n/language.ts'
import { loadLanguage } from '#web/i18n/load-language.ts'
import { loadMemberMessages } from '#web/i18n/load-member-messages.ts'
import type { Session } from '#web/session/auth-store.ts'

const english = await loadLanguage('/')

/** Bangla with the messages of members' pages. */
export const loadBangla = async (): Promise<Language> => {
  const bangla = await loadLanguage('/bn')
  await loadMemberMessages(bangla)
  return bangla
}

// Nothing is asked of the server while a page is rendered.
const app = {
  client: {} as Client, // oxlint-disable-line typescript/no-unsafe-type-assertion -- never called
  session: {} as Session, // oxlint-disable-line typescript/no-unsafe-type-assertion -- never called
  stripe: { publishableKey: '', script: null },
  shopUrl: 'https://motohaat.example',
}

// Style sheets have no address in unit tests, which React remarks on. Not a spy of vitest: that ends with the first file,
// and the other files of the worker share this module.
const log = console.error
console.error = (...args: unknown[]) => {
  if (!/stylesheet|An empty string/.test(String(args[0]))) log(...args)
}

/** The HTML of a page with this data, opened at `search`, which may have a fragment. */
export const readHtml = (
  page: ComponentType,
  data: unknown,
  language = english,
  search = '',
  state: unknown = null,
): string => {
  const routes = [{ id: 'page', path: '/', Component: page }]
  const hydrationData = { loaderData: { page: data } }
  const [query = '', hash = ''] = search.split('#')
  const entry = { pathname: '/', search: query, hash: hash === '' ? '' : `#${hash}`, state }
  const router = createMemoryRouter(routes, { hydrationData, initialEntries: [entry] })
  const value: AppContext = { ...app, language }
  return renderToString(createElement(AppReactContext, { value }, createElement(RouterProvider, { router })))
}

/** The text of a page or of a part of it, without its tags. */
export const toText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The text of a page with this data, without its tags. */
export const readText = (page: ComponentType, data: unknown, language?: Language): string =>
  toText(readHtml(page, data, language))

const voidTags = /^(?:area|br|hr|img|input|link|meta|source|track|wbr)$/

/** The text of a page that a browser would translate: without its title, and without what is below translate="no". */
export const readTranslatable = (html: string): string => {
  const open: boolean[] = []
  const kept = [...html.matchAll(/<!--.*?-->|<(\/?)([a-z][\w-]*)([^>]*)>|[^<]+/gis)].map(
    ([text, slash, tag, rest = '']) => {
      if (tag === undefined) return open.includes(true) || text.startsWith('<') ? '' : text
      if (slash === '/') open.pop()
      else if (!voidTags.test(tag) && !rest.endsWith('/')) open.push(tag === 'title' || rest.includes('translate="no"'))
      return ' '
    },
  )
  return toText(kept.join(''))
}

/** The texts of the main buttons of a page. */
export const listMainButtons = (html: string): string[] =>
  [...html.matchAll(/<(a|button)[^>]*class="btn btn--primary[^>]*>(.*?)<\/\1>/g)].map(([, , inner = '']) =>
    toText(inner),
  )

/** The texts of links and buttons, in order. */
export const listButtons = (html: string): string[] =>
  [...html.matchAll(/<(?:a|button) class="btn[^>]*>(.*?)<\/(?:a|button)>/gs)].map(([, text = '']) =>
    text.replaceAll(/<[^>]*>/g, '').trim(),
  )
