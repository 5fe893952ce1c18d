// How files are called, how long they are, and which may lie in a room.
import type { File } from './tidy-files.ts'

// A room tells by its file names what it has; whoever knows one room finds the way in all of them.
const roomVocabulary = new Set(['table.ts', 'rules.ts', 'routes.ts', 'provider.ts', 'jobs.ts'])
const roomExtras: Record<string, string> = {
  'identity/doorkeeper.ts': 'who is at the door is asked before every call, so it is no handler of one',
  'identity/speak.ts': 'how the identity service is asked and understood, which the handlers of several files do',
  'identity/passwords.ts':
    'asking for a password again and changing it are one deed, shared by handlers of several files',
  'identity/account.ts': 'handlers of one’s own account: routes.ts is about logging in and out',
  'identity/recovery.ts': 'handlers of a forgotten password, which concern people who are not logged in',
  'identity/second-factor.ts': 'handlers of the second factor, which come before, after and beside logging in',
  'identity/tokens.ts': 'making and checking the access token is one idea of its own, without SQL',
  'desk/removal.ts': 'removing a member is one deed over several rooms, shared by two handlers',
  'pictures/variants.ts': 'it runs in a process of its own, since decoding strangers’ files may crash it',
  'payments/holds.ts': 'taking hold of a bike is shared by the handler, the seed and the races’ tests',
  'payments/settle.ts': 'the one door through which money becomes a sale; page, webhook and sweeper come to it',
}

const isOfRoom = (room: string, name: string): boolean =>
  roomVocabulary.has(name) || name.endsWith('.test.ts') || `${room}/${name}` in roomExtras

/** A file in market/ that is neither in the vocabulary of a room nor a named extra. */
export const strangeInRoom = ({ path }: File): string[] => {
  const [top, room = '', name = '', ...deeper] = path.split('/')
  if (top !== 'market' || (deeper.length === 0 && isOfRoom(room, name))) return []
  return [
    'is no file of a room: put it into table, rules, routes, provider or jobs, or name it with its reason in tools/tidy-names.ts',
  ]
}

const saysNothing =
  /^(?:index|utils?|helpers?|types?|services?|repositor(?:y|ies)|constants?|managers?|common|misc|shared|lib)$/

/** A file or folder whose name says nothing about what is in it. */
export const emptyName = ({ path }: File): string[] =>
  path
    .split('/')
    .map((part) => part.split('.')[0] ?? '')
    .filter((part) => saysNothing.test(part))
    .map((part) => `"${part}" says nothing: name it after the idea that is in it`)

// Where a name is given by somebody else: by npm, by the law, by the number of a migration.
const named = /^(?:[A-Z]+(?:\.md|\.txt)?|\d{4}_[a-z_]+\.sql|\d{4}-[a-z0-9-]+\.md|\..+)$/
const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z]+)*(?:\.[a-z0-9]+)?$/

/** A name that is not in small letters with dashes. */
export const notKebab = ({ path }: File): string[] => {
  const name = path.split('/').at(-1) ?? ''
  return named.test(name) || kebab.test(name) ? [] : ['write the name in small letters with dashes']
}

const linesMost = 250

/** Code that no longer fits a reader's head. */
export const tooLong = ({ path, text }: File): string[] => {
  const lines = text.trimEnd().split('\n').length
  if (!/\.(?:ts|tsx|mjs)$/.test(path) || lines <= linesMost) return []
  return [`has ${lines} lines, more than ${linesMost}: move one idea into a file of its own`]
}
