// The skeleton of a name, after Unicode Technical Standard 39: names that look alike have the same one.
import { toLatinDigits } from '../text.ts'

/**
 * Characters that look like a Latin one or a digit, as code points: those of Unicode's confusables.txt (10.0) without their
 * accents, both cases, and @ and $. The SQL function `name_skeleton` has the same table; a test compares them.
 */
const lookalikes: Record<string, string> = {
  '2': '1a7 1a8 1bb 3e8 3e9 14bf a644 a645 a6ef a75a a75b',
  '3': '1b7 21c 21d 25c 292 417 437 498 499 4e0 4e1 2ccc 2ccd a76a a76b a7ab 118aa 118ca 16f3b 1d206',
  '4': '13ce ab9e 118af 118cf',
  '5': '1bc 118bb 118db',
  '6': '431 13ee 2cd2 2cd3 abbe 118d5',
  '7': '104d2 104fa 118c6 1d212',
  '8': '222 223 a6a b03 1031a 1e8cb',
  '9': 'a67 b68 d6d 2cca 2ccb a76e a76f 118ac 118b6 118cc 118d6',
  a: '40 41 251 391 3b1 410 430 13aa 15c5 2376 237a 2c6d a4ee ab7a 102a0 16f40',
  b:
    '42 180 181 182 183 184 185 243 253 392 3b2 411 412 42c 432 44c 462 463 48c 48d 13cf 13f4 13fc 15af 15f7 a4d0 ' +
    'a7b4 a7b5 ab9f 10282 102a1 10301',
  c:
    '43 a2 23b 23c 3a3 3c2 421 441 4aa 4ab 13df 1d04 20a1 2ca4 2ca5 a4da abaf 102a2 10302 10415 1043d 1051c 118e9 ' +
    '118f2 1f74c',
  d: '44 d0 f0 110 111 189 18a 18b 18c 256 257 500 501 13a0 13e7 146f 15de 15ea 20ab a4d2 a4d3 ab70 abb7',
  e: '45 246 247 395 3b5 415 435 4bc 4bd 4be 4bf 13ac 212e 22ff 2d39 a4f0 ab32 ab7c 10286 118a6 118ae 118ce',
  f: '46 191 192 3dc 3dd 554 584 15b4 1d6e 1e9d a4dd a798 a799 ab35 10287 102a5 10525 118a2 118c2 1d213',
  g: '47 18d 193 1e4 1e5 260 261 50c 50d 551 581 13c0 13f3 13fb 1d83 a4d6 a7ac ab90',
  h:
    '48 126 127 266 397 40b 41d 43d 45b 4a2 4a3 4ba 4bb 4c7 4c8 4c9 4ca 540 570 13bb 13c2 13f2 13fa 157c 2c67 ' +
    '2c68 2c8e 2c8f a4e7 a694 a695 a7aa ab8b ab92 102cf',
  i:
    '31 49 4c 6c 7c 131 141 142 196 197 19a 1c0 23d 268 269 26a 26b 26d 399 3b9 406 456 4c0 4cf 5c0 5d5 5df 627 ' +
    '661 6f1 7ca 13a5 13de 14aa 16c1 1d7b 1d7c 2223 2373 2378 23fd 2502 2c62 2c92 2c93 2cd0 2cd1 2d4f a4e1 a4f2 ' +
    'a646 a647 a7ae ab75 abae 1028a 10309 10320 1041b 10443 10526 118a3 118b2 118c3 118d2 16f16 16f28 1d22a 1e8c7',
  j: '4a 248 249 29d 37f 3f3 408 458 13ab 148d a4d9 a7b2 ab7b',
  k: '4b 198 199 39a 3ba 41a 43a 49a 49b 49e 49f 13e6 16d5 20ad 2c69 2c6a 2c94 2c95 a4d7 a740 a741 abb6 10518',
  m:
    '4d 271 39c 3bc 3fa 3fb 41c 43c 4cd 4ce 13b7 15f0 16d6 1d6f 20a5 2c6e 2c98 2c99 a4df ab87 102b0 10311 11700 ' +
    '118e3',
  n: '4e 19d 19e 220 272 273 39d 3b7 548 54c 578 57c 1d70 2c9a 2c9b a4e0 1018e 10513',
  o:
    '30 4f d8 f8 19f 275 398 39f 3b8 3bf 3c3 41e 43e 472 473 4e8 4e9 555 585 5e1 647 665 6be 6c1 6d5 6f5 6ff 7c0 ' +
    '966 a66 ae6 b20 b66 be6 c02 c66 c82 ce6 d02 d20 d66 d82 e50 ed0 101d 1040 10ff 12d0 13a4 13be 13eb 1cbf 1d0f ' +
    '1d11 2296 229d 236c 2c9e 2c9f 2d31 2d41 2d54 3007 a4f3 a74a a74b ab3d ab3e ab74 ab8e abbb 10292 102ab 10404 ' +
    '1042c 104c2 104ea 10516 114d0 118a8 118b5 118b7 118c8 118d7 118e0 1d21a 1f714',
  p: '50 1a4 1a5 3a1 3c1 420 440 13e2 146d 1d7d 2374 2c63 2ca2 2ca3 a4d1 abb2 10295',
  q: '51 2a0 51a 51b 533 536 563 566 2d55',
  r:
    '52 1a6 24c 24d 27c 27d 280 413 433 492 493 13a1 13b1 13d2 1587 1d26 1d72 2c64 2c84 2c85 a4e3 ab47 ab48 ab71 ' +
    'ab81 aba2 104b4 104dc 16f35 1d216',
  s: '24 53 1bd 282 405 455 54f 57f 13d5 13da 1d74 a4e2 a731 a7c5 aba5 abaa 10296 10420 10448 118a1 118c1 16f3a',
  t:
    '54 166 167 1ac 1ad 1ae 23e 288 3a4 3c4 422 442 4ac 4ad 13a2 1d75 20ae 22a4 2361 27d9 2c66 2ca6 2ca7 a4d4 ' +
    'ab72 10297 102b1 10315 118bc 16f0a 1f768',
  u:
    '55 1b2 244 289 28b 3c5 54d 57d 1200 13cc 144c 1d1c 1d7e 222a 22c3 a4f4 a79e a79f ab4e ab52 ab9c 104ce 104f6 ' +
    '118b8 118d8 16f42',
  v:
    '56 3bd 474 475 5d8 667 6f7 13d9 142f 1d20 2228 22c1 2d38 a4e6 a6df aba9 10197 1051d 11706 118a0 118c0 16f08 ' +
    '1d20d 1f708',
  w:
    '57 19c 26f 460 461 51c 51d 531 561 13b3 13d4 1d21 20a9 a4ea a760 a761 ab83 aba4 114c5 1170a 1170e 1170f ' +
    '118e6 118ef',
  x:
    '58 d7 3a7 3c7 425 445 4b2 4b3 1541 157d 166d 166e 16b7 2573 292b 292c 2a2f 2a30 2cac 2cad 2d5d a4eb a7b3 ' +
    'ab53 10196 10290 102b4 10317 10322 10527 118ec',
  y:
    '59 a5 194 1b3 1b4 24e 24f 263 28f 393 3a5 3b3 423 443 4ae 4af 4b0 4b1 10e7 13a9 13bd 1ca7 1d8c 1efe 1eff ' +
    '2ca8 2ca9 a4ec ab5a ab79 ab8d 102b2 118a4 118dc 16f43',
  z: '5a 1b5 1b6 224 225 290 396 3b6 13c3 1d22 1d76 a4dc ab93 102f5 118a9 118c4 118c9 118e5',
}

const parseCodePoints = (text: string): string[] =>
  text.split(' ').map((codePoint) => String.fromCodePoint(Number.parseInt(codePoint, 16)))

/** Each character and the one that it looks like. I, l and 1 are one character, and O and 0. */
export const lookalikeCharacters: ReadonlyMap<string, string> = new Map(
  Object.entries(lookalikes).flatMap(([character, text]) =>
    parseCodePoints(text).map((lookalike) => [lookalike, character]),
  ),
)

const tradeMarks = /[™℠®©]/gu
const toPattern = (ranges: string): RegExp => new RegExp(`[${ranges}]`, 'gu')
const accents = toPattern(String.raw`\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F`)
// Spaces, punctuation, joiners, arrows, check marks, emoji: all but characters of words, digits and Bangla vowel signs.
const signs = toPattern(
  String.raw`\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u02B0-\u02FF\u0964\u0965\u09F2\u09F3\u09FA-\u09FE` +
    String.raw`\u2000-\u206F\u20A0-\u20CF\u2190-\u245F\u2500-\u2BFF\u2E00-\u2E7F\u3000-\u303F\uFE00-\uFE1F\uFE30-\uFE6F` +
    String.raw`\uFEFF\uFFF0-\uFFFF\u{1F000}-\u{1FAFF}\u{E0000}-\u{E0FFF}`,
)

/**
 * What a name looks like: in small Latin characters without accents, spaces and signs; Bangla and other scripts stay. Two
 * names with one skeleton can be taken for each other. "Rahіm Uddín ✔" and "RAHIM-UDDIN" → rahimuddin
 */
export const toNameSkeleton = (name: string): string =>
  [...toLatinDigits(name).replace(tradeMarks, '').normalize('NFKD').replace(accents, '')]
    .map((character) => lookalikeCharacters.get(character) ?? character)
    .join('')
    .replace(signs, '')
    .replaceAll('rn', 'm')
