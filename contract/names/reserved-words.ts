// Words that only Motohaat says of somebody, in names.
import { lookalikeCharacters, toNameSkeleton } from './skeleton.ts'

// Each counts as a whole word, also when it is spelt with spaces, dots or dashes inside.
const reservedWords = new Set(
  [
    'official',
    'verified',
    'motohaat',
    'motohat',
    'administrator',
    'moderator',
    'অফিসিয়াল',
    'অফিশিয়াল',
    'যাচাইকৃত',
    'যাচাই করা',
    'ভেরিফাইড',
    'ভেরিফায়েড',
    'মোটোহাট',
    'মটোহাট',
    'প্রশাসক',
    'মডারেটর',
  ].map(toNameSkeleton),
)
// Not across spaces: Ad and Min are words too.
const unspacedWords = new Set(['admin', 'এডমিন', 'অ্যাডমিন'].map(toNameSkeleton))
const maxLength = Math.max(...[...reservedWords].map((word) => word.length))

// Endings that Bangla writes at the word: of, to, in, the.
const banglaEnding = /^(.*?[\u0980-\u09FF]{4})(?:ের|র|কে|তে|ে|টি|টা)$/su

const wordCharacter = /[\p{L}\p{N}\p{M}\u200C\u200D]/u
// MotohaatBD, BDOfficial, Motohaat24: a word ends inside, after the character that matches.
const innerEnd = /\p{Ll}(?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})|\p{L}(?=\p{N})|\p{N}(?=\p{L})/gu

/** Splits a name where a character is of no word. */
const splitWords = (name: string, isOfWord: (character: string) => boolean): string[] =>
  [...name]
    .map((character) => (isOfWord(character) ? character : ' '))
    .join('')
    .split(' ')
    .filter((word) => word !== '')

/** Whether some words in a row, without what is between them, spell a reserved one. */
const spellReserved = (words: readonly string[]): boolean =>
  words.some((_, start) => {
    let joined = ''
    for (const word of words.slice(start)) {
      joined += word
      const skeleton = toNameSkeleton(joined)
      if (reservedWords.has(skeleton) || reservedWords.has(skeleton.replace(banglaEnding, '$1'))) return true
      if (skeleton.length > maxLength + 3) return false
    }
    return false
  })

/**
 * Whether a name has a reserved word, however it is spelt: in any case, with lookalikes, accents, or spaces inside. A name
 * that only begins like one, such as Motohattan, has none.
 */
export const hasReservedWord = (name: string): boolean => {
  // A sign may end a word, or stand for a character of it: Official|Store, Off|cial.
  const spellings = [
    splitWords(name, (character) => wordCharacter.test(character)),
    splitWords(name, (character) => wordCharacter.test(character) || lookalikeCharacters.has(character)),
  ]
  return spellings.some((words) => {
    const parts = words.flatMap((word) => word.replaceAll(innerEnd, '$& ').split(' '))
    return spellReserved(parts) || [...words, ...parts].some((word) => unspacedWords.has(toNameSkeleton(word)))
  })
}
