// File names, file sizes, folder sizes, and the closed list of file names in a market module.
import { posix } from 'node:path'
import type { ProjectFile } from './project-files.ts'

// Every market module uses these names, so whoever knows one module finds the way in all of them.
const moduleFileNames = new Set(['table.ts', 'rules.ts', 'routes.ts', 'provider.ts', 'jobs.ts'])

/** Exceptions to the closed list, each with its reason. At most ten. */
export const extraModuleFiles: Record<string, string> = {
  'auth/authenticator.ts': 'runs before every endpoint, so it is no handler of one',
  'auth/auth-client.ts': 'how handlers of several files call the auth library',
  'mail/templates/bangla.ts': 'e-mail texts, one file per language',
  'mail/templates/english.ts': 'e-mail texts, one file per language',
  'payments/settle.ts': 'the only function that turns money into a sale; page, webhook and job call it',
  'pictures/image-worker.ts': 'runs in a process of its own, because decoding a stranger’s file may crash it',
  'search/queries.ts': 'the SQL of the search, apart from the rules that need no database',
  'papers/watermark/image-worker.ts': 'runs in a process of its own, because drawing blocks a core',
  'sharing/image-worker.ts': 'runs in a process of its own, because drawing blocks a core',
}

const isModuleFile = (fileInMarket: string): boolean => {
  const name = posix.basename(fileInMarket)
  // Data with its licence (fonts, password lists, price aggregates) is no code.
  return (
    moduleFileNames.has(name) || !name.endsWith('.ts') || name.endsWith('.test.ts') || fileInMarket in extraModuleFiles
  )
}

/** A file in market/ whose name is neither on the closed list nor a listed exception, or that lies too deep. */
export const findUnknownModuleFile = ({ path }: ProjectFile): string[] => {
  if (!path.startsWith('market/')) return []
  const fileInMarket = path.slice('market/'.length)
  const depth = fileInMarket.split('/').length
  if (depth >= 2 && depth <= 3 && isModuleFile(fileInMarket)) return []
  return [
    'name it table, rules, routes, provider or jobs (in market/<module>/ or one folder below), or list it in tests/conventions/file-name-rules.ts',
  ]
}

const vagueName =
  /^(?:index|utils?|helpers?|types?|services?|repositor(?:y|ies)|constants?|managers?|common|misc|shared|lib)$/
// Browser code that belongs to no page or component.
const allowedVagueFolders = /^web\/lib\//

/** A file or folder whose name says nothing about what is in it. */
export const findVagueName = ({ path }: ProjectFile): string[] =>
  path
    .replace(allowedVagueFolders, '')
    .split('/')
    .map((part) => part.split('.')[0] ?? '')
    .filter((part) => vagueName.test(part))
    .map((part) => `"${part}" says nothing: name it after what is in it`)

// Names that npm, a licence or the number of a migration or decision fixes.
const externallyNamed = /^(?:[A-Z]+(?:\.md|\.txt)?|\d{4}_[a-z_]+\.sql|\d{4}-[a-z0-9-]+\.md|\..+)$/
const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z]+)*(?:\.[a-z0-9]+)?$/

/** A name that is not in lower case with dashes. */
export const findNonKebabName = ({ path }: ProjectFile): string[] => {
  const name = path.split('/').at(-1) ?? ''
  return externallyNamed.test(name) || kebabCase.test(name) ? [] : ['write the name in lower case with dashes']
}

const maxLines = 350

/** Code with more than `maxLines` lines. */
export const findTooLongFile = ({ path, text }: ProjectFile): string[] => {
  const lines = text.trimEnd().split('\n').length
  if (!/\.(?:ts|tsx|mjs)$/.test(path) || lines <= maxLines) return []
  return [`has ${lines} lines, more than ${maxLines}: move one idea into a file of its own`]
}

const maxFilesPerFolder = 25
// One file for each namespace of messages, the same names in each language.
const foldersWithoutLimit = /^web\/i18n\//

/** Folders with more than 25 source files; tests do not count. */
export const findFullFolders = (files: readonly ProjectFile[]): string[] => {
  const sources = files.filter(({ path }) => /\.(?:ts|tsx|mjs)$/.test(path) && !/\.test\.tsx?$/.test(path))
  const byFolder = Map.groupBy(sources, ({ path }) => posix.dirname(path))
  return [...byFolder]
    .filter(([folder, inside]) => inside.length > maxFilesPerFolder && !foldersWithoutLimit.test(`${folder}/`))
    .map(([folder, inside]) => `${folder} has ${inside.length} source files, more than ${maxFilesPerFolder}`)
}
