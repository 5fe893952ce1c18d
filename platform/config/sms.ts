// The settings of the SMS service: any one that takes a message in an HTTP request.
import { z } from 'zod'
import { exactUrl, matching } from './fields.ts'

export const smsVariables = {
  SMS_URL: exactUrl('https:', 'http:').optional(),
  SMS_BODY: z.string().optional(),
  SMS_HEADER: matching(/^[\w-]+: \S[^\r\n]*$/, 'must be a header such as Authorization: Bearer {key}').optional(),
  SMS_KEY: z.string().optional(),
  SMS_ACCEPTED: z.string().optional(),
}

type SmsVariables = z.output<z.ZodObject<typeof smsVariables>>
type SmsName = keyof typeof smsVariables
type Report = (name: SmsName, problem: string) => void

const otherNames = ['SMS_BODY', 'SMS_HEADER', 'SMS_KEY', 'SMS_ACCEPTED'] as const

const isBrokenJson = (body: string): boolean => {
  if (!/^[[{]/.test(body)) return false
  try {
    JSON.parse(body)
    return false
  } catch {
    return true
  }
}

/** Checks that a message and its number have a place in the request. */
export const checkSms = (settings: SmsVariables & { NODE_ENV?: string | undefined }, report: Report): void => {
  const { SMS_URL, SMS_BODY = '', SMS_HEADER = '', SMS_KEY } = settings
  if (SMS_URL === undefined) {
    const present = otherNames.find((name) => settings[name] !== undefined)
    if (present !== undefined) report('SMS_URL', `must be set too, since ${present} is.`)
    return
  }
  const template = `${SMS_URL} ${SMS_BODY} ${SMS_HEADER}`
  if (!/\{(?:number|local)\}/.test(`${SMS_URL} ${SMS_BODY}`) || !`${SMS_URL} ${SMS_BODY}`.includes('{text}'))
    report('SMS_BODY', 'must have {text} and {number} or {local}, unless SMS_URL has them.')
  if (isBrokenJson(SMS_BODY)) report('SMS_BODY', 'must be JSON or a form such as to={number}&text={text}.')
  if (template.includes('{key}') !== (SMS_KEY !== undefined))
    report('SMS_KEY', 'must be set exactly where SMS_URL, SMS_BODY or SMS_HEADER has {key}.')
  if (settings.NODE_ENV === 'production' && SMS_URL.startsWith('http:'))
    report('SMS_URL', 'must start with https:// when NODE_ENV is production: it carries codes.')
}

/** The request for one message, or null for none. */
export const toSmsConfig = ({ SMS_URL, SMS_BODY, SMS_HEADER, SMS_KEY, SMS_ACCEPTED }: SmsVariables) =>
  SMS_URL === undefined
    ? null
    : {
        url: SMS_URL,
        body: SMS_BODY ?? null,
        header: SMS_HEADER ?? null,
        key: SMS_KEY ?? null,
        accepted: SMS_ACCEPTED ?? null,
      }
