// Passwords that a stranger would try first: the common ones, and those made of what everybody knows about the person.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError } from '#contract/errors/api-errors.ts'

/**
 * How much of a hash is kept of a common password. One in a hundred million others is refused by mistake, and its owner
 * chooses another one.
 */
export const checksumBytes = 5

const normalizePassword = (password: string): string => password.normalize('NFKC').toLowerCase()

/** The mark by which a password is found among the common ones, in small and capital letters alike. */
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

// What the shop is called and about, and where it is.
const shopWords = ['motohaat', 'motorbike', 'motorcycle', 'bangladesh', 'dhaka']
// A shorter part of a name stands in too many good passwords.
const minWordLength = 4
const minRemainingLength = 6
const minDistinctCharacters = 4

const splitIntoWords = (text: string): string[] =>
  normalizePassword(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= minWordLength)

/** What is left of a password without the words that a stranger knows. */
const removeKnownWords = (password: string, words: string[]): string => {
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  return longestFirst
    .reduce((remaining, word) => remaining.replaceAll(word, ''), normalizePassword(password))
    .replace(/[^\p{L}\p{N}]/gu, '')
}

type PasswordChoice = { password: string; email: string; name: string; field: string }

/**
 * Refuses a new password that is among the ten thousand most common ones, repeats a few signs, or is hardly more than
 * the person's own name or address or the shop's name. No kinds of letters are asked for: length is what counts.
 * @param choice.field where the screen shows it
 */
export const assertStrongPassword = ({ password, email, name, field }: PasswordChoice): void => {
  if (commonPasswords.has(toPasswordChecksum(password))) throw new ApiError('common_password', { field })
  const knownWords = [...shopWords, ...splitIntoWords(email), ...splitIntoWords(name)]
  const hasFewCharacters = new Set(normalizePassword(password)).size < minDistinctCharacters
  const foundWords = knownWords.filter((word) => normalizePassword(password).includes(word))
  const isMostlyKnownWords = foundWords.length > 0 && removeKnownWords(password, foundWords).length < minRemainingLength
  if (hasFewCharacters || isMostlyKnownWords) throw new ApiError('guessable_password', { field })
}
