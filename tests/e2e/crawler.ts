// The crawler: what a page says must be in its own language, whatever screen and state it stands in.
import type { Page } from '@playwright/test'
import { englishPhrases } from './crawler-phrases.ts'
import type { TestLanguage } from './languages.ts'

type PageText = { text: string; where: string }

/** All that the page says in its own language, to eyes and to ears; code and what is marked as another language is left out. */
const collectTexts = (page: Page): Promise<PageText[]> =>
  page.evaluate(() => {
    const texts: { text: string; where: string }[] = []
    const addText = (text: string | null, where: string) => {
      const trimmed = (text ?? '').replaceAll(/\s+/g, ' ').trim()
      if (trimmed !== '') texts.push({ text: trimmed, where })
    }
    const pageLanguage = document.documentElement.lang
    const isForeign = (element: Element) =>
      (element.closest('[lang]')?.getAttribute('lang') ?? pageLanguage) !== pageLanguage ||
      element.closest('code, pre, script, style, noscript') !== null
    const textAttributes = [
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
      for (const name of textAttributes) addText(element.getAttribute(name), `${where}[${name}]`)
      if (element.matches('meta[name="description"]')) addText(element.getAttribute('content'), where)
      const isShown = element.matches('title') || element.checkVisibility()
      // The letters in place of a photo are a member's own name.
      const isInitials = element.matches('.avatar[aria-hidden]')
      if (!isShown || isInitials) continue
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) addText(node.textContent, where)
    }
    return texts
  })

/** Strings of the shop's answers that a person may have written: names, places, e-mail addresses. */
const collectStrings = (value: unknown, key = ''): string[] => {
  if (typeof value === 'string') return /[\p{L}]/u.test(value) && value.length > 1 ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  // What the shop itself says, in a refusal, is no member's text.
  if ('code' in value && 'message' in value) return []
  return Object.entries(value).flatMap(([name, one]) => collectStrings(one, Array.isArray(value) ? key : name))
}

/** Keeps what the shop answers while the page is open; gives the texts of members, the longest first. */
export const recordMemberTexts = (page: Page) => {
  const recorded = new Set<string>()
  const pendingReads: Promise<void>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/api/') || !/json/.test(response.headers()['content-type'] ?? '')) return
    const read = async () => {
      // An answer that the page no longer waits for cannot be read any more.
      const body: unknown = await response.json().catch(() => null)
      for (const text of collectStrings(body)) recorded.add(text.replaceAll(/\s+/g, ' ').trim())
    }
    pendingReads.push(read())
  })
  return async (): Promise<string[]> => {
    await Promise.all(pendingReads)
    const state: unknown = JSON.parse(
      (await page
        .locator('#state')
        .textContent({ timeout: 1_000 })
        .catch(() => '')) || '{}',
    )
    for (const text of collectStrings(state)) recorded.add(text.replaceAll(/\s+/g, ' ').trim())
    return [...recorded].sort((one, other) => other.length - one.length)
  }
}

// Names and short forms that are written like this in both languages.
const sharedLatinTerms =
  /\b(?:Google(?: Authenticator)?|Gixxer 155|Aegis|1Password|JSON|JPEG|PNG|WebP|QR|BRTA|TVS|Yamaha|Suzuki|Motohaat|React|Angular|Vue|CVC|MM|YY|cc|https?|NID|ABS|MB)\b/g
const addresses = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?:\/\/\S*|\b\d{4} \d{4} \d{4} \d{4}\b/g

const removeTexts = (text: string, members: readonly string[]): string =>
  members.reduce((rest, member) => rest.replaceAll(member, ' '), text)

/** Something that a program says when it lacks a sentence. */
const brokenText = /\bundefined\b|\bNaN\b|\[object |\$\{|^(?:[a-z]+\.){1,3}[a-z]+[A-Z]?\w*$/

const getBanglaError = (text: string, members: readonly string[]): string | null => {
  const rest = removeTexts(text, members).replaceAll(addresses, ' ').replaceAll(sharedLatinTerms, ' ')
  const hasBangla = /[\u0985-\u09B9]/.test(rest)
  // A word or two of Latin letters between Bangla is a name; three in a row, or nothing else, is English.
  if (hasBangla ? /(?:[A-Za-z’']{2,} +){2}[A-Za-z]{2,}/.test(rest) : /[A-Za-z]{3}/.test(rest)) return 'is not in Bangla'
  return /[0-9]/.test(rest) ? 'has digits that are not Bangla' : null
}

const getEnglishError = (text: string, members: readonly string[]): string | null =>
  // The sign of the Taka is the same everywhere.
  /[\u0980-\u09F2\u09F4-\u09FF]/.test(removeTexts(text, members)) ? 'is not in English' : null

/** What the page says that it must not; `members` are the texts that people have written themselves. */
export const findForeignTexts = async (
  page: Page,
  { code }: TestLanguage,
  members: readonly string[],
): Promise<string[]> => {
  const phrases = code === 'bn' ? englishPhrases : []
  const getError = code === 'bn' ? getBanglaError : getEnglishError
  // A word of the shop's, such as a condition, comes with its answers too; a whole sentence there is somebody's own.
  const isMemberText = (text: string) => text.split(' ').length > 4 && members.includes(text)
  return (await collectTexts(page)).flatMap(({ text, where }) => {
    if (isMemberText(text)) return []
    const english = phrases.find((phrase) => phrase.isFoundIn(text))
    if (english) return [`${where}: “${text}” stands in the English catalogue`]
    if (brokenText.test(text) && !members.includes(text)) return [`${where}: “${text}” is no sentence`]
    const error = getError(text, members)
    return error === null ? [] : [`${where}: “${text}” ${error}`]
  })
}

/** What search engines and screen readers are told of the page's language, where it is wrong. */
export const findWrongLanguageTags = async (
  page: Page,
  { code }: TestLanguage,
  serverUrl: string,
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
    `${serverUrl}${path === '' || path === '/home' ? '/' : path}`,
    `${serverUrl}/bn${path === '/' || path === '/home' ? '' : path}`,
  ]
  const expectedLinks = isPublic
    ? [`canonical ${code === 'en' ? english : bangla}`, `en ${english}`, `bn ${bangla}`, `x-default ${english}`]
    : []
  const wrong = lang === code ? [] : [`<html lang="${lang}"> on a page in ${code}`]
  const missing = expectedLinks.filter((link) => !links.includes(link)).map((link) => `lacks the link: ${link}`)
  const unexpectedLinks = links.filter((link) => !expectedLinks.includes(link)).map((link) => `has the link: ${link}`)
  return [...wrong, ...missing, ...unexpectedLinks]
}
