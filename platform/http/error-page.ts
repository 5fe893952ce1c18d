// The HTML page of an error when the application cannot render: a message, a link to retry, the request id.
import type { FastifyRequest } from 'fastify'
import type { LanguageCode } from '#contract/language.ts'
import { escapeHtml } from '#contract/text.ts'

const messages = {
  en: { wait: 'One moment, please', again: 'Try again', number: 'Request number:' },
  bn: { wait: 'একটু অপেক্ষা করুন', again: 'আবার চেষ্টা করুন', number: 'এই অনুরোধের নম্বর:' },
}

/** The language of the page at a path. */
export const getPageLanguage = (path: string): LanguageCode => (/^\/bn(?:[/?]|$)/.test(path) ? 'bn' : 'en')

/** Whether a browser requests a page, rather than a program the API. */
export const isPageRequest = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !/^\/api(?:[/?]|$)/.test(url) && /\btext\/html\b/.test(headers.accept ?? '')

type ErrorPageOptions = { language: LanguageCode; message: string; requestId: string; heading?: string }

/** Renders the page, without style or script, because it is also sent under overload. */
export const renderErrorPage = ({
  language,
  message,
  requestId,
  heading = messages[language].wait,
}: ErrorPageOptions): string => {
  const { again, number } = messages[language]
  return `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Motohaat</title></head><body><h1>${heading}</h1><p>${escapeHtml(message)} <a href="">${again}</a></p><p>${number} ${requestId}</p></body></html>`
}
