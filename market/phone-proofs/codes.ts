// Pure. Codes of text messages: how long they work, how they are stored and compared, and what the message says.
import { minuteMs } from '#contract/time/durations.ts'
import { phoneCodeMinutes } from '#contract/time/lifetimes.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type LanguageCode, toBanglaDigits } from '#contract/language.ts'

/** A message may take minutes to arrive. */
export const codeLifetimeMs = phoneCodeMinutes * minuteMs
/** From one message to the next. */
export const resendMs = 60_000
/** Wrong codes that one message allows; migrations/schema/03-logins.sql has the same number. */
export const maxWrongTries = 5

/**
 * The HMAC of a code. Six digits can all be tried on a plain hash, so the key is derived from SECRET, which the database does
 * not contain. The code belongs to one member and one number.
 */
export const hashCode = (secret: string, code: { memberId: string; number: string; digits: string }): string =>
  createHmac('sha256', createHmac('sha256', secret).update('motohaat phone code').digest())
    .update(`${code.memberId}.${code.number}.${code.digits}`)
    .digest('base64url')

/** Whether two hashes are the same, in constant time. */
export const isSameHash = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The key under which the messages to a number are counted; the number itself is not in it. */
export const toNumberKey = (secret: string, number: string): string =>
  createHmac('sha256', createHmac('sha256', secret).update('motohaat phone limit').digest())
    .update(number)
    .digest('base64url')
    .slice(0, 22)

type Waiting = { expiresAt: Date; wrongTries: number }

/** Whether a code can still be typed. */
export const isUsable = ({ expiresAt, wrongTries }: Waiting, now: Date): boolean =>
  expiresAt > now && wrongTries < maxWrongTries

/** The seconds until a time, at least 0. */
export const getSecondsUntil = (time: Date, now: Date): number =>
  Math.max(0, Math.ceil((time.getTime() - now.getTime()) / 1000))

/** The message. Latin digits, which phones recognize in both languages; Bangla has 70 characters for one message. */
export const getMessage = (language: LanguageCode, code: string): string =>
  language === 'bn'
    ? `মোটোহাট: আপনার কোড ${code}। ${toBanglaDigits(phoneCodeMinutes)} মিনিট চলবে। কাউকে বলবেন না।`
    : `Motohaat: your code is ${code}. It works for ${phoneCodeMinutes} minutes. Tell it to nobody.`
