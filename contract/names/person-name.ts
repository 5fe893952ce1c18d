// Names of people and shops: no borrowed authority, no badges, no characters of mixed alphabets.
import { type FieldName, toReason } from '#contract/errors/reasons.ts'
import { textField } from '#contract/fields.ts'
import { toNameSkeleton } from './skeleton.ts'

// Only Motohaat says these words of somebody. They count inside other words too, and across spaces.
const reservedParts = [
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
].map(toNameSkeleton)
// As whole words only: Badminton has an admin in it.
const reservedWords = new Set(['admin', 'এডমিন', 'অ্যাডমিন'].map(toNameSkeleton))

const wordBoundary = /[^\p{L}\p{N}\p{M}\u200C\u200D]+/u

const isReserved = (name: string): boolean => {
  const skeleton = toNameSkeleton(name)
  if (reservedParts.some((part) => skeleton.includes(part))) return true
  return name.split(wordBoundary).some((word) => reservedWords.has(toNameSkeleton(word)))
}

// Check marks, badges, emoji and other pictures. Allowed is ৺, which is written before the name of somebody who has died.
const badge = /(?!৺)(?:\p{So}|\p{Emoji_Presentation}|\p{Emoji_Modifier}|\u221A|\uFE0F)/u

// Bangla needs joiners after its own characters; anywhere else they only make two equal names differ.
const strayJoiner = /(?<![\u0980-\u09FF])[\u200C\u200D]|[\u200C\u200D]{2}/u

const latinCharacter = /\p{Script=Latin}/u
const foreignCharacter = /(?![\p{Script=Latin}\p{Script=Bengali}])\p{L}/u

/** Whether a character is a styled form of another, such as a bold one, which makes two equal names differ. */
const isStyled = (character: string): boolean =>
  /[\p{L}\p{N}]/u.test(character) && character.normalize('NFKC') !== character.normalize('NFC')

const mixesScripts = (name: string): boolean =>
  (latinCharacter.test(name) && foreignCharacter.test(name)) || [...name].some(isStyled)

/**
 * The name of a person or a shop, of 1 to `maxLength` characters, normalized to NFC and trimmed. Refuses reserved words in
 * both scripts however they are spelt, check marks and emoji, styled characters, and Latin characters mixed with those of
 * a third script.
 */
export const personName = (field: FieldName, maxLength: number) =>
  textField(field, maxLength)
    .refine((name) => !strayJoiner.test(name), toReason('invisible', { field }))
    .refine((name) => !badge.test(name), toReason('name_has_badge', { field }))
    .refine((name) => !mixesScripts(name), toReason('name_mixes_scripts', { field }))
    .refine((name) => !isReserved(name), toReason('reserved_name', { field }))
