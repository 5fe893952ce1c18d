// Passwords that a stranger would try first: the common ones, and those made of what everybody knows about the person.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refused } from '#contract/errors/api-errors.ts'

/**
 * How much of a hash is kept of a common password. One in a hundred million others is refused by mistake, and its owner
 * chooses another one.
 */
export const commonBytes = 5

const folded = (password: string): string => password.normalize('NFKC').toLowerCase()

/** The mark by which a password is found among the common ones, in small and capital letters alike. */
export const markOf = (password: string): string =>
  createHash('sha256')
    .update(folded(password))
    .digest('hex')
    .slice(0, 2 * commonBytes)

const readCommon = (): ReadonlySet<string> => {
  const text = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  const hex = Buffer.from(text, 'base64').toString('hex')
  return new Set(hex.match(new RegExp(`.{${2 * commonBytes}}`, 'g')))
}

const common = readCommon()

// What the shop is called and about, and where it is.
const ofTheShop = ['motohaat', 'motorbike', 'motorcycle', 'bangladesh', 'dhaka']
// A shorter part of a name stands in too many good passwords.
const partShortest = 4
const leftLeast = 6
const signsLeast = 4

const partsOf = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= partShortest)

/** What is left of a password without the words that a stranger knows. */
const withoutKnown = (password: string, words: string[]): string => {
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((left, word) => left.replaceAll(word, ''), folded(password)).replace(/[^\p{L}\p{N}]/gu, '')
}

type Choice = { password: string; email: string; name: string; field: string }

/**
 * Refuses a new password that is among the ten thousand most common ones, repeats a few signs, or is hardly more than
 * the person's own name or address or the shop's name. No kinds of letters are asked for: length is what counts.
 * @param choice.field where the screen shows it
 */
export const refuseWeakPassword = ({ password, email, name, field }: Choice): void => {
  if (common.has(markOf(password))) throw new Refused('common_password', { field })
  const known = [...ofTheShop, ...partsOf(email), ...partsOf(name)]
  const isFew = new Set(folded(password)).size < signsLeast
  const says = known.filter((word) => folded(password).includes(word))
  const isKnown = says.length > 0 && withoutKnown(password, says).length < leftLeast
  if (isFew || isKnown) throw new Refused('guessable_password', { field })
}
