// Weak passwords: common ones, and those made of the member's name, e-mail address or the name of the site.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError } from '#contract/errors/api-errors.ts'

/**
 * Bytes stored of the hash of a common password. One in a hundred million other passwords is refused by mistake.
 */
export const checksumBytes = 5

const normalizePassword = (password: string): string => password.normalize('NFKC').toLowerCase()

/** The hash prefix that common-passwords.txt lists; case-insensitive. */
export const toPasswordChecksum = (password: string): string =>
  createHash('sha256')
    .update(normalizePassword(password))
    .digest('hex')
    .slice(0, 2 * checksumBytes)

const readCommonPasswords = (): ReadonlySet<string> => {
  const text = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  const hex = Buffer.from(text, 'base64').toString('hex')
  return new Set(hex.match(new RegExp(`.{${2 * checksumBytes}}`, 'g')))
}

const commonPasswords = readCommonPasswords()

const shopWords = ['motohaat', 'motorbike', 'motorcycle', 'bangladesh', 'dhaka']
// Shorter parts of a name occur in too many strong passwords.
const minWordLength = 4
const minRemainingLength = 6
const minDistinctCharacters = 4

const splitIntoWords = (text: string): string[] =>
  normalizePassword(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= minWordLength)

/** The alphanumeric characters of a password without the known words. */
const removeKnownWords = (password: string, words: string[]): string => {
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  return longestFirst
    .reduce((remaining, word) => remaining.replaceAll(word, ''), normalizePassword(password))
    .replace(/[^\p{L}\p{N}]/gu, '')
}

type PasswordChoice = { password: string; email: string; name: string; field: string }

/**
 * Refuses a new password that is among the ten thousand most common ones, repeats a few characters, or is hardly more than
 * the member's name or e-mail address or the site's name. It requires no character classes; length is what counts.
 * @param choice.field the form field of the error
 */
export const assertStrongPassword = ({ password, email, name, field }: PasswordChoice): void => {
  if (commonPasswords.has(toPasswordChecksum(password))) throw new ApiError('common_password', { field })
  const knownWords = [...shopWords, ...splitIntoWords(email), ...splitIntoWords(name)]
  const hasFewCharacters = new Set(normalizePassword(password)).size < minDistinctCharacters
  const foundWords = knownWords.filter((word) => normalizePassword(password).includes(word))
  const isMostlyKnownWords = foundWords.length > 0 && removeKnownWords(password, foundWords).length < minRemainingLength
  if (hasFewCharacters || isMostlyKnownWords) throw new ApiError('guessable_password', { field })
}
