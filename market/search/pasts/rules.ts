// What buyers do not want in the past of a bike, and how the texts of bikes say it or deny it.

/** Each has its spellings in texts; some are phrases. */
const spellings = {
  accident: `accident, accidents, accidental, axident, accidented, crashed, durghotona, দুর্ঘটনা, দূর্ঘটনা, এক্সিডেন্ট, অ্যাক্সিডেন্ট, এক্সিডেন্টের`,
  fall: 'fall, fallen, fell',
  repaint: 'repaint, repainted, repainting, রিপেইন্ট, রিপেন্ট',
  dent: 'dent, dents, dented, ডেন্ট',
  scratch: 'scratch, scratches, scratched, skratch, dag, স্ক্র্যাচ, স্ক্রাচ, আঁচড়, দাগ',
  rust: 'rust, rusty, rusted, মরিচা, জং',
  modified: 'modified, modify, modification, modifications, modifed, মডিফাইড, মডিফাই, মডিফিকেশন',
  problem: 'problem, problems, issue, issues, fault, faults, somossa, shomossa, jhamela, সমস্যা, ঝামেলা, প্রবলেম',
} as const

export type Past = keyof typeof spellings

const split = (text: string): string[] => text.normalize('NFKC').split(/,\s*/u)

const pasts = Object.entries(spellings).map(([past, text]) => ({ past, words: split(text) }))
const pastsByWord = new Map(pasts.flatMap(({ past, words }) => words.map((word) => [word, past] as const)))
const isPast = (name: string): name is Past => name in spellings

// "engine problem" is a problem, "accident history" an accident.
const before = new Set(['engine', 'ইঞ্জিন', 'ইঞ্জিনে'].map((word) => word.normalize('NFKC')))
const after = new Set(['history', 'case', 'record', 'kora', 'করা', 'ইতিহাস'].map((word) => word.normalize('NFKC')))
const deniedAfter = new Set(['free', 'mukto', 'মুক্ত', 'less'].map((word) => word.normalize('NFKC')))

/** A word about the past of a bike that these words begin with; `isDenied`: they say that it was not so. */
export const readPast = (words: readonly string[]): { past: Past; length: number; isDenied: boolean } | null => {
  const start = before.has(words[0] ?? '') ? 1 : 0
  const word = words[start] ?? ''
  const free = [...deniedAfter].find(
    (ending) => word.endsWith(ending) && pastsByWord.has(word.slice(0, -ending.length)),
  )
  const past = pastsByWord.get(free === undefined ? word : word.slice(0, -free.length))
  if (past === undefined || !isPast(past)) return null
  const length = start + 1 + (after.has(words[start + 1] ?? '') ? 1 : 0)
  const isDenied = free !== undefined || deniedAfter.has(words[length] ?? '')
  return { past, length: length + (free === undefined && isDenied ? 1 : 0), isDenied }
}

/** The spellings of a past in the words of a bike. */
export const listPastSpellings = (past: Past): string[] => split(spellings[past])

const escapePattern = (word: string): string => word.replace(/[^\p{L}\p{M}\p{N} ]/gu, '\\$&')

// Latin words stand alone; Bangla words may carry an ending.
const toWordPattern = (words: readonly string[]): string =>
  `(?:${words
    .map(escapePattern)
    .map((word) => (/^[a-z\d ]+$/.test(word) ? `\\m${word}\\M` : word))
    .join('|')})`

const denialsBefore = ['no', 'not', 'never', 'without', 'zero', 'non', 'nil', 'কোনো', 'কোন', 'kono']
const denialsAfter = split(
  'free, mukto, nai, nei, na, hoyni, hoy nai, hoini, chara, none, never, নেই, নাই, হয়নি, হয়নাই, হয় নাই, হয় নি, ছাড়া, মুক্ত, মুক্ত, করেনি, করা না',
)

/**
 * Patterns of PostgreSQL for words such as those of a past: `denied` is a phrase that says it was not so, such as "no accident"; where `mentioned` is left in
 * a text without those phrases, the seller says it was so.
 */
export const getMentionPatterns = (words: readonly string[]): { denied: string; mentioned: string } => {
  const mentioned = toWordPattern(words)
  const [no, none] = [toWordPattern(denialsBefore), toWordPattern(denialsAfter)]
  // Within a clause: at most three words, such as "no scratch or dent".
  const denied = `${no}\\s+(?:[^\\s.,;।!?]+\\s+){0,3}?${mentioned}|${mentioned}[^.,;।!?\\n]{0,25}?${none}`
  return { denied, mentioned }
}
