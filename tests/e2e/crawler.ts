// The crawler: all texts of a page must be in the language of the page, on every screen and in every state.
import type { Page } from '@playwright/test'
import { englishPhrases } from './crawler-phrases.ts'
import type { TestLanguage } from './languages.ts'
import { readOrGiveUp } from './markup.ts'

type PageText = { text: string; where: string }

/**
 * Collects all texts of the page, visible or for screen readers, without code and elements marked as another language.
 */
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
      // Initials in place of a photo come from the member's name.
      const isInitials = element.matches('.avatar[aria-hidden]')
      if (!isShown || isInitials) continue
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) addText(node.textContent, where)
    }
    return texts
  })

// Sentences use the first name alone.
const nameKeys = /^name$|^(?:other|seller|buyer)Name$/

const toNames = (text: string, key: string): string[] =>
  nameKeys.test(key) ? [text, text.trim().split(/\s+/)[0] ?? text] : [text]

/** Collects the strings of API responses that a person may have written: names, places, e-mail addresses. */
const collectStrings = (value: unknown, key = ''): string[] => {
  if (typeof value === 'string') return /[\p{L}]/u.test(value) && value.length > 1 ? toNames(value, key) : []
  if (typeof value !== 'object' || value === null) return []
  // The message of an API error is not written by a member.
  if ('code' in value && 'message' in value) return []
  return Object.entries(value).flatMap(([name, one]) => collectStrings(one, Array.isArray(value) ? key : name))
}

/** Records API responses while the page is open; returns a function that lists members' texts, the longest first. */
export const recordMemberTexts = (page: Page) => {
  const recorded = new Set<string>()
  const pendingReads: Promise<void>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/api/') || !/json/.test(response.headers()['content-type'] ?? '')) return
    const read = async () => {
      const body: unknown = await readOrGiveUp(response.json())
      for (const text of collectStrings(body)) recorded.add(text.replaceAll(/\s+/g, ' ').trim())
    }
    pendingReads.push(read())
  })
  return async (): Promise<string[]> => {
    await Promise.all(pendingReads)
    // Read at once: the state is part of the document, and the scripts remove nothing of it.
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

// Names and abbreviations that are written in Latin script in both languages.
const sharedLatinTerms =
  /\b(?:Google(?: Authenticator)?|Gixxer 155|Aegis|1Password|JSON|JPEG|PNG|WebP|AVIF|QR|BRTA|TVS|Yamaha|Suzuki|Motohaat|React|Angular|Vue|CVC|MM|YY|cc|https?|NID|ABS|MB)\b/g
// The last is a long number of a transaction, of which lists show the end.
const addresses = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?:\/\/\S*|\b\d{4} \d{4} \d{4} \d{4}\b|…\w{6}\b/g

const removeTexts = (text: string, members: readonly string[]): string =>
  members.reduce((rest, member) => rest.replaceAll(member, ' '), text)

/** Output of a missing or broken message. */
const brokenText = /\bundefined\b|\bNaN\b|\[object |\$\{|^(?:[a-z]+\.){1,3}[a-z]+[A-Z]?\w*$/

const getBanglaError = (text: string, members: readonly string[]): string | null => {
  const rest = removeTexts(text, members).replaceAll(addresses, ' ').replaceAll(sharedLatinTerms, ' ')
  const hasBangla = /[\u0985-\u09B9]/.test(rest)
  // One or two Latin words between Bangla are a name; three in a row, or no Bangla at all, is English.
  if (hasBangla ? /(?:[A-Za-z’']{2,} +){2}[A-Za-z]{2,}/.test(rest) : /[A-Za-z]{3}/.test(rest)) return 'is not in Bangla'
  return /[0-9]/.test(rest) ? 'has digits that are not Bangla' : null
}

const getEnglishError = (text: string, members: readonly string[]): string | null =>
  // The Taka sign is part of the Bangla block but used in both languages.
  /[\u0980-\u09F2\u09F4-\u09FF]/.test(removeTexts(text, members)) ? 'is not in English' : null

/** Finds texts in the wrong language; `members` are the texts that people have written. */
export const findForeignTexts = async (
  page: Page,
  { code }: TestLanguage,
  members: readonly string[],
): Promise<string[]> => {
  const phrases = code === 'bn' ? englishPhrases : []
  const getError = code === 'bn' ? getBanglaError : getEnglishError
  // API responses contain enum values too, such as a condition; only a longer text is certainly a member's own.
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

/** Finds wrong language attributes and canonical or alternate links. */
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
  // Read at once: the page is open, and nothing leads away from it.
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
