// The page that is left when no screen can be shown: plain words and a way to try again, never a blank page or a wire's words.
import type { FastifyRequest } from 'fastify'
import type { LanguageCode } from '#contract/language.ts'
import { escapeHtml } from '#contract/text.ts'

const messages = {
  en: { wait: 'One moment, please', again: 'Try again', number: 'Request number:' },
  bn: { wait: 'একটু অপেক্ষা করুন', again: 'আবার চেষ্টা করুন', number: 'এই অনুরোধের নম্বর:' },
}

/** The language of the page at an address. */
export const getPageLanguage = (path: string): LanguageCode => (/^\/bn(?:[/?]|$)/.test(path) ? 'bn' : 'en')

/** Whether a person waits for a page behind this request, rather than a program for an answer. */
export const isPageRequest = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !/^\/api(?:[/?]|$)/.test(url) && /\btext\/html\b/.test(headers.accept ?? '')

type ErrorPageOptions = { language: LanguageCode; message: string; requestId: string; heading?: string }

/** Writes it. It holds no style and no script: it is sent when there is too much to do already. */
export const renderErrorPage = ({
  language,
  message,
  requestId,
  heading = messages[language].wait,
}: ErrorPageOptions): string => {
  const { again, number } = messages[language]
  return `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Motohaat</title></head><body><h1>${heading}</h1><p>${escapeHtml(message)} <a href="">${again}</a></p><p>${number} ${requestId}</p></body></html>`
}
