// Pure. Which of the things that a query names it excludes: "not bajaj", "বাজাজ ছাড়া", "outside dhaka".
// English says it before the thing, Bangla and Banglish after it.

/** Where a marker of an exclusion stands: before what it excludes, or after it. */
type Side = 'before' | 'after'
type Join = 'or' | 'and' | 'comma'

/** A part of a query as far as exclusions are concerned. */
export type QueryPart =
  | { type: 'marker'; side: Side }
  | { type: 'joiner'; join: Join }
  /** A word without meaning. One that ends the scope begins what is wanted: "only", "with", "চাই". */
  | { type: 'filler'; endsScope: boolean }
  | {
      type: 'thing'
      kind: string
      isExcludable: boolean
      isNumber: boolean
      isPlace: boolean
      makeIds: readonly number[]
    }

/**
 * A marker and what it excludes, as positions of parts. A thing may begin with the one that it replaces: "honda hornet".
 * `refused`: what the marker is about, if it is nothing that can be excluded, such as a price.
 */
export type Exclusion = { marker: number; things: { from: number; at: number }[]; refused: number | null }

const toPhrases = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .normalize('NFKC')
      .split(/\s*[,\n]\s*/u)
      .map((phrase) => phrase.trim()),
  )
const toSet = (words: string): ReadonlySet<string> => new Set(words.normalize('NFKC').split(/\s+/))

const markers: Readonly<Record<Side, ReadonlySet<string>>> = {
  before:
    toPhrases(`not, no, non, never, without, except, excepting, excluding, exclude, avoid, neither, nor, outside, outside of, other than,
    apart from, rather than, anything but, everything but, all but, any but, any bike but, all bikes but, but not, but no, and not, or not,
    do not want, dont want, don t want, do not need, dont need, don t need, dont show, don t show, isnt, isn t, is not, w o`),
  after:
    toPhrases(`chara, chhara, chaara, charao, bade, baade, badey, bad diye, bad dia, bad die, na, noy, noi, nai, nei, nay, baire, bahire,
    er baire, er bahire, er chara, excluded, not wanted, hoy nai, hoi nai, hoy na, hoy ni, hoyni, hoini, hoynai, hoinai, kora na, kora nai, kora noy, kora hoy nai,
    kora hoyni, pore nai, pore ni, poreni, lage nai, lage ni, lageni, kore nai, koreni, khay nai, khayni, dey nai, ছাড়া, ছাড়াও, ছারা, বাদে, বাদ, বাদ দিয়ে, বাদ দিয়া, ব্যতীত, না, নয়, নাই, নেই, নহে, নয়তো, বাইরে,
    বাহিরে, এর বাইরে, হয় নাই, হয় নি, হয়নি, হয়নাই, হয় না, করা না, করা নাই, করা নয়, করা হয়নি, করা হয় নাই, পড়ে নাই, পড়ে নি, পড়েনি, লাগে নাই,
    লাগেনি, করে নাই, করেনি, খায়নি`),
}
const maxMarkerWords = 3
const joiners = new Map<string, Join>([
  ...[...toSet('or ba othoba kimba বা অথবা কিংবা')].map((word) => [word, 'or'] as const),
  ...[...toSet('and & ar ebong plus also আর এবং ও')].map((word) => [word, 'and'] as const),
])
const scopeEnders = toSet(
  'with but only just want need instead shudhu kintu tobe lagbe chai dorkar শুধু কিন্তু তবে লাগবে চাই দরকার',
)

/** The marker of an exclusion that these words begin with, or null. */
export const readMarker = (words: readonly string[]): { length: number; side: Side } | null => {
  for (let length = Math.min(maxMarkerWords, words.length); length > 0; length -= 1) {
    const phrase = words.slice(0, length).join(' ')
    if (markers.before.has(phrase)) return { length, side: 'before' }
    if (markers.after.has(phrase)) return { length, side: 'after' }
  }
  return null
}

// "ki na" asks whether, and excludes nothing.
const questions = toPhrases('ki na, kina, na ki, naki, কি না, কিনা, না কি, নাকি')

/** How many words ask whether there is one, and exclude nothing. */
export const countQuestionWords = (words: readonly string[]): number =>
  [2, 1].find((length) => questions.has(words.slice(0, length).join(' '))) ?? 0

/** How a word joins two things, or null. */
export const readJoiner = (word: string): Join | null => joiners.get(word) ?? null

/** Whether what follows this word is wanted again. */
export const isScopeEnder = (word: string): boolean => scopeEnders.has(word)

type Thing = Extract<QueryPart, { type: 'thing' }>

/** Whether a thing says more of the one before it: "honda hornet" is the Hornet, "big accident" an accident, "oil leak" a leak. */
const isRefinedBy = (one: Thing, next: Thing): boolean =>
  (one.kind === 'brand' && next.kind === 'model' && next.makeIds.every((id) => one.makeIds.includes(id))) ||
  ((one.kind === 'word' || one.kind === 'papers') && (next.kind === 'past' || next.kind === 'word'))

type Continuation = 'joins' | 'replaces' | 'extends' | null

/** What a further thing does in the scope behind a marker. */
const continueForward = (last: Thing, next: Thing, join: Join | null): Continuation => {
  if (next.isNumber || !next.isExcludable) return null
  if (join === 'or') return 'joins'
  if (join === null && isRefinedBy(last, next)) return 'replaces'
  // "not bajaj tvs" excludes both; "not bajaj scooter" wants scooters, "not bajaj dhaka" bikes in Dhaka.
  return next.kind === last.kind && (join === 'comma' || !next.isPlace) ? 'joins' : null
}

/** What a further thing does in the scope before a marker: "bajaj ar tvs chara" excludes both. */
const continueBackward = (last: Thing, next: Thing, join: Join | null): Continuation => {
  if (next.isNumber || !next.isExcludable) return null
  // "oil leak nai": read backward, what says more of the leak comes after it.
  if (join === null && next.kind === 'word' && isRefinedBy(next, last)) return 'extends'
  return join === 'or' || next.kind === last.kind ? 'joins' : null
}

type Scan = { step: 1 | -1; continueScope: typeof continueForward; taken: ReadonlySet<number> }
type Scope = Pick<Exclusion, 'things' | 'refused'>

const scan = (parts: readonly QueryPart[], start: number, { step, continueScope, taken }: Scan): Scope => {
  const things: Exclusion['things'] = []
  let [last, join]: [Thing | null, Join | null] = [null, null]
  for (let at = start; at >= 0 && at < parts.length; at += step) {
    const part = parts[at]
    if (!part || part.type === 'marker' || taken.has(at)) break
    if (part.type === 'filler' && part.endsScope && last) break
    if (part.type === 'joiner' && part.join === 'and' && step === 1 && last) break
    if (part.type === 'joiner') join = part.join
    if (part.type !== 'thing') continue
    if (!last && !part.isExcludable) return { things, refused: at }
    const continuation: Continuation = last ? continueScope(last, part, join) : 'joins'
    if (continuation === null) break
    const replaced = continuation === 'replaces' || continuation === 'extends' ? things.pop() : undefined
    things.push(
      continuation === 'extends' && replaced ? { from: at, at: replaced.at } : { from: replaced?.from ?? at, at },
    )
    ;[last, join] = [continuation === 'extends' && last ? last : part, null]
  }
  return { things: step === 1 ? things : things.toReversed(), refused: null }
}

/** Finds what each marker excludes. A marker with nothing on its side takes what stands on the other: "bajaj not". */
export const findExclusions = (parts: readonly QueryPart[]): Exclusion[] => {
  const taken = new Set<number>()
  const isThing = (part: QueryPart) => part.type === 'thing'
  return parts.flatMap((part, marker) => {
    if (part.type !== 'marker') return []
    const [previous, next] = [parts[marker - 1], parts[marker + 1]]
    // "honda na hornet": what is left of the brand.
    const isInside = previous?.type === 'thing' && next?.type === 'thing' && isRefinedBy(previous, next)
    const isAlone = !(part.side === 'before' ? parts.slice(marker + 1) : parts.slice(0, marker)).some(isThing)
    const isForward = isInside || (part.side === 'before') !== isAlone
    const scope = isForward
      ? scan(parts, marker + 1, { step: 1, continueScope: continueForward, taken })
      : scan(parts, marker - 1, { step: -1, continueScope: continueBackward, taken })
    for (const { from, at } of scope.things) for (let index = from; index <= at; index += 1) taken.add(index)
    if (scope.refused !== null) taken.add(scope.refused)
    return [{ marker, ...scope }]
  })
}
