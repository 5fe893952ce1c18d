// Bangla endings of a person's name in a sentence. A name in Bangla takes them at once, one in another script with a hyphen.
// A word joiner behind the hyphen keeps name and ending on one line.

const isBangla = /[\u0980-\u09E3\u09F0-\u09FF]$/u
/** রহিম, জয়: a consonant, also one with a dot below. */
const endsInConsonant = /[\u0995-\u09B9\u09CE\u09DC\u09DD\u09DF]\u09BC?$/u
/** ভাই, বউ: a sound that takes a য় before the ending. */
const takesYa = /(?:\u0982|\u09C8|\u09CC|[\u0987-\u098A])$/u

/** Nadia, Rahima, Sumi: a vowel at the end of a name in the Latin script; a silent e is not one. */
const endsInLatinVowel = /[aiouy]$/i

/** Whose: তানিয়া → তানিয়ার, সাইফুল → সাইফুলের, Kabir → Kabir-এর, Nadia → Nadia-র */
export const toGenitive = (name: string): string => {
  if (!isBangla.test(name)) return `${name}-\u2060${endsInLatinVowel.test(name) ? 'র' : 'এর'}`
  if (endsInConsonant.test(name)) return `${name}ের`
  return takesYa.test(name) ? `${name}য়ের` : `${name}র`
}

/** Whom: সাইফুল → সাইফুলকে, Kabir → Kabir-কে */
export const toObjective = (name: string): string => (isBangla.test(name) ? `${name}কে` : `${name}-\u2060কে`)
