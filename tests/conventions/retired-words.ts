// Words that this code base once used for standard things. They must not come back: docs/glossary.md has the new terms.
import type { ProjectFile } from './project-files.ts'
import { listIdentifiers, listProse } from './names-and-prose.ts'
import { getLine } from './syntax-rules.ts'

/** Retired as a word of an identifier (`openTill`, `till_id`) and of a file name, with the term that replaces it. */
const retiredInNames: Record<string, string> = {
  arena: 'test app',
  asleep: 'lazy hydration',
  astray: 'not found',
  believing: 'trust',
  bones: 'skeleton',
  chapter: 'namespace',
  crew: 'workers',
  darkroom: 'image worker',
  deed: 'action',
  desk: 'admin',
  dice: 'random',
  doorkeeper: 'authenticator',
  drowsy: 'lazy hydration',
  easel: 'image renderer',
  entrance: 'auth form',
  essays: 'blog',
  farewell: 'account deleted',
  farness: 'edit distance',
  fitting: 'matcher',
  fittings: 'dependencies',
  heard: 'received',
  hire: 'start',
  hired: 'started',
  hoarding: 'open limit',
  keeper: 'authenticator',
  kindly: 'error mapping',
  likeness: 'similarity',
  likings: 'accepted encodings',
  newsroom: 'alerts',
  patience: 'timeout',
  reckon: 'compute',
  reckoned: 'computed',
  refusal: 'API error',
  relearn: 'recover',
  rig: 'harness',
  shelf: 'cache',
  shelves: 'cache',
  spelt: 'spelling',
  spoken: 'normalized',
  stall: 'empty state',
  tally: 'counts',
  thaw: 'unfreeze',
  till: 'payments',
  told: 'message or notified',
  trouble: 'error',
  troubles: 'errors',
  world: 'app context',
  worth: 'price estimate',
}

/** Retired in comments, test titles and sentences for people, with the term that replaces it. Keys are in lower case. */
const retiredInProse: Record<string, string> = {
  'brta-কে': 'বিআরটিএকে',
  'brta-তে': 'বিআরটিএতে',
  'brta-র': 'বিআরটিএর',
  arena: 'test app',
  'by heart': 'in memory',
  darkroom: 'image worker',
  deed: 'action',
  desk: 'admin',
  doorkeeper: 'authenticator',
  easel: 'image renderer',
  fittings: 'dependencies',
  hired: 'started',
  keeper: 'authenticator',
  letter: 'e-mail (or "character")',
  letters: 'e-mails (or "characters")',
  newsroom: 'alerts',
  'ready bytes': 'response cache',
  rig: 'harness',
  shelf: 'cache',
  'stand-in': 'sandbox',
  'stand-ins': 'sandboxes',
  'the cast': 'the demo people',
  'the doors': 'the endpoints',
  'the till': 'payments',
  'the trail': 'the audit log',
  trouble: 'error',
  'অন্য পক্ষ': 'অন্যজন',
  'নিবন্ধন কর': 'অ্যাকাউন্ট খোলা',
  প্রমোটেড: 'হোম পেজে তোলা',
  মূল্যায়ন: 'রেটিং',
  'লেনদেন বাতিল': 'কেনাবেচা বাতিল',
  'লেনদেন শেষ': 'কেনাবেচা শেষ',
  লেনদেনটি: 'অর্ডারটি (or ডিলটি)',
  লেনদেনে: 'অর্ডার, ডিল (or কেনাবেচা)',
}

// The names of the API, of tables and of columns stay what they are (docs/glossary.md, "On the wire").
const namesOnTheWire = new Set(['told', 'lastToldAt', 'MALLOC_ARENA_MAX'])

const splitWords = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase())

const findRetiredWord = (name: string): string | undefined => splitWords(name).find((word) => word in retiredInNames)

// A predicate such as `isOneOf` reads well; any other function begins with a verb.
const endsWithOf = /^(?!is|has)\w*[a-z]Of$/

// A migration that has run is never edited.
const isMigration = (path: string): boolean => /^migrations\/(?:older\/)?\d{4}_/.test(path)

const isAllowedFile = (path: string): boolean =>
  path === 'docs/glossary.md' || path.startsWith('tests/conventions/') || isMigration(path)

/** Retired words in the path and in the identifiers of a file. */
export const findRetiredNames = (file: ProjectFile): string[] => {
  if (isAllowedFile(file.path) || !/\.(?:ts|tsx|mjs)$/.test(file.path)) return []
  const inPath = findRetiredWord(file.path)
  const faults = inPath === undefined ? [] : [`the path says "${inPath}": use "${retiredInNames[inPath]}"`]
  for (const { name, offset, isFunction } of listIdentifiers(file)) {
    const describeLine = () => `line ${getLine(file.text, offset)}`
    const word = namesOnTheWire.has(name) ? undefined : findRetiredWord(name)
    if (word !== undefined) faults.push(`${describeLine()}: ${name}: use "${retiredInNames[word]}"`)
    if (isFunction && endsWithOf.test(name)) faults.push(`${describeLine()}: ${name}: begin a function with a verb`)
  }
  return [...new Set(faults)]
}

const prosePattern = new RegExp(String.raw`(?<![\w/-])(?:${Object.keys(retiredInProse).join('|')})(?![\w/-])`, 'giu')

/** Retired words in the comments, the strings with spaces and the test titles of a file, or in a document. */
export const findRetiredProse = (file: ProjectFile): string[] => {
  if (isAllowedFile(file.path)) return []
  return listProse(file).flatMap(({ text, offset }) =>
    [...text.matchAll(prosePattern)].map(
      ({ 0: word, index }) =>
        `line ${getLine(file.text, offset + index)}: "${word}": use "${retiredInProse[word.toLowerCase()]}"`,
    ),
  )
}
