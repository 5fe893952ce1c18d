// The crawler: what a page says must be in its own language, whatever screen and state it stands in.
import type { Page } from '@playwright/test'
import { englishPhrases } from './crawler-phrases.ts'
import type { Read } from './languages.ts'

type Said = { text: string; where: string }

/** All that the page says in its own language, to eyes and to ears; code and what is marked as another language is left out. */
const textsOf = (page: Page): Promise<Said[]> =>
  page.evaluate(() => {
    const said: { text: string; where: string }[] = []
    const note = (text: string | null, where: string) => {
      const words = (text ?? '').replaceAll(/\s+/g, ' ').trim()
      if (words !== '') said.push({ text: words, where })
    }
    const own = document.documentElement.lang
    const isForeign = (element: Element) =>
      (element.closest('[lang]')?.getAttribute('lang') ?? own) !== own ||
      element.closest('code, pre, script, style, noscript') !== null
    const spoken = [
      'aria-label',
      'aria-description',
      'aria-roledescription',
      'aria-valuetext',
      'alt',
      'placeholder',
      'title',
    ]
    for (const element of document.querySelectorAll('*')) {
      if (isForeign(element)) continue
      const where = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`
      for (const name of spoken) note(element.getAttribute(name), `${where}[${name}]`)
      if (element.matches('meta[name="description"]')) note(element.getAttribute('content'), where)
      const isShown = element.matches('title') || element.checkVisibility()
      // The letters in place of a photo are a member's own name.
      const isInitials = element.matches('.avatar[aria-hidden]')
      if (!isShown || isInitials) continue
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) note(node.textContent, where)
    }
    return said
  })

/** Strings of the shop's answers that a person may have written: names, places, e-mail addresses. */
const stringsOf = (value: unknown, key = ''): string[] => {
  if (typeof value === 'string') return /[\p{L}]/u.test(value) && value.length > 1 ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  // What the shop itself says, in a refusal, is no member's text.
  if ('code' in value && 'message' in value) return []
  return Object.entries(value).flatMap(([name, one]) => stringsOf(one, Array.isArray(value) ? key : name))
}

/** Keeps what the shop answers while the page is open; gives the texts of members, the longest first. */
export const hearMembers = (page: Page) => {
  const heard = new Set<string>()
  const underWay: Promise<void>[] = []
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    if (!pathname.startsWith('/api/') || !/json/.test(answer.headers()['content-type'] ?? '')) return
    const read = async () => {
      // An answer that the page no longer waits for cannot be read any more.
      const body: unknown = await answer.json().catch(() => null)
      for (const text of stringsOf(body)) heard.add(text.replaceAll(/\s+/g, ' ').trim())
    }
    underWay.push(read())
  })
  return async (): Promise<string[]> => {
    await Promise.all(underWay)
    const state: unknown = JSON.parse(
      (await page
        .locator('#state')
        .textContent({ timeout: 1_000 })
        .catch(() => '')) || '{}',
    )
    for (const text of stringsOf(state)) heard.add(text.replaceAll(/\s+/g, ' ').trim())
    return [...heard].sort((one, other) => other.length - one.length)
  }
}

// Names and short forms that are written like this in both languages.
const latinEverywhere =
  /\b(?:Google(?: Authenticator)?|Gixxer 155|Aegis|1Password|JSON|JPEG|PNG|WebP|QR|BRTA|TVS|Yamaha|Suzuki|Motohaat|React|Angular|Vue|CVC|MM|YY|cc|https?|NID|ABS|MB)\b/g
const addresses = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?:\/\/\S*|\b\d{4} \d{4} \d{4} \d{4}\b/g

const without = (text: string, members: readonly string[]): string =>
  members.reduce((rest, member) => rest.replaceAll(member, ' '), text)

/** Something that a program says when it lacks a sentence. */
const nonsense = /\bundefined\b|\bNaN\b|\[object |\$\{|^(?:[a-z]+\.){1,3}[a-z]+[A-Z]?\w*$/

const troubleInBangla = (text: string, members: readonly string[]): string | null => {
  const rest = without(text, members).replaceAll(addresses, ' ').replaceAll(latinEverywhere, ' ')
  const hasBangla = /[\u0985-\u09B9]/.test(rest)
  // A word or two of Latin letters between Bangla is a name; three in a row, or nothing else, is English.
  if (hasBangla ? /(?:[A-Za-z’']{2,} +){2}[A-Za-z]{2,}/.test(rest) : /[A-Za-z]{3}/.test(rest)) return 'is not in Bangla'
  return /[0-9]/.test(rest) ? 'has digits that are not Bangla' : null
}

const troubleInEnglish = (text: string, members: readonly string[]): string | null =>
  // The sign of the Taka is the same everywhere.
  /[\u0980-\u09F2\u09F4-\u09FF]/.test(without(text, members)) ? 'is not in English' : null

/** What the page says that it must not; `members` are the texts that people have written themselves. */
export const foreignWords = async (page: Page, { code }: Read, members: readonly string[]): Promise<string[]> => {
  const phrases = code === 'bn' ? englishPhrases : []
  const trouble = code === 'bn' ? troubleInBangla : troubleInEnglish
  // A word of the shop's, such as a condition, comes with its answers too; a whole sentence there is somebody's own.
  const isTheirs = (text: string) => text.split(' ').length > 4 && members.includes(text)
  return (await textsOf(page)).flatMap(({ text, where }) => {
    if (isTheirs(text)) return []
    const english = phrases.find((phrase) => phrase.isFoundIn(text))
    if (english) return [`${where}: “${text}” stands in the English catalogue`]
    if (nonsense.test(text) && !members.includes(text)) return [`${where}: “${text}” is no sentence`]
    const what = trouble(text, members)
    return what === null ? [] : [`${where}: “${text}” ${what}`]
  })
}

/** What search engines and screen readers are told of the page's language, where it is wrong. */
export const wrongLanguageMarks = async (
  page: Page,
  { code }: Read,
  shopUrl: string,
  isPublic: boolean,
): Promise<string[]> => {
  const { lang, links } = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    links: Array.from(document.querySelectorAll('link[rel="canonical"], link[rel="alternate"]'), (link) =>
      [link.getAttribute('hreflang') ?? 'canonical', link.getAttribute('href') ?? ''].join(' '),
    ),
  }))
  const path = new URL(page.url()).pathname.replace(/^\/bn(?=\/|$)/, '')
  const [english, bangla] = [
    `${shopUrl}${path === '' || path === '/home' ? '/' : path}`,
    `${shopUrl}/bn${path === '/' || path === '/home' ? '' : path}`,
  ]
  const wanted = isPublic
    ? [`canonical ${code === 'en' ? english : bangla}`, `en ${english}`, `bn ${bangla}`, `x-default ${english}`]
    : []
  const wrong = lang === code ? [] : [`<html lang="${lang}"> on a page in ${code}`]
  const missing = wanted.filter((link) => !links.includes(link)).map((link) => `lacks the link: ${link}`)
  const unwanted = links.filter((link) => !wanted.includes(link)).map((link) => `has the link: ${link}`)
  return [...wrong, ...missing, ...unwanted]
}
