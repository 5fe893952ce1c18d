// How files are called, how long they are, and which may lie in a room.
import type { ProjectFile } from './project-files.ts'

// A room tells by its file names what it has; whoever knows one room finds the way in all of them.
const moduleFileNames = new Set(['table.ts', 'rules.ts', 'routes.ts', 'provider.ts', 'jobs.ts'])
const extraModuleFiles: Record<string, string> = {
  'identity/doorkeeper.ts': 'who is at the door is asked before every call, so it is no handler of one',
  'identity/speak.ts': 'how the identity service is asked and understood, which the handlers of several files do',
  'identity/passwords.ts':
    'asking for a password again and changing it are one deed, shared by handlers of several files',
  'identity/ask-for-code.ts':
    'how the identity service asks for the second factor; provider.ts would not fit a reader’s head',
  'identity/rekey.ts':
    'writing what is encrypted with another secret is one deed of a command, not of the running shop',
  'identity/backup-codes.ts': 'how backup codes are kept is one idea of its own, without SQL, for two files',
  'identity/weak-passwords.ts':
    'whether a stranger would try a password first is one idea, asked where one is chosen: there are three such places',
  'identity/common-passwords.txt': 'the ten thousand most common passwords, as marks, for weak-passwords.ts',
  'identity/account.ts': 'handlers of one’s own account: routes.ts is about logging in and out',
  'identity/recovery.ts': 'handlers of a forgotten password, which concern people who are not logged in',
  'identity/second-factor.ts': 'handlers of the second factor, which come before, after and beside logging in',
  'identity/cookies.ts': 'how the shop’s cookies are called and read, which the door and several handlers do',
  'identity/devices.ts':
    'a browser’s proof of an earlier login is one idea, which limits ask and handlers of logins give',
  'identity/hashing.ts': 'hashing takes a core for a while, so all of it waits in one queue, whoever asks',
  'identity/tokens.ts': 'making and checking the access token is one idea of its own, without SQL',
  'bikes/offering.ts': 'offering a bike and changing it share what is checked and written; routes.ts has the lists',
  'bikes/page.ts': 'one bike with its seller and the bikes like it is another question than the lists of routes.ts',
  'desk/trail.ts': 'what the admin reads of the past is another idea than the lists of members that routes.ts is about',
  'desk/removal.ts': 'removing a member is one deed over several rooms, shared by two handlers',
  'search/fitting.ts': 'whether some bikes are found is asked by who looks out for new ones, and by no page',
  'notices/price-drops.ts':
    'a bike of a wishlist became cheaper: another idea than the searches that jobs.ts looks through',
  'notices/stopping.ts': 'one tap stops letters by a form, beside the API, which routes.ts answers',
  'mail/paper.ts': 'what letters of every language are written on',
  'mail/english.ts': 'the letters’ sentences, one file for each language',
  'mail/bangla.ts': 'the letters’ sentences, one file for each language',
  'pictures/variants.ts': 'it runs in a process of its own, since decoding strangers’ files may crash it',
  'search/asking.ts':
    'how the database is asked for a page and for what is counted; routes.ts puts the answer together',
  'search/spelling.ts': 'how alike two spellings are is pure and of its own, without a catalogue',
  'search/dictionary.ts':
    'what names stand for is made of the catalogue once, and asked by the words and the suggestions',
  'search/names.ts': 'the dictionary kept in memory and made again, apart from how it is made',
  'search/places.ts': 'older names of districts and the parts of towns, which are facts and no code',
  'search/meaning.ts': 'what typed words mean is one idea, beside what is chosen in rules.ts',
  'search/amounts.ts': 'figures in two languages are a grammar of their own within the meaning of words',
  'search/tally.ts': 'counting thousands of bikes from their bytes, apart from naming what was counted',
  'search/facets.ts': 'naming what was counted, as the wire spells it',
  'search/suggesting.ts': 'what the search box offers is another idea than the search',
  'payments/holds.ts': 'taking hold of a bike is shared by the handler, the seed and the races’ tests',
  'payments/inbox.ts': 'what the provider tells is kept and dealt with by the webhook and the sweeper alike',
  'payments/afterwards.ts': 'what becomes of a sale’s money later is one deed over several rooms, apart from selling',
  'payments/relearn.ts':
    'what the provider alone knows after a restore is no round of the sweeper but its own rare deed',
  'worth/guide.ts': 'what a model costs year by year is a page of its own, told by the same rules as one bike',
  'worth/aggregates.json':
    'what advertisements asked for, summed up: data with its origin, which rules.ts reckons with',
  'sharing/drawing.ts': 'it runs in a process of its own, since drawing takes a core for a while',
  'sharing/sitemaps.ts': 'lists of addresses for search engines are another idea than the picture of one bike',
  'sharing/anek-latin-head-700.ttf': 'a font of the shared picture, as the program that draws reads it',
  'sharing/anek-bangla-700.ttf': 'its letters of Bangla, and the sign of the Taka',
  'sharing/OFL.txt': 'the licence of both fonts, which travels with them',
  'payments/settle.ts': 'the one door through which money becomes a sale; page, webhook and sweeper come to it',
}

const isModuleFile = (moduleName: string, name: string): boolean =>
  moduleFileNames.has(name) || name.endsWith('.test.ts') || `${moduleName}/${name}` in extraModuleFiles

/** A file in market/ that is neither in the vocabulary of a room nor a named extra. */
export const findUnknownModuleFile = ({ path }: ProjectFile): string[] => {
  const [top, moduleName = '', name = '', ...deeper] = path.split('/')
  if (top !== 'market' || (deeper.length === 0 && isModuleFile(moduleName, name))) return []
  return [
    'is no file of a room: put it into table, rules, routes, provider or jobs, or name it with its reason in tests/conventions/file-name-rules.ts',
  ]
}

const vagueName =
  /^(?:index|utils?|helpers?|types?|services?|repositor(?:y|ies)|constants?|managers?|common|misc|shared|lib)$/

/** A file or folder whose name says nothing about what is in it. */
export const findVagueName = ({ path }: ProjectFile): string[] =>
  path
    .split('/')
    .map((part) => part.split('.')[0] ?? '')
    .filter((part) => vagueName.test(part))
    .map((part) => `"${part}" says nothing: name it after the idea that is in it`)

// Where a name is given by somebody else: by npm, by the law, by the number of a migration.
const externallyNamed = /^(?:[A-Z]+(?:\.md|\.txt)?|\d{4}_[a-z_]+\.sql|\d{4}-[a-z0-9-]+\.md|\..+)$/
const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z]+)*(?:\.[a-z0-9]+)?$/

/** A name that is not in small letters with dashes. */
export const findNonKebabName = ({ path }: ProjectFile): string[] => {
  const name = path.split('/').at(-1) ?? ''
  return externallyNamed.test(name) || kebabCase.test(name) ? [] : ['write the name in small letters with dashes']
}

const maxLines = 250

/** Code that no longer fits a reader's head. */
export const findTooLongFile = ({ path, text }: ProjectFile): string[] => {
  const lines = text.trimEnd().split('\n').length
  if (!/\.(?:ts|tsx|mjs)$/.test(path) || lines <= maxLines) return []
  return [`has ${lines} lines, more than ${maxLines}: move one idea into a file of its own`]
}
